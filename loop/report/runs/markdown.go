package runs

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// writeMarkdown writes the summary of each document that had findings, and, for
// several documents, a last line over all.
func writeMarkdown(w io.Writer, run Run, s report.Style) error {
	s = report.Style{Verbose: s.Verbose}
	var text bytes.Buffer
	out := bufio.NewWriter(&text)
	all, quiet := eachConcerned(run, s, func(it *Iteration, d *result.Document) {
		writeDocumentMarkdown(out, it, d, run.DryRun, s)
		if s.Verbose {
			writeTrace(out, d, s)
		}
	})
	if len(run.Result.Documents) > 1 {
		writeTotal(out, &all, quiet, s)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(report.CutForComment(harmless(text.Bytes())))
	return err
}

// harmless returns Markdown in which what reviews and documents say starts no tag, shows no image and mentions nobody.
// Commands to copy stand on lines of their own, which none of that can begin.
func harmless(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for line := range bytes.Lines(text) {
		if bytes.HasPrefix(line, []byte("Run `")) || bytes.HasPrefix(line, []byte("`doc-iterate ")) {
			out = append(out, line...)
			continue
		}
		for n, c := range line {
			next := line[min(n+1, len(line)-1)]
			switch {
			case c == '<' && (source.IsLetter(next) || next == '/' || next == '!' || next == '?'):
				out = append(out, "&lt;"...)
			case c == '!' && next == '[':
				out = append(out, "&#33;"...)
			case c == '@':
				out = append(out, "@\u2060"...) // a word joiner: hosts look for names behind references, too
			default:
				out = append(out, c)
			}
		}
	}
	return out
}

func writeDocumentMarkdown(out *bufio.Writer, it *Iteration, d *result.Document, dryRun bool, s report.Style) {
	title := fmt.Sprintf("## Iteration %d Complete", it.CurrentIteration)
	if it.CurrentIteration == 0 {
		title = "## Review Complete"
	}
	fmt.Fprintf(out, "%s: %s\n\n", s.Paint(report.Bold, title), wording.Visible(it.Document))
	fmt.Fprintf(out, "**Action:** %s (%s)\n", s.Paint(outcomePaint(it.Action), headline(it)), it.Decision.Reason)
	fmt.Fprintf(out, "**Issues Before:** %d\n**Issues After:** %d\n", it.IssuesBefore, it.IssuesAfter)
	if n := it.Counts.Elsewhere(); n > 0 {
		fmt.Fprintf(out, "**Out of Scope:** %d\n", n)
	}
	if it.Counts.Silenced > 0 {
		fmt.Fprintf(out, "**Silenced by Comments:** %d\n", it.Counts.Silenced)
	}
	fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Fixes Applied"))
	if dryRun && len(it.FixesApplied) > 0 {
		out.WriteString("This is a dry run. Nothing is written.\n")
	}
	writeList(out, len(it.FixesApplied), s, func(i int) { writeFixValues(out, &it.FixesApplied[i]) })
	writeRegression(out, d.Regression, s)
	fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Remaining Issues"))
	asks, others := asksOf(it)
	src := d.After.Bytes()
	writeList(out, it.IssuesRemaining, s, func(i int) {
		r := &it.RemainingIssues[i]
		writeOpen(out, d, r, src, asks[r.ID], s)
	})
	writeSuppressed(out, d, s)
	writeEngine(out, it, d, s)
	writeQuestions(out, it, others, s)
	fmt.Fprintf(out, "\n%s\n%s\n", s.Paint(report.Bold, "### Next Step"), nextStep(it))
	writeAnswering(out, it)
	out.WriteByte('\n')
}

func writeFixValues(out *bufio.Writer, f *AppliedFix) {
	fmt.Fprintf(out, "- %s at %d:%d: %s → %s", report.Name(f.IssueID, cmp.Or(f.Rule, f.FixType)), f.Line, f.Column,
		excerpt(f.OldValue), excerpt(f.NewValue))
	if len(f.Also) > 0 {
		fmt.Fprintf(out, ", and links in %s", wording.Visible(strings.Join(f.Also, ", ")))
	}
	out.WriteByte('\n')
}
