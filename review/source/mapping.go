package source

import "sort"

// A Mapping carries places of one revision to the next: by the edits of a plan, or by those of Between and BetweenWords
// for two stored revisions. Its methods take logarithmic time. A Mapping without edits leaves every place where it is.
type Mapping struct {
	edits []Edit
	shift []int // shift[i] is by how much the first i edits lengthen the bytes
}

// NewMapping returns the Mapping of edits that Apply accepts. It keeps edits if they are sorted by span, else a sorted
// copy.
func NewMapping(edits []Edit) Mapping {
	edits = sortEdits(edits)
	m := Mapping{edits, make([]int, len(edits)+1)}
	for i, e := range edits {
		m.shift[i+1] = m.shift[i] + len(e.New) - e.Len()
	}
	return m
}

// Edits returns the edits in order. The caller must not change them.
func (m Mapping) Edits() []Edit { return m.edits }

// Written returns where the new text of the i-th edit stands after the edits.
func (m Mapping) Written(i int) Span {
	start := m.edits[i].Start + m.shift[i]
	return Span{start, start + len(m.edits[i].New)}
}

// Edges says whether text that is inserted exactly at an edge of a span belongs to it.
type Edges uint8

const (
	// Tight spans do not include it. An empty span stays in front of it.
	Tight Edges = iota
	// Wide spans grow to include it, and it touches them.
	Wide
)

// A Touch says how edits changed a span.
type Touch uint8

const (
	// Untouched spans have the same bytes as before.
	Untouched Touch = iota
	// Inside says that edits changed the span and none reaches over an edge of it.
	Inside
	// Across says that an edit replaced bytes on both sides of an edge.
	Across
)

// Span returns where s stands after the edits, and what they did to it. A touched span holds what the edits made of its
// bytes: a replacement that reaches over an edge of s belongs to it as a whole. Edits that end or begin at an edge do
// not touch s, except for insertions under Wide.
func (m Mapping) Span(s Span, edges Edges) (Span, Touch) {
	from := sort.Search(len(m.edits), func(i int) bool {
		e := m.edits[i]
		return e.End > s.Start || e.Span == Span{s.Start, s.Start} && (edges == Wide || s.Empty())
	})
	to := from + sort.Search(len(m.edits)-from, func(i int) bool {
		e := m.edits[from+i]
		return e.Start >= s.End && (edges == Tight || e.End > s.End)
	})
	out, touch := s, Untouched
	if from < to {
		first, last := m.edits[from], m.edits[to-1]
		touch = Inside
		if first.Start < s.Start || last.End > s.End {
			touch = Across
		}
		out = Span{min(s.Start, first.Start), max(s.End, last.End)}
	}
	return Span{out.Start + m.shift[from], out.End + m.shift[to]}, touch
}
