package markdown

import (
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A mdPartialParser makes documents that are parsed as far as some reviewers need them.
// It may be used by several goroutines.
//
// Most of a document can be proved clean without a tree: no term occurs in a
// paragraph, a heading is plain text, a list has the right bullets. Where that is
// proved the document has a single empty paragraph instead. All headings are there.
// Whoever needs more than what the reviewers look at is to ask for Whole.
type PartialParser struct {
	needs  fastpath.Needs
	memory sync.Pool // of *partialMemory
	// headings lends what headings are found in.
	headings sync.Pool
}

// mdNewPartialParser is for documents of which this much is needed.
func NewPartialParser(n fastpath.Needs) *PartialParser { return &PartialParser{needs: n} }

// Parse reads src, the bytes of the document at path. The caller must not change src
// afterwards.
func (k *PartialParser) Parse(path string, src []byte) *Document { return k.parse(path, src, nil) }

func (k *PartialParser) parse(path string, src []byte, of *revision) *Document {
	m, _ := k.memory.Get().(*partialMemory)
	if m == nil {
		m = &partialMemory{}
	}
	defer k.memory.Put(m)
	d := newDocument(path, src)
	d.parser, d.memory.headings.Pool = k, &k.headings
	d.tree = m.tree
	d.read(&m.reader, k.needs, of)
	m.tree = d.tree
	d.tree = m.leave(d.tree)
	return d
}

// partialMemory is what a tree is made in.
type partialMemory struct {
	reader fastpath.Reader
	tree   tree.Tree
}

// leave is a tree with memory of its own, no larger than it need be: a run may keep many.
func (m *partialMemory) leave(t tree.Tree) tree.Tree {
	t.Regions = slices.Clone(t.Regions)
	if len(t.Nodes) > manyNodes { // of which two would be a good part of the memory of a run
		m.tree = tree.Tree{}
		return t
	}
	t.Nodes, t.Code = slices.Clone(t.Nodes), slices.Clone(t.Code)
	return t
}

// manyNodes is 2 MB of them.
const manyNodes = 2 << 20 / 64

// Revise is d after the edits, such as source.Apply takes them. It is parsed as d
// is: wholly, or as far as the same reviewers need it, and where the edits are.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	src, err := source.Apply(d.src, edits)
	if err != nil {
		return nil, err
	}
	if d.parser == nil {
		return Parse(d.Path, src), nil
	}
	return d.parser.parse(d.Path, src, &revision{d, edits}), nil
}

// A revision is what a document came from.
type revision struct {
	base  *Document
	edits []source.Edit
}

// touched is the parts of d that the edits touch. cuts is where its chunks begin.
func (r *revision) touched(d *Document, cuts []int32) ([]source.Span, bool) {
	d.tree.Cuts = cuts
	regions, ok := touchedBy(r.base, d, r.edits, nil)
	var out []source.Span
	for _, t := range regions {
		out = append(out, t.after)
	}
	return out, ok
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
type touchedRegion struct{ before, after source.Span }

// touchedBy is the stretches that the edits touch, in order. What is between them
// is the same bytes before and after, cut into chunks at both ends: it is parsed to
// the same blocks, unless what the document defines for links has changed. The
// spans in free do not reach over the ends of a stretch. It is false where the two
// have no cuts in common.
func touchedBy(base, candidate *Document, edits []source.Edit, free []source.Span) ([]touchedRegion, bool) {
	if len(base.tree.Cuts) == 0 || len(candidate.tree.Cuts) == 0 || base.front != candidate.front {
		return nil, false
	}
	if len(edits) > 0 && (edits[0].Start < base.front.End || edits[0].End <= base.front.End) {
		return nil, false // it may be one of the front matter
	}
	var out []touchedRegion
	last := touchedRegion{before: base.front, after: candidate.front} // ends where the stretch begins
	shift, next, done, j := 0, 0, 0, 0
	end := func(before, after int) {
		if next > done {
			out = append(out, touchedRegion{source.Span{Start: last.before.End, End: before}, source.Span{Start: last.after.End, End: after}})
		}
		done, last.before.End, last.after.End = next, before, after
	}
	for _, c := range base.tree.Cuts {
		cut := int(c)
		for next < len(edits) && edits[next].End <= cut && edits[next].Start < cut {
			shift += len(edits[next].New) - edits[next].Len()
			next++
		}
		for j < len(candidate.tree.Cuts) && int(candidate.tree.Cuts[j]) < cut+shift {
			j++
		}
		if j == len(candidate.tree.Cuts) || int(candidate.tree.Cuts[j]) != cut+shift || next < len(edits) && splits(edits[next].Span, cut) || reached(free, cut) {
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
	return len(source.Touching(spans, source.Span{Start: cut, End: cut})) > 0
}
