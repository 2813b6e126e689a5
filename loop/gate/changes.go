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
	// all says that there is no older revision: everything is new.
	all   bool
	spans []source.Span // changed bytes of the document, whole lines, in order
	known map[review.Key]bool
}

// ChangesOf compares a document with its older revision. before is the older revision's bytes, nil when the document is
// new; known is what the built-in reviewers find in it, parsed under the path that the document has now.
//
// A comparison of lines does not show every change: where a section moved, it may show that its neighbour moved, and a
// heading that is gone has no line any more. So a finding counts when it lies on a changed line. A finding of the
// built-in reviewers also counts when the older revision did not have it.
func ChangesOf(doc *zone.Document, before []byte, known []review.Finding) Changes {
	if before == nil {
		return Changes{all: true}
	}
	c := Changes{known: make(map[review.Key]bool, len(known)), spans: changedLines(before, doc.Source())}
	for i := range known {
		c.known[known[i].Key] = true
	}
	return c
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
	if c.all {
		return findings
	}
	var out []review.Finding
	for i := range findings {
		f := &findings[i]
		if c.touches(f) || f.Source == review.BuiltIn && !c.known[f.Key] {
			out = append(out, *f)
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
