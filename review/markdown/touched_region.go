package markdown

import (
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// unchanged reports whether it is proved, by the stretches that the edits touch
// alone, that candidate means what Compare asks for. It never says so where the
// whole trees would not.
func unchanged(base, candidate *Document, edits []source.Edit, free []source.Span) bool {
	touched, ok := touchedBy(base, candidate, edits, free)
	if !ok {
		return false
	}
	moves := newMoves(edits)
	moved := carried(free, edits)
	before, after := regionReader{d: base, at: 1}, regionReader{d: candidate, at: 1}
	before.edited, after.edited = placesOf(edits)
	for _, t := range touched {
		if !fastpath.SameDefinitions(base.Bytes(t.before), candidate.Bytes(t.after)) || !before.find(t.before) || !after.find(t.after) {
			return false
		}
		if len(free) == 0 && moves.alike(&before, &after) {
			continue
		}
		if difference(expected(before.outline(), edits, free), expected(after.outline(), nil, moved)) != nil {
			return false
		}
	}
	return true
}

// A stretcher goes over stretches of a document, in order.
type regionReader struct {
	d        *Document
	at       int // the first node that may be in the next one
	from, to int // the nodes of this one
	edited   []source.Span
	outliner outliner
}

// find sets from and to to the nodes of the blocks in span, which is whole chunks.
// A paragraph beside bullets that was not parsed counts as it is written: its words
// mean the same as long as no edit is among them. It reports false where more would
// have to be parsed.
func (s *regionReader) find(span source.Span) bool {
	nodes := s.d.tree.Nodes
	for s.at < len(nodes) && nodes[s.at].Span.End <= span.Start && nodes[s.at].Span.Start < span.Start {
		s.at = nodes[s.at].End
	}
	s.from, s.to = s.at, s.at
	for s.to < len(nodes) && nodes[s.to].Span.Start < span.End {
		if !span.Contains(nodes[s.to].Span) || s.d.leftOut(s.to) {
			return false
		}
		s.to = nodes[s.to].End
	}
	if s.to < len(nodes) && nodes[s.to].Span.Start == span.End && nodes[s.to].Span.Empty() {
		return false // which may belong to either side
	}
	for i := s.from; i < s.to; i++ {
		if s.d.unparsed(i) && len(source.Touching(s.edited, nodes[i].Span)) > 0 {
			return false
		}
	}
	return true
}

// outline is the tokens of the stretch, until the next one is outlined.
func (s *regionReader) outline() []Token {
	s.outliner = outliner{d: s.d, out: s.outliner.out[:0]}
	for i := s.from; i < s.to; i = s.d.tree.Nodes[i].End {
		s.outliner.node(i)
	}
	return s.outliner.out
}

// unparsed reports whether nodes[i] stands for what was not parsed.
func (d *Document) unparsed(i int) bool {
	n := &d.tree.Nodes[i]
	if !d.tree.Partial || n.Kind != tree.Paragraph || n.End > i+1 {
		return false
	}
	at, _ := slices.BinarySearchFunc(d.tree.Regions, n.Span.Start+1, func(r source.Span, end int) int { return r.End - end })
	return at == len(d.tree.Regions) || d.tree.Regions[at].Start > n.Span.Start
}

// leftOut reports whether nodes[i], a child of the root, stands for whole chunks
// that were not parsed, and not for the text of a paragraph, whose line ending is
// not part of it.
func (d *Document) leftOut(i int) bool {
	end := d.tree.Nodes[i].Span.End
	return d.unparsed(i) && (end == len(d.src) || d.text[end-1] == '\n')
}

// moves is where edits move the values of a document.
type moves struct {
	edits []source.Edit
	shift []int // shift[i] is by how much the first i edits lengthen the bytes
}

func newMoves(edits []source.Edit) moves {
	m := moves{edits, make([]int, len(edits)+1)}
	for i, e := range edits {
		m.shift[i+1] = m.shift[i] + len(e.New) - e.Len()
	}
	return m
}

// of is where a value stands after the edits, those within it and at its ends being
// part of it. It is false where an edit stands on both sides of an end.
func (m *moves) of(s source.Span) (source.Span, bool) {
	from := sort.Search(len(m.edits), func(i int) bool {
		e := m.edits[i].Span
		return e.End > s.Start || e.Empty() && e.Start == s.Start
	})
	to := from + sort.Search(len(m.edits)-from, func(i int) bool { return m.edits[from+i].End > s.End })
	if from < len(m.edits) && m.edits[from].Start < s.Start || to < len(m.edits) && m.edits[to].Start < s.End {
		return source.Span{}, false
	}
	return source.Span{Start: s.Start + m.shift[from], End: s.End + m.shift[to]}, true
}

// alike reports whether two stretches have the same nodes, and the second its
// values where the edits move those of the first. Then what is expected of the
// first is what the second outlines to: nearly always it is so, and quicker to see.
func (m *moves) alike(before, after *regionReader) bool {
	if before.to-before.from != after.to-after.from {
		return false
	}
	for k := range before.to - before.from {
		i, j := before.from+k, after.from+k
		a, b := &before.d.tree.Nodes[i], &after.d.tree.Nodes[j]
		if a.Kind != b.Kind || a.Level != b.Level || a.Tight != b.Tight || a.Start != b.Start || a.End-i != b.End-j ||
			a.Kind == tree.TaskMark && a.Marker != b.Marker || before.d.unparsed(i) != after.d.unparsed(j) {
			return false
		}
		old, now := a.Values(), b.Values()
		for v := range old {
			if at, ok := m.of(old[v]); !ok || at != now[v] {
				return false
			}
		}
		switch {
		case a.Kind == tree.Text:
			// One that is taken away whole leaves no node behind.
			if at, ok := m.of(a.Span); !ok || at != b.Span || at.Empty() {
				return false
			}
		case before.d.unparsed(i):
			if at, ok := m.of(a.Span); !ok || at != b.Span {
				return false
			}
		}
	}
	return true
}
