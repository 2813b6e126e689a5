package report

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
)

// textWidth is how many columns of a source line are shown, so that the carets
// stay under their text on a terminal of usual width.
const textWidth = 88

// writeText writes the findings for people: grouped by document, each with its
// source line, and a summary line. On a terminal it shows the first ten findings of
// several documents, and counts all by rule.
func writeText(w io.Writer, r *Report, s Style) error {
	out := bufio.NewWriter(w)
	var text bytes.Buffer
	shown := r.Findings
	if s.brief() && len(shown) > briefLimit && shown[0].Path != shown[len(shown)-1].Path {
		shown = shown[:briefLimit]
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
	if more := len(r.Findings) - len(shown); more > 0 {
		fmt.Fprintf(out, "and %s (--verbose shows all). By rule:\n", wording.Count(more, "more finding"))
		writeCounts(out, Statistics(r), s)
		out.WriteByte('\n')
	}
	out.WriteString(summaryLine(r, s))
	return out.Flush()
}

// summaryLine returns the last line of r as text.
func summaryLine(r *Report, s Style) string {
	t := Tail{Summary: r.Summary, Shard: r.Shard}
	for i := range r.Findings {
		if i == 0 || r.Findings[i].Path != r.Findings[i-1].Path {
			t.Affected++
		}
	}
	return t.Line(s)
}

// A Page makes the text of the findings of one document after the other, in memory
// that it uses again. The texts of all documents in order, and the line of a Tail, are
// a report as text.
type Page struct {
	findings []Finding
	parts    resolvedParts
	text     bytes.Buffer
}

// Text returns the findings of in, all of one document, as the text format shows them, and
// their sums. The text is valid until the next call. Many findings are resolved in parts: once
// to measure the columns, and once more to write them.
func (p *Page) Text(in Input, s Style) ([]byte, Tail) {
	var tail Tail
	if len(in.Findings) == 0 {
		return nil, tail
	}
	if cap(p.findings) > 2*atOnce {
		*p = Page{}
	}
	p.text.Reset()
	var wide columns
	all := inParts(in)
	for _, part := range all {
		p.resolve(part)
		tail.Summary.count(p.findings)
		wide.fit(p.findings)
	}
	tail.Affected = 1
	s.write(&p.text, bold, wording.Visible(in.Findings[0].Path))
	p.text.WriteByte('\n')
	for _, part := range all {
		if len(all) > 1 {
			p.resolve(part)
		}
		writeRows(&p.text, p.findings, wide, s)
	}
	p.text.WriteByte('\n')
	return p.text.Bytes(), tail
}

// resolve resolves the findings of in, in the memory of those before.
func (p *Page) resolve(in Input) {
	r := resolver{docs: in.Docs, textOnly: true, parts: p.parts.emptied()}
	p.findings = r.all(slices.Grow(p.findings[:0], len(in.Findings)), in)
	p.parts = r.parts
}

// atOnce is how many findings a Page resolves at once. A resolved finding takes several times the memory of its text.
const atOnce = 2000

// inParts divides findings that are in the order of the report already, between different places.
func inParts(in Input) []Input {
	found := in.Findings
	var out []Input
	start := 0
	for i := range found {
		doc := in.Docs[found[i].Path]
		if len(found) <= atOnce || doc == nil || !placed(&found[i], len(doc.Source())) {
			return []Input{in}
		}
		if i == 0 {
			continue
		}
		before, at := found[i-1].Span.Start, found[i].Span.Start
		if found[i].Path != found[i-1].Path || before > at {
			return []Input{in}
		}
		if i-start >= atOnce && before < at {
			out = append(out, in.between(start, i))
			start = i
		}
	}
	return append(out, in.between(start, len(found)))
}

// between returns in with some of its findings alone.
func (in Input) between(start, end int) Input {
	in.Findings = in.Findings[start:end]
	if in.Fixes != nil {
		in.Fixes = in.Fixes[start:end]
	}
	return in
}

// A Tail is the last line of a report as text: what the findings come to.
type Tail struct {
	Summary  Summary // its Documents and Failures are the caller's to set
	Affected int     // documents with findings
	Shard    gate.Shard
}

// Add takes the findings into account that another Tail has counted.
func (t *Tail) Add(other Tail) {
	s, o := &t.Summary, &other.Summary
	s.Findings, s.Fixable = s.Findings+o.Findings, s.Fixable+o.Fixable
	s.Blockers, s.Warnings, s.Suggestions = s.Blockers+o.Blockers, s.Warnings+o.Warnings, s.Suggestions+o.Suggestions
	t.Affected += other.Affected
}

// writeGroup writes the findings of one document, in aligned columns, and a blank line.
func writeGroup(out *bytes.Buffer, group []Finding, s Style) {
	s.write(out, bold, wording.Visible(group[0].Path))
	out.WriteByte('\n')
	var wide columns
	wide.fit(group)
	writeRows(out, group, wide, s)
	out.WriteByte('\n')
}

// columns is how wide the places and the severities of findings are.
type columns struct{ places, severities int }

// fit widens the columns for findings.
func (c *columns) fit(group []Finding) {
	for i := range group {
		c.places = max(c.places, placeWidth(&group[i]))
		c.severities = max(c.severities, len(group[i].Severity.String()))
	}
}

// writeRows writes findings in columns.
func writeRows(out *bytes.Buffer, group []Finding, wide columns, s Style) {
	for i := range group {
		f := &group[i]
		severity := f.Severity.String()
		blanks(out, 2+wide.places-placeWidth(f))
		out.Write(appendPlace(out.AvailableBuffer(), f))
		out.WriteString("  ")
		s.write(out, severityPaint(f.Severity), severity, spaces[:min(wide.severities-len(severity), len(spaces))])
		out.WriteString("  ")
		out.WriteString(wording.Visible(f.Message))
		writeLabels(out, f, s)
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

// appendPlace appends the place of f, a dash where there is none.
func appendPlace(dst []byte, f *Finding) []byte {
	if f.Start == nil {
		return append(dst, '-')
	}
	if unsure(f.State) {
		dst = append(dst, '~')
	}
	return strconv.AppendInt(append(strconv.AppendInt(dst, int64(f.Start.Line), 10), ':'), int64(f.Start.Column), 10)
}

// placeWidth returns how many bytes appendPlace appends.
func placeWidth(f *Finding) int {
	var place [48]byte
	return len(appendPlace(place[:0], f))
}

// unsure reports whether nothing confirms the place of a finding in the state.
func unsure(state review.State) bool { return state != review.Located }

// writeLabels writes what stands behind the message: the rule, who says so, and how
// sure the place is.
func writeLabels(out *bytes.Buffer, f *Finding, s Style) {
	if f.Rule != "" && f.Source == review.BuiltIn && !unsure(f.State) {
		s.write(out, dim, "  ", f.Rule)
		return
	}
	s.write(out, dim, labels(f))
}

// labels returns what stands behind the message of any reviewer.
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
			out.WriteString("      ")
			s.write(out, green, what, text)
			out.WriteByte('\n')
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
	s.write(out, dim, spaces[:gutter-len(number)], number, " |")
	out.WriteByte(' ')
	out.WriteString(l.text)
	out.WriteByte('\n')
	s.write(out, dim, spaces[:min(gutter, len(spaces))], " |")
	out.WriteByte(' ')
	blanks(out, l.before)
	s.write(out, severityPaint(f.Severity), carets(l.carets))
	if what, text := remedy(f); what != "" {
		out.WriteByte(' ')
		s.write(out, green, what, text)
	}
	out.WriteByte('\n')
}

// carets returns n carets.
func carets(n int) string {
	const many = "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^"
	if n > len(many) {
		return strings.Repeat("^", n)
	}
	return many[:n]
}

// remedy says what a fix would write, or what a person may choose.
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

// Line counts, in one line.
func (t *Tail) Line(s Style) string {
	var b strings.Builder
	if t.Summary.Findings == 0 {
		b.WriteString(s.paint(green, "No findings") + " in " + wording.Count(t.Summary.Documents, "document"))
	} else {
		b.WriteString(s.paint(bold, wording.Count(t.Summary.Findings, "finding")) + " (")
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
		b.WriteString("; " + s.paint(red, wording.Count(t.Summary.Failures, "failure")))
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
