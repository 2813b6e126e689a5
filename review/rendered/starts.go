package rendered

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Starts is where terms of one table may begin in a document for a reader, so that nobody looks at each word of
// the rest.
type Starts struct {
	text []byte
	next func(text []byte, from int) int
	// all is these places, in order. It isn't listed for a table whose terms may begin anywhere.
	all    []int
	listed bool
}

// StartsOf looks for such places.
func StartsOf(d *zone.Document, table *term.Table) *Starts {
	s := &Starts{text: d.Text(), next: Candidates(table), listed: !table.MayStartAnywhere()}
	switch {
	case !s.listed:
	case d.Partial():
		s.listParsed(d.Nodes())
	default:
		s.list(source.Span{End: len(s.text)})
	}
	return s
}

// listParsed lists the places in the blocks that were parsed: in the others no term begins, which is why they were not.
func (s *Starts) listParsed(nodes []markdown.Node) {
	for i := 1; i < len(nodes); i++ {
		switch n := &nodes[i]; {
		case n.Kind == markdown.HTMLBlock, n.Kind == markdown.LinkDefinition:
			s.list(n.Span)
		case n.Kind.Inline():
			s.list(source.Span{Start: n.Span.Start, End: nodes[n.Parent].Span.End})
			for i+1 < len(nodes) && nodes[i+1].Kind.Inline() {
				i++
			}
		}
	}
}

// list lists the places in a part of the text.
func (s *Starts) list(part source.Span) {
	text := s.text[:part.End]
	for at := s.next(text, part.Start); at < len(text); at = s.next(text, at+1) {
		s.all = append(s.all, at)
	}
}

// None reports whether no term begins in the document.
func (s *Starts) None() bool { return s.listed && len(s.all) == 0 }

// Within reports whether a term may begin in a part of the document.
func (s *Starts) Within(part source.Span) bool {
	if s.listed {
		i, _ := slices.BinarySearch(s.all, part.Start)
		return i < len(s.all) && s.all[i] < part.End
	}
	text := s.text[:part.End]
	return s.next(text, part.Start) < len(text)
}

// InOrder is Within for parts one behind the other; it forgets what is before them. It is true where nothing is listed.
func (s *Starts) InOrder(start, end int) bool {
	if !s.listed {
		return true
	}
	for len(s.all) > 0 && s.all[0] < start {
		s.all = s.all[1:]
	}
	return len(s.all) > 0 && s.all[0] < end
}

// Candidates returns the function that finds the next place where a term may begin for a reader,
// which is none within an address.
func Candidates(table *term.Table) func([]byte, int) int {
	return func(text []byte, from int) int {
		at := table.Candidate(text, from)
		for at < len(text) && zone.InAddress(text, at) {
			at = table.Candidate(text, at+1)
		}
		for from < at {
			n := bytes.IndexByte(text[from:at], '&')
			if n < 0 {
				break
			}
			from += n
			if length, seen := reference(text[from:]); length > 1 {
				if r, _ := utf8.DecodeRune(seen); table.MayStart(r) {
					return from
				}
			}
			from++
		}
		return at
	}
}
