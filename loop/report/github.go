package report

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// gitHubLimit is how many annotations of each kind GitHub shows for one step; it drops the rest without a word.
const gitHubLimit = 10

// gitHubKinds are the kinds of annotation, the gravest first.
var gitHubKinds = [...]string{"error", "warning", "notice"}

// writeGitHub writes workflow commands that annotate a pull request: first the documents that could not be reviewed,
// then findings by severity, and last, for the log, the findings beyond GitHub's limit. Document text never starts a
// line and never holds a raw line ending, so it can't be a command.
//
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func writeGitHub(w io.Writer, r *Report, _ Style) error {
	out := bufio.NewWriter(w)
	var written, cut [len(gitHubKinds)]int
	var rest []*Finding
	for _, f := range weighed(listed(r, "")) {
		kind := bySeverity(f.Severity, 0, 1, 2)
		if written[kind] == gitHubLimit {
			cut[kind]++
			rest = append(rest, f)
			continue
		}
		written[kind]++
		fmt.Fprintf(out, "::%s %s::%s\n", gitHubKinds[kind], annotation(r, f), data(f.Message))
	}
	if left := notShown(cut); left != "" {
		fmt.Fprintf(out, "%s: %s more, listed here: GitHub shows %d annotations of each kind a "+
			"step.\n", r.Tool.Name, left, gitHubLimit)
		out.WriteString("::group::The rest\n")
		for _, f := range rest {
			// "##[" would begin a command wherever it stands.
			out.WriteString("- " + strings.ReplaceAll(oneLine(f), "##[", "## [") + "\n")
		}
		out.WriteString("::endgroup::\n")
	}
	return out.Flush()
}

// weighed sorts findings by their weight, blockers first, and keeps their order otherwise.
func weighed(findings []*Finding) []*Finding {
	slices.SortStableFunc(findings, func(a, b *Finding) int { return cmp.Compare(b.Severity, a.Severity) })
	return findings
}

// annotation returns the properties of a finding. GitHub takes columns only where
// they lie in one line; it counts characters.
func annotation(r *Report, f *Finding) string {
	var b strings.Builder
	b.WriteString("file=" + property(f.Path))
	if f.Start != nil {
		fmt.Fprintf(&b, ",line=%d,endLine=%d", f.Start.Line, lastLine(f))
		if f.Start.Line == f.End.Line {
			fmt.Fprintf(&b, ",col=%d,endColumn=%d", f.Start.Column, f.End.Column)
		}
	}
	title := r.Tool.Name
	if f.Rule != "" {
		title += " " + f.Rule
	}
	b.WriteString(",title=" + property(title))
	return b.String()
}

// lastLine returns the last line of a finding. One that ends where a line starts does not reach into that line.
func lastLine(f *Finding) int {
	if f.End.Line > f.Start.Line && f.End.Column == 1 {
		return f.End.Line - 1
	}
	return f.End.Line
}

func notShown(cut [len(gitHubKinds)]int) string {
	var parts []string
	for kind, n := range cut {
		if n > 0 {
			parts = append(parts, wording.Count(n, gitHubKinds[kind]))
		}
	}
	return strings.Join(parts, ", ")
}

// data escapes the message of a workflow command, which may have several lines.
func data(s string) string { return commandData.Replace(visibleLines(s)) }

// property escapes a property of a workflow command.
func property(s string) string { return commandProperty.Replace(visibleLines(s)) }

// visibleLines makes s visible, except for its line endings.
func visibleLines(s string) string { return wording.Between(s, "\n", wording.Visible) }

var (
	commandData     = strings.NewReplacer("%", "%25", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// JobSummary writes r as Markdown for the file that GITHUB_STEP_SUMMARY names:
// counts and a table of the findings, blockers first.
func JobSummary(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "### %s\n\n%s\n", InCell(r.Tool.Name), summaryLine(r, Style{}))
	if len(r.Failures) > 0 {
		out.WriteString("| place | failure |\n| --- | --- |\n")
		for _, f := range r.Failures {
			fmt.Fprintf(out, "| %s | %s |\n", InCell(f.Path), InCell(f.Message))
		}
		out.WriteByte('\n')
	}
	if len(r.Findings) > 0 {
		out.WriteString("| place | severity | rule | finding |\n| --- | --- | --- | --- |\n")
	}
	for _, f := range r.Weighed() {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", InCell(where(f)), f.Severity, InCell(f.Rule), InCell(f.Message))
	}
	return out.Flush()
}

// Weighed returns the findings, blockers first.
func (r *Report) Weighed() []*Finding { return weighed(listed(&Report{Findings: r.Findings}, "")) }

// oneLine returns a finding as one line of text.
func oneLine(f *Finding) string {
	return wording.Visible(fmt.Sprintf("%s %s %s: %s", where(f), f.Severity, f.Rule, f.Message))
}

// writeMarkdown writes the findings of a review as Markdown.
func writeMarkdown(w io.Writer, r *Report, _ Style) error {
	var out bytes.Buffer
	if err := JobSummary(&out, r); err != nil {
		return err
	}
	_, err := w.Write(CutForComment(out.Bytes()))
	return err
}

// InCell returns s as the text of a Markdown table's cell: every character that could be markup becomes a character
// reference.
func InCell(s string) string { return markdownText.Replace(wording.Visible(s)) }

var markdownText = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "`", "&#96;", "*", "&#42;", "_", "&#95;",
	"[", "&#91;", "]", "&#93;", "\\", "&#92;", "~", "&#126;", "#", "&#35;", "@", "&#64;&#8288;", "!", "&#33;", ":",
	"&#58;",
)
