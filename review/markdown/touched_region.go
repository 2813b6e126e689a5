package markdown

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// unchanged reports whether the regions that the edits touch prove by themselves what
// Compare asks for. It never reports true where the whole trees would not prove it.
func unchanged(base, candidate *Document, edits []source.Edit, free []source.Span) bool {
	touched, ok := touchedBy(base, candidate, candidate.tree().Cuts, edits, free)
	if !ok {
		return false
	}
	moved := carried(free, edits)
	replaced := make([]source.Span, len(edits))
	for i, e := range edits {
		replaced[i] = e.Span
	}
	before, after := regionReader{d: base, at: 1, edited: replaced},
		regionReader{d: candidate, at: 1, edited: written(edits)}
	for _, t := range touched {
		if !fastpath.SameDefinitions(base.Bytes(t.before), candidate.Bytes(t.after)) || !before.find(t.before) ||
			!after.find(t.after) {
			return false
		}
		if difference(expected(before.outline(), edits, free), expected(after.outline(), nil, moved)) != nil {
			return false
		}
	}
	return true
}

// A regionReader finds the nodes of the touched regions of a document, in order.
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
	nodes := s.d.tree().Nodes
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

// outline returns the tokens of the stretch, until the next one is outlined.
func (s *regionReader) outline() []Token {
	s.outliner = outliner{d: s.d, out: s.outliner.out[:0]}
	for i := s.from; i < s.to; i = s.d.tree().Nodes[i].End {
		s.outliner.node(i)
	}
	return s.outliner.out
}

// unparsed reports whether nodes[i] stands for what was not parsed.
func (d *Document) unparsed(i int) bool {
	n := &d.tree().Nodes[i]
	if !d.tree().Partial || n.Kind != tree.Paragraph || n.End > i+1 {
		return false
	}
	at, _ := slices.BinarySearchFunc(d.tree().Regions, n.Span.Start+1,
		func(r source.Span, end int) int { return r.End - end })
	return at == len(d.tree().Regions) || d.tree().Regions[at].Start > n.Span.Start
}

// Unparsed reports whether an offset lies in what was not parsed, because nobody asked for it.
func (d *Document) Unparsed(offset int) bool {
	i := d.InnermostAt(offset)
	return i >= 0 && offset < d.tree().Nodes[i].Span.End && d.unparsed(i)
}

// leftOut reports whether nodes[i], a child of the root, stands for whole chunks
// that were not parsed, and not for the text of a paragraph, whose line ending is
// not part of it.
func (d *Document) leftOut(i int) bool {
	end := d.tree().Nodes[i].Span.End
	return d.unparsed(i) && (end == len(d.src) || d.text[end-1] == '\n')
}
