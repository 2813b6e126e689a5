package markdown

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A PartialParser makes documents that are parsed as far as some reviewers need them.
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
	// kept is the trees of the documents that Later made.
	kept *readings
}

// NewPartialParser returns a parser for documents of which this much is needed.
func NewPartialParser(n fastpath.Needs) *PartialParser {
	return &PartialParser{needs: n, kept: &readings{most: mostReadings, turn: new(atomic.Uint32)}}
}

// Sharing has k and other keep as many trees together as one of them would, of bytes that keeper keeps, nil for none.
// It returns k, which made no document yet.
func (k *PartialParser) Sharing(other *PartialParser, keeper source.Keeper) *PartialParser {
	if k.kept = other.kept; keeper != nil {
		k.kept.keeper, k.kept.turn = keeper, keeper.Turn()
	}
	return k
}

// Parse reads src, the bytes of the document at path. The caller must not change src
// afterwards.
func (k *PartialParser) Parse(path string, src []byte) *Document {
	d := k.document(path, src)
	d.now = &reading{}
	k.read(d, &d.now.tree)
	return d
}

// Later is Parse, but reads the tree when something of it is first asked for, and again where the trees of documents
// that were read since take much memory.
func (k *PartialParser) Later(path string, src []byte) *Document {
	if k.kept.keeper != nil {
		k.kept.keeper.Read(len(src))
	}
	d := k.document(path, src)
	d.later = &laterReading{among: k.kept}
	return d
}

// document returns the document without its tree.
func (k *PartialParser) document(path string, src []byte) *Document {
	d := newDocument(path, src, DialectOf(path))
	d.parser, d.memory.headings.Pool = k, &k.headings
	return d
}

// read makes t the tree of d, by memory that is used again.
func (k *PartialParser) read(d *Document, t *tree.Tree) {
	m, _ := k.memory.Get().(*partialMemory)
	if m == nil {
		m = &partialMemory{}
	}
	defer k.memory.Put(m)
	d.read(&m.tree, &m.reader, k.needs)
	*t = m.leave(m.tree)
}

// partialMemory is what a tree is made in.
type partialMemory struct {
	reader fastpath.Reader
	tree   tree.Tree
}

// leave returns a tree with memory of its own, no larger than it need be: a run may keep many.
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

// Revise returns d after the edits, such as source.Apply takes them. It is parsed as d
// is: wholly, or as far as the same reviewers need it, and where the edits are.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	src, err := source.Apply(d.src, edits)
	if err != nil {
		return nil, err
	}
	if d.parser == nil {
		return Parse(d.Path, src, d.Dialect), nil
	}
	revised := d.parser.document(d.Path, src)
	revised.of = &revision{d, edits}
	if d.later != nil {
		revised.later = &laterReading{among: d.later.among}
		return revised, nil
	}
	revised.now = &reading{}
	d.parser.read(revised, &revised.now.tree)
	revised.of = nil
	return revised, nil
}

// Alone returns d without the document that Revise made it from, and with src for its bytes, which are the same.
func (d *Document) Alone(src []byte) *Document {
	if d.later == nil {
		return d
	}
	alone := *d
	alone.src, alone.text, alone.of = src, source.WithLineFeeds(src), nil
	alone.later = &laterReading{among: d.later.among}
	if r := d.later.now.Load(); r != nil {
		d.Forget()
		alone.later.keep(r)
	}
	return &alone
}

// A revision is what a document came from.
type revision struct {
	base  *Document
	edits []source.Edit
}

// touched returns the parts of d that the edits touch. cuts is where its chunks begin.
func (r *revision) touched(d *Document, cuts []int32) ([]source.Span, bool) {
	regions, ok := touchedBy(r.base, d, cuts, r.edits, nil)
	var out []source.Span
	for _, t := range regions {
		out = append(out, t.after)
	}
	return out, ok
}

// written returns the places of the new texts in the revision that the edits make.
func written(edits []source.Edit) []source.Span {
	m := source.NewMapping(edits)
	out := make([]source.Span, len(edits))
	for i := range out {
		out[i] = m.Written(i)
	}
	return out
}

// A touchedRegion is whole chunks of a document, and the whole chunks that edits made of
// them.
type touchedRegion struct{ before, after source.Span }

// touchedBy returns the regions that the edits touch, in order. The bytes between them are
// the same before and after, and cut into chunks at both ends. They are parsed to the same
// blocks, unless the document defines other links now. No span of free crosses the edge of
// a region. cuts is those of the candidate. touchedBy reports false where the two documents have no cuts in common.
func touchedBy(
	base, candidate *Document, cuts []int32, edits []source.Edit, free []source.Span,
) ([]touchedRegion, bool) {
	if len(base.tree().Cuts) == 0 || len(cuts) == 0 || base.front != candidate.front {
		return nil, false
	}
	if len(edits) > 0 && (edits[0].Start < base.front.End || edits[0].End <= base.front.End) {
		return nil, false // it may be one of the front matter
	}
	var out []touchedRegion
	last := touchedRegion{before: base.front, after: candidate.front} // ends where the region begins
	m := source.NewMapping(edits)
	next, done, j := 0, 0, 0
	end := func(before, after int) {
		if next > done {
			out = append(out, touchedRegion{source.Span{Start: last.before.End, End: before},
				source.Span{Start: last.after.End, End: after}})
		}
		done, last.before.End, last.after.End = next, before, after
	}
	for _, c := range base.tree().Cuts {
		cut := source.Span{Start: int(c), End: int(c)}
		for next < len(edits) && edits[next].End <= cut.Start && edits[next].Start < cut.Start {
			next++
		}
		// An insertion at a cut belongs to the chunks on both sides.
		after, touch := m.Span(cut, source.Wide)
		if touch != source.Untouched || len(source.Touching(free, cut)) > 0 {
			continue
		}
		for j < len(cuts) && int(cuts[j]) < after.Start {
			j++
		}
		if j < len(cuts) && int(cuts[j]) == after.Start {
			end(cut.Start, after.Start)
		}
	}
	next = len(edits)
	end(len(base.src), len(candidate.src))
	return out, true
}
