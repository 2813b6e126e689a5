package review

import (
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Sketches makes documents that are parsed as far as some reviewers need them: see
// Run.Review. It may be used by several goroutines.
type Sketches struct {
	needs  needs
	known  bool // whether what the reviewers need is known; else all is parsed
	memory sync.Pool
}

// NewSketches is for documents that these reviewers look at under these rules.
func NewSketches(set *rules.Set, reviewers []Reviewer) *Sketches {
	k := &Sketches{}
	k.needs, k.known = needsOf(set, reviewers)
	return k
}

// Document reads src, the bytes of the document at path. The caller must not
// change src afterwards.
func (k *Sketches) Document(path string, src []byte) *Document {
	return k.sketch(path, src, nil)
}

func (k *Sketches) sketch(path string, src []byte, of *revision) *Document {
	d := sketch(&k.memory, k.needs, k.known, path, src, of)
	d.by = k
	return d
}

// Revise is d after the edits, such as source.Apply takes them. It is parsed as d
// is: wholly, or as far as the same reviewers need it, and where the edits are.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	src, err := source.Apply(d.src, edits)
	if err != nil {
		return nil, err
	}
	if d.by == nil {
		return Parse(d.Path, src), nil
	}
	return d.by.sketch(d.Path, src, &revision{d, edits}), nil
}

// A revision is what a document came from.
type revision struct {
	base  *Document
	edits []source.Edit
}

// cuts is where the chunks begin.
func (s *splitter) cuts() []int32 {
	out := make([]int32, len(s.chunks))
	for i := range s.chunks {
		out[i] = int32(s.chunks[i].Start)
	}
	return out
}

// touch marks the chunks of d that the edits of a revision reach. It reports false
// where the two have no cuts in common.
func (s *sketcher) touch(d *Document, of *revision) bool {
	touched, ok := touchedBy(of.base, d, of.edits, nil)
	if !ok {
		return false
	}
	for _, t := range touched {
		for i := s.index(t.after.Start); i < len(s.chunks) && s.chunks[i].Start < t.after.End; i++ {
			s.chunks[i].marks |= needed
		}
	}
	_, s.edited = placesOf(of.edits)
	return true
}

// placesOf is where edits are before they are made and where what they write is
// then.
func placesOf(edits []source.Edit) (before, after []source.Span) {
	before, after = make([]source.Span, len(edits)), make([]source.Span, len(edits))
	shift := 0
	for i, e := range edits {
		before[i], after[i] = e.Span, source.Span{Start: e.Start + shift, End: e.Start + shift + len(e.New)}
		shift += len(e.New) - e.Len()
	}
	return before, after
}

// A stretch is whole chunks of a document and what edits made of them, which is
// whole chunks too.
type stretch struct{ before, after source.Span }

// touchedBy is the stretches that the edits touch, in order. What is between them
// is the same bytes before and after, cut into chunks at both ends: it is parsed to
// the same blocks, unless what the document defines for links has changed. The
// spans in free do not reach over the ends of a stretch. It is false where the two
// have no cuts in common.
func touchedBy(base, candidate *Document, edits []source.Edit, free []source.Span) ([]stretch, bool) {
	if len(base.cuts) == 0 || len(candidate.cuts) == 0 || base.front != candidate.front {
		return nil, false
	}
	if len(edits) > 0 && (edits[0].Start < base.front.End || edits[0].End <= base.front.End) {
		return nil, false // it may be one of the front matter
	}
	var out []stretch
	last := stretch{before: base.front, after: candidate.front} // ends where the stretch begins
	shift, next, done, j := 0, 0, 0, 0
	end := func(before, after int) {
		if next > done {
			out = append(out, stretch{source.Span{Start: last.before.End, End: before}, source.Span{Start: last.after.End, End: after}})
		}
		done, last.before.End, last.after.End = next, before, after
	}
	for _, c := range base.cuts {
		cut := int(c)
		for next < len(edits) && edits[next].End <= cut && edits[next].Start < cut {
			shift += len(edits[next].New) - edits[next].Len()
			next++
		}
		for j < len(candidate.cuts) && int(candidate.cuts[j]) < cut+shift {
			j++
		}
		if j == len(candidate.cuts) || int(candidate.cuts[j]) != cut+shift || next < len(edits) && splits(edits[next].Span, cut) || reached(free, cut) {
			continue
		}
		end(cut, cut+shift)
	}
	next = len(edits)
	end(len(base.src), len(candidate.src))
	return out, true
}

// splits reports whether an edit stands on both sides of a cut: an insertion there
// belongs to what is before it as well as to what is behind it.
func splits(edit source.Span, cut int) bool {
	return edit.Start < cut || edit.Empty() && edit.Start == cut
}

// reached reports whether a cut lies in one of the spans, or at an end of it.
func reached(spans []source.Span, cut int) bool {
	return len(reaching(spans, source.Span{Start: cut, End: cut})) > 0
}

// unchanged reports whether it is proved, by the stretches that the edits touch
// alone, that candidate means what Compare asks for. It never says so where the
// whole trees would not.
func unchanged(base, candidate *Document, edits []source.Edit, free []source.Span) bool {
	touched, ok := touchedBy(base, candidate, edits, free)
	if !ok {
		return false
	}
	moved := carried(free, edits)
	before, after := stretcher{d: base, at: 1}, stretcher{d: candidate, at: 1}
	before.edited, after.edited = placesOf(edits)
	for _, t := range touched {
		if !sameDefinitions(base.Bytes(t.before), candidate.Bytes(t.after)) || !before.outline(t.before) || !after.outline(t.after) {
			return false
		}
		if difference(expected(before.out, edits, free), expected(after.out, nil, moved)) != nil {
			return false
		}
	}
	return true
}

// A stretcher outlines stretches of a document, in order.
type stretcher struct {
	d      *Document
	at     int // the first node that may be in the next one
	edited []source.Span
	outliner
}

// outline sets out to the tokens of the blocks in span, which is whole chunks. A
// paragraph beside bullets that was not parsed counts as it is written: its words
// mean the same as long as no edit is among them. It reports false where more would have
// to be parsed.
func (s *stretcher) outline(span source.Span) bool {
	s.outliner = outliner{d: s.d, out: s.out[:0]}
	nodes := s.d.nodes
	for s.at < len(nodes) && nodes[s.at].Span.End <= span.Start && nodes[s.at].Span.Start < span.Start {
		s.at = nodes[s.at].End
	}
	for i := s.at; i < len(nodes) && nodes[i].Span.Start < span.End; i = nodes[i].End {
		if !span.Contains(nodes[i].Span) || s.d.leftOut(i) {
			return false
		}
		for j := i; j < nodes[i].End; j++ {
			if s.d.unparsed(j) && len(reaching(s.edited, nodes[j].Span)) > 0 {
				return false
			}
		}
		s.node(i)
	}
	return true
}

// unparsed reports whether nodes[i] stands for what was not parsed.
func (d *Document) unparsed(i int) bool {
	n := &d.nodes[i]
	if !d.partial || n.Kind != Paragraph || n.End > i+1 {
		return false
	}
	at, _ := slices.BinarySearchFunc(d.regions, n.Span.Start+1, func(r source.Span, end int) int { return r.End - end })
	return at == len(d.regions) || d.regions[at].Start > n.Span.Start
}

// leftOut reports whether nodes[i], a child of the root, stands for whole chunks
// that were not parsed, and not for the text of a paragraph, whose line ending is
// not part of it.
func (d *Document) leftOut(i int) bool {
	end := d.nodes[i].Span.End
	return d.unparsed(i) && (end == len(d.src) || d.src[end-1] == '\n')
}
