package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
)

// textWidth is how many columns of a source line are shown, so that the carets
// stay under their text on a terminal of usual width.
const textWidth = 88

// writeText writes the findings for people: grouped by document, each with its
// source line, and a summary line.
func writeText(w io.Writer, r *Report, s Style) error {
	out := bufio.NewWriter(w)
	for start := 0; start < len(r.Findings); {
		end := start
		for end < len(r.Findings) && r.Findings[end].Path == r.Findings[start].Path {
			end++
		}
		out.Write(AppendText(nil, r.Findings[start:end], s))
		start = end
	}
	out.WriteString(summaryLine(r, s))
	return out.Flush()
}

// summaryLine is the last line of r as text.
func summaryLine(r *Report, s Style) string {
	t := Tail{Summary: r.Summary, Shard: r.Shard}
	for i := range r.Findings {
		if i == 0 || r.Findings[i].Path != r.Findings[i-1].Path {
			t.Affected++
		}
	}
	return t.Line(s)
}

// AppendText appends the findings of one document as the text format shows them.
// Those of all documents in order, and the line of a Tail, are a report as text.
func AppendText(dst []byte, findings []Finding, s Style) []byte {
	if len(findings) == 0 {
		return dst
	}
	out := bytes.NewBuffer(dst)
	writeGroup(out, findings, s)
	out.WriteByte('\n')
	return out.Bytes()
}

// A Tail is the last line of a report as text: what the findings come to.
type Tail struct {
	Summary  Summary // its Documents and Failures are the caller's to set
	Affected int     // documents with findings
	Shard    *Shard
}

// Add takes the findings into account that another Tail has counted.
func (t *Tail) Add(other Tail) {
	s, o := &t.Summary, &other.Summary
	s.Findings, s.Fixable = s.Findings+o.Findings, s.Fixable+o.Fixable
	s.Blockers, s.Warnings, s.Suggestions = s.Blockers+o.Blockers, s.Warnings+o.Warnings, s.Suggestions+o.Suggestions
	t.Affected += other.Affected
}

// Count takes the findings of one document into account.
func (t *Tail) Count(findings []Finding) {
	t.Summary.count(findings)
	t.Affected += min(1, len(findings))
}

// writeGroup writes the findings of one document, in aligned columns.
func writeGroup(out *bytes.Buffer, group []Finding, s Style) {
	out.WriteString(s.paint(bold, visible(group[0].Path)))
	out.WriteByte('\n')
	places, severities := 0, 0
	for i := range group {
		places = max(places, len(placeOf(&group[i])))
		severities = max(severities, len(group[i].Severity.String()))
	}
	for i := range group {
		f := &group[i]
		place, severity := placeOf(f), f.Severity.String()
		blanks(out, 2+places-len(place))
		out.WriteString(place)
		out.WriteString("  ")
		out.WriteString(s.paint(severityPaint(f.Severity), severity+spaces[:min(severities-len(severity), len(spaces))]))
		out.WriteString("  ")
		out.WriteString(visible(f.Message))
		out.WriteString(s.paint(dim, labels(f)))
		out.WriteByte('\n')
		writeSource(out, f, s)
	}
}

const spaces = "                                "

// blanks writes n spaces.
func blanks(out *bytes.Buffer, n int) {
	for ; n > len(spaces); n -= len(spaces) {
		out.WriteString(spaces)
	}
	out.WriteString(spaces[:max(n, 0)])
}

// placeOf is the place of f, a dash where there is none.
func placeOf(f *Finding) string {
	if f.Start == nil {
		return "-"
	}
	return place(f.Start, f.State)
}

// place is line and column; behind a tilde where nothing confirms them.
func place(at *Position, state string) string {
	text := strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column)
	if state != review.Located.String() {
		return "~" + text
	}
	return text
}

// labels is what stands behind the message: the rule, who says so, and how sure
// the place is.
func labels(f *Finding) string {
	if f.Rule != "" && f.Source == review.BuiltIn && f.State == review.Located.String() {
		return "  " + f.Rule
	}
	var b strings.Builder
	if f.Rule != "" {
		b.WriteString("  " + visible(f.Rule))
	}
	if f.Source != "" && f.Source != review.BuiltIn {
		b.WriteString("  (" + visible(f.Source) + ")")
	}
	if f.State != review.Located.String() {
		b.WriteString("  [")
		switch {
		case f.Why == "":
			b.WriteString(f.State)
		case !strings.HasPrefix(f.Why, f.State):
			b.WriteString(f.State + ": ")
		}
		b.WriteString(visible(f.Why))
		for i, c := range f.Candidates {
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
		if hint := remedy(f); hint != "" {
			fmt.Fprintf(out, "      %s\n", s.paint(green, hint))
		}
		return
	}
	start := f.Start.Column - f.Snippet.Column
	end := utf8.RuneCountInString(f.Snippet.Text)
	if f.End.Line == f.Start.Line {
		end = f.End.Column - f.Snippet.Column
	}
	l := layout(f.Snippet.Text, start, end, textWidth, f.Snippet.Column > 1, f.Snippet.More)
	number := strconv.Itoa(f.Start.Line)
	gutter := max(6, len(number))
	out.WriteString(s.paint(dim, spaces[:gutter-len(number)]+number+" |"))
	out.WriteByte(' ')
	out.WriteString(l.text)
	out.WriteByte('\n')
	out.WriteString(s.paint(dim, spaces[:min(gutter, len(spaces))]+" |"))
	out.WriteByte(' ')
	blanks(out, l.before)
	out.WriteString(s.paint(severityPaint(f.Severity), strings.Repeat("^", l.carets)))
	if hint := remedy(f); hint != "" {
		out.WriteByte(' ')
		out.WriteString(s.paint(green, hint))
	}
	out.WriteByte('\n')
}

// remedy says what a fix would write, or what a person may choose.
func remedy(f *Finding) string {
	const longest = 60
	switch {
	case f.Fix == nil && len(f.Choices) > 0:
		return "choose: " + visible(strings.Join(f.Choices, ", "))
	case f.Fix == nil:
		return ""
	case f.Fix.Replacement == nil || utf8.RuneCountInString(f.Fix.Replacement.New) > longest ||
		strings.ContainsAny(f.Fix.Replacement.New, "\r\n"):
		return "fixable"
	case f.Fix.Replacement.New == "":
		return "fix: delete"
	}
	return "fix: " + visible(f.Fix.Replacement.New)
}

// Line counts, in one line.
func (t *Tail) Line(s Style) string {
	var b strings.Builder
	if t.Summary.Findings == 0 {
		b.WriteString(s.paint(green, "No findings") + " in " + count(t.Summary.Documents, "document"))
	} else {
		b.WriteString(s.paint(bold, count(t.Summary.Findings, "finding")) + " (")
		sep := ""
		for _, part := range []struct {
			n    int
			what string
		}{{t.Summary.Blockers, "blocker"}, {t.Summary.Warnings, "warning"}, {t.Summary.Suggestions, "suggestion"}} {
			if part.n > 0 {
				b.WriteString(sep + count(part.n, part.what))
				sep = ", "
			}
		}
		fmt.Fprintf(&b, ") in %d of %s", t.Affected, count(t.Summary.Documents, "document"))
	}
	if t.Summary.Failures > 0 {
		b.WriteString("; " + s.paint(red, fmt.Sprintf("%d could not be checked", t.Summary.Failures)))
	}
	if t.Shard != nil {
		fmt.Fprintf(&b, " (shard %d of %d)", t.Shard.Index, t.Shard.Total)
	}
	b.WriteString(".")
	if t.Summary.Fixable > 0 && s.FixCommand != "" {
		fmt.Fprintf(&b, " %d can be fixed: %s", t.Summary.Fixable, visible(s.FixCommand))
	}
	return b.String() + "\n"
}

// count is n with what is counted, in the plural where there is not one.
func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
