package gate

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Changes is what was changed in one document since an older revision.
type Changes struct {
	doc, before *zone.Document   // before is nil where there is no older revision: everything is new
	spans       []source.Span    // changed bytes of the document, whole lines, in order
	known       []review.Finding // of the built-in reviewers in the older revision
}

// ChangesOf compares a document with its older revision, nil when the document is new. known is what the built-in
// reviewers find in that, parsed under the path that the document has now.
//
// A finding counts when it lies on a changed line. A finding of the built-in reviewers also counts when the older
// revision did not have it: a change elsewhere brought it about.
func ChangesOf(doc, before *zone.Document, known []review.Finding) Changes {
	if before == nil {
		return Changes{}
	}
	return Changes{doc, before, changedLines(before.Source(), doc.Source()), known}
}

// changedLines returns the byte ranges of after, whole lines, that before does not
// have. Lines that went away leave none. How lines end does not matter: git may
// have stored the older revision with other line endings than the file has.
func changedLines(before, after []byte) []source.Span {
	starts := lineStarts(after)
	norm := unix(after)
	var spans []source.Span
	line, at := 0, 0 // line is the number, from 0, of the line of norm that holds at
	m := source.NewMapping(source.Between(unix(before), norm))
	for i := range m.Edits() {
		s := m.Written(i)
		if s.Empty() {
			continue
		}
		line += bytes.Count(norm[at:s.Start], []byte{'\n'})
		first := line
		line += bytes.Count(norm[s.Start:s.End], []byte{'\n'})
		at = s.End
		end := len(after)
		if norm[at-1] == '\n' {
			end = starts[line]
		}
		spans = append(spans, source.Span{Start: starts[first], End: end})
	}
	return spans
}

// unix returns text with every CRLF as a line feed.
func unix(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// lineStarts returns where the lines of text start, and its end if that is where a line could start.
func lineStarts(text []byte) []int {
	starts := []int{0}
	for i, b := range text {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// Filter returns the findings that count, in their order.
func (c Changes) Filter(findings []review.Finding) []review.Finding {
	counts := c.Count(findings)
	var out []review.Finding
	for i := range findings {
		if counts[i] {
			out = append(out, findings[i])
		}
	}
	return out
}

// Count says of each finding of the document whether it counts.
func (c Changes) Count(findings []review.Finding) []bool {
	out := make([]bool, len(findings))
	var builtIn []review.Finding // the ones on unchanged lines
	var at []int
	for i := range findings {
		f := &findings[i]
		if f.Reason.Code == review.OneShape || f.Reason.Code == review.Generated {
			continue
		}
		out[i] = c.before == nil || c.touches(f)
		if !out[i] && f.Source == review.BuiltIn {
			builtIn, at = append(builtIn, *f), append(at, i)
		}
	}
	if len(builtIn) > 0 {
		for i, was := range review.Carry(c.before, c.doc, c.known, builtIn) {
			out[at[i]] = was < 0
		}
	}
	return out
}

// touches reports whether any line of f was changed. A finding without a place is on no line.
func (c Changes) touches(f *review.Finding) bool {
	if f.State != review.Located && f.State != review.Probable && f.State != review.Region {
		return false
	}
	i, _ := slices.BinarySearchFunc(c.spans, f.Span.Start, func(s source.Span, start int) int {
		if s.End <= start {
			return -1
		}
		return 1
	})
	// An empty finding lies on the line that its position is in.
	return i < len(c.spans) && c.spans[i].Start < max(f.Span.End, f.Span.Start+1)
}
