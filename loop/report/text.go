package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
)

// textWidth is how many columns of a source line are shown, so that the carets
// stay under their text on a terminal of usual width.
const textWidth = 88

// sourceMargin is how many columns stand before a source line.
const sourceMargin = 9

// writeText writes the findings for people: grouped by document, each with its source line, and a summary line. On a
// terminal it shows the first ten findings of several documents, and counts all by rule.
func writeText(w io.Writer, r *Report, s Style) error {
	out := bufio.NewWriter(s.Wrap(w))
	if s.Hook {
		writeHookText(out, r.Placed(s.Place), s)
		return out.Flush()
	}
	var text bytes.Buffer
	shown := unfolded(r.Findings)
	all := len(shown)
	if s.Brief() && len(shown) > BriefLimit && shown[0].Path != shown[len(shown)-1].Path {
		shown = shown[:BriefLimit]
	}
	for start := 0; start < len(shown); {
		end := start
		for end < len(shown) && shown[end].Path == shown[start].Path {
			end++
		}
		text.Reset()
		writeGroup(&text, shown[start:end], s)
		out.Write(text.Bytes())
		start = end
	}
	t := tailOf(r)
	if more := all - len(shown); more > 0 {
		fmt.Fprintf(out, "and %s (--verbose shows all). By rule:\n", wording.Count(more, "more finding"))
		writeCounts(out, t.shown.Counts(), s)
		out.WriteByte('\n')
		t.shown = nil
	}
	out.WriteString(t.Line(s))
	return out.Flush()
}

// writeHookText writes what a hook says that stops a commit, in few lines: the gravest findings, and what to do then.
func writeHookText(out *bufio.Writer, r *Report, s Style) {
	const most = 12
	all := r.Weighed()
	for _, f := range all[:min(len(all), most)] {
		out.WriteString(oneLine(f) + "\n")
	}
	if len(all) > most {
		fmt.Fprintf(out, "and %s (--verbose shows all)\n", wording.Count(len(all)-most, "more finding"))
	}
	out.WriteString(summaryLine(r, s))
	if r.FailOn != 0 && len(all) > 0 && all[0].Severity >= r.FailOn {
		out.WriteString("Mend them, git add what changed, and commit again.\n")
	}
}

// summaryLine returns the sums of r in one line.
func summaryLine(r *Report, s Style) string {
	t := tailOf(r)
	t.shown, t.folded = nil, nil
	return t.Line(s)
}

// tailOf counts the findings of r.
func tailOf(r *Report) Tail {
	t := Tail{Summary: r.Summary, Shard: r.Shard}
	t.tally(r.Findings)
	for i := range r.Findings {
		if i == 0 || r.Findings[i].Path != r.Findings[i-1].Path {
			t.Affected++
		}
	}
	return t
}

// DocumentText returns the findings of in, all of one document, as the text format shows them, and their sums. The
// texts of all documents in order, and then the line of a Tail, are a report as text.
func DocumentText(in Input, s Style) ([]byte, Tail) {
	if len(in.Findings) == 0 {
		return nil, Tail{}
	}
	var out bytes.Buffer
	findings := Resolve(in)
	if shown := unfolded(findings); len(shown) > 0 {
		writeGroup(&out, shown, s)
	}
	if s.Width > 0 {
		text := out.Bytes()
		out = bytes.Buffer{}
		_, _ = s.Wrap(&out).Write(text)
	}
	tail := Tail{Affected: 1}
	tail.Summary.count(findings)
	tail.tally(findings)
	return out.Bytes(), tail
}

// A Tail is the end of a report as text: the sums of the findings.
type Tail struct {
	Summary  Summary // the caller sets its Documents and Failures
	Affected int     // documents with findings
	Shard    gate.Shard

	shown, folded Tally
}

// Add adds the findings that another Tail has counted.
func (t *Tail) Add(other Tail) {
	s, o := &t.Summary, &other.Summary
	s.Findings, s.Fixable = s.Findings+o.Findings, s.Fixable+o.Fixable
	s.Blockers, s.Warnings, s.Suggestions = s.Blockers+o.Blockers, s.Warnings+o.Warnings, s.Suggestions+o.Suggestions
	t.Affected += other.Affected
	if t.shown == nil {
		t.shown, t.folded = Tally{}, Tally{}
	}
	t.shown.add(other.shown)
	t.folded.add(other.folded)
}

// writeGroup writes the findings of one document, in aligned columns, and a blank line.
func writeGroup(out *bytes.Buffer, group []Finding, s Style) {
	places, severities := 0, 0 // the widths of the columns
	for i := range group {
		places = max(places, len(group[i].Place()))
		severities = max(severities, len(group[i].Severity.String()))
	}
	out.WriteString(s.Paint(Bold, wording.Visible(group[0].Path)) + "\n")
	for i := range group {
		f := &group[i]
		severity := s.Paint(SeverityPaint(f.Severity), fmt.Sprintf("%-*s", severities, f.Severity))
		fmt.Fprintf(out, "  %*s  %s  %s%s\n", places, f.Place(), severity, wording.Visible(f.Message),
			s.Paint(Dim, labels(f)))
		writeSource(out, f, s)
	}
	out.WriteByte('\n')
}

// Place returns the place of f as line:column, with a ~ if it is not certain, and a dash for no place.
func (f *Finding) Place() string {
	if f.Start == nil {
		return "-"
	}
	unconfirmed := ""
	if unsure(f.State) {
		unconfirmed = "~"
	}
	return fmt.Sprintf("%s%d:%d", unconfirmed, f.Start.Line, f.Start.Column)
}

// Name returns the name of a finding: the id that its reviewer gave it, with the rule if the id does not contain it.
func Name(id, rule string) string {
	if id == "" || id == rule {
		return wording.Visible(rule)
	}
	if rule == "" || strings.HasPrefix(id, rule) {
		return wording.Visible(id)
	}
	return wording.Visible(id) + " (" + wording.Visible(rule) + ")"
}

// unsure reports whether nothing confirms the place of a finding in the state.
func unsure(state review.State) bool { return state != review.Located }

// labels returns the text behind the message: the rule, the reviewer, and how sure the place is.
func labels(f *Finding) string {
	var b strings.Builder
	if f.Rule != "" {
		b.WriteString("  " + wording.Visible(f.Rule))
	}
	if f.Source != "" && f.Source != review.BuiltIn {
		b.WriteString("  (" + wording.Visible(f.Source) + ")")
	}
	if unsure(f.State) {
		b.WriteString("  [" + f.State.String())
		if f.Reason.Text != "" {
			b.WriteString(": " + wording.Visible(strings.TrimSuffix(f.Reason.Text, ".")))
		}
		const few = 3
		for i, c := range f.Candidates[:min(few, len(f.Candidates))] {
			if i == 0 {
				b.WriteString("; perhaps at ")
			} else {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "%d:%d", c.Start.Line, c.Start.Column)
		}
		b.WriteString("]")
	}
	return b.String()
}

// writeSource writes the source line with carets and the fix under it.
func writeSource(out *bytes.Buffer, f *Finding, s Style) {
	if f.Snippet == nil {
		if what, text := remedy(f); what != "" {
			out.WriteString("      " + s.Paint(Green, what+text) + "\n")
		}
		return
	}
	start := f.Start.Column - f.Snippet.Column
	end := utf8.RuneCountInString(f.Snippet.Text)
	if f.End.Line == f.Start.Line {
		end = f.End.Column - f.Snippet.Column
	}
	width := textWidth
	if s.Width > 0 {
		width = min(width, max(s.Width-sourceMargin, 20))
	}
	l := layout(f.Snippet.Text, start, end, width, f.Snippet.Column > 1, f.Snippet.More)
	number := fmt.Sprintf("%6d", f.Start.Line)
	below := s.Paint(Dim, strings.Repeat(" ", len(number))+" |") + strings.Repeat(" ", 1+l.before)
	fmt.Fprintf(out, "%s %s\n%s%s", s.Paint(Dim, number+" |"), l.text, below,
		s.Paint(SeverityPaint(f.Severity), strings.Repeat("^", l.carets)))
	if what, text := remedy(f); what != "" {
		out.WriteString(" " + s.Paint(Green, what+text))
	}
	out.WriteByte('\n')
}

// remedy returns the text that a fix would write, or the choices of a person.
func remedy(f *Finding) (what, text string) {
	const longest = 60
	switch {
	case f.Fix == nil && len(f.Choices) > 0:
		return "choose: ", wording.Visible(strings.Join(f.Choices, ", "))
	case f.Fix == nil:
		return "", ""
	case f.Fix.Replacement == nil || utf8.RuneCountInString(f.Fix.Replacement.New) > longest ||
		strings.ContainsAny(f.Fix.Replacement.New, "\r\n"):
		return "fixable", ""
	case f.Fix.Replacement.New == "":
		return "fix: delete", ""
	}
	return "fix: ", wording.Visible(f.Fix.Replacement.New)
}

// Line returns the sums in one line.
func (t *Tail) Line(s Style) string {
	var b strings.Builder
	t.writeRules(&b, s)
	if t.Summary.Findings == 0 {
		b.WriteString(s.Paint(Green, "No findings") + " in " + wording.Count(t.Summary.Documents, "document"))
	} else {
		b.WriteString(s.Paint(Bold, wording.Count(t.Summary.Findings, "finding")) + " (")
		sep := ""
		for _, part := range []struct {
			n    int
			what string
		}{{t.Summary.Blockers, "blocker"}, {t.Summary.Warnings, "warning"}, {t.Summary.Suggestions, "suggestion"}} {
			if part.n > 0 {
				b.WriteString(sep + wording.Count(part.n, part.what))
				sep = ", "
			}
		}
		fmt.Fprintf(&b, ") in %d of %s", t.Affected, wording.Count(t.Summary.Documents, "document"))
	}
	if t.Summary.Failures > 0 {
		b.WriteString("; " + s.Paint(Red, wording.Count(t.Summary.Failures, "failure")))
	}
	if t.Shard.Total > 0 {
		fmt.Fprintf(&b, " (shard %d of %d)", t.Shard.Index, t.Shard.Total)
	}
	if t.Summary.Silenced > 0 {
		fmt.Fprintf(&b, "; %d silenced by comments", t.Summary.Silenced)
	}
	b.WriteString(".")
	if t.Summary.Fixable > 0 && s.FixCommand != "" {
		fmt.Fprintf(&b, " %d can be fixed: %s", t.Summary.Fixable, wording.Visible(s.FixCommand))
	}
	return b.String() + "\n"
}
