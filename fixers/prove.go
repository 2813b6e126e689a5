package fixers

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Prove makes the candidate revisions that the plan leads to and holds them to
// the contracts. A change that breaks its contract is taken out alone, moved to
// Skipped, and the rest is proved again. The result holds the candidates of the
// documents that change, by path, and the plan that made them.
func Prove(in Input, plan Plan) (map[string]*review.Document, Plan) {
	p := newProver(in, plan.Applied)
	candidates, work := p.allAtOnce()
	for len(work) > 0 {
		again := map[string]bool{}
		for _, path := range slices.Sorted(maps.Keys(work)) {
			delete(candidates, path)
			doc, culprits := p.document(path)
			if doc != nil {
				candidates[path] = doc
			}
			for _, i := range culprits {
				// What a culprit did to other documents is undone as well.
				for _, other := range p.applied[i].Change {
					again[other.Path] = true
				}
			}
			delete(again, path)
		}
		work = again
	}
	return candidates, p.plan(plan.Skipped)
}

// A prover holds what is left of a plan.
type prover struct {
	in      Input
	applied []Applied // the caller's: it isn't changed
	// touching has, by document, the indices of the changes that edit it: a run
	// over thousands of documents must not look at all changes for each of them.
	touching map[string][]int
	out      []error // why applied[i] was taken out; nil while it is in
	// wide says that the proof excepts the whole place of applied[i], as its
	// contract allows, and not its edits alone. It is tried second: the less is
	// excepted, the more is proved.
	wide []bool
}

func newProver(in Input, applied []Applied) *prover {
	p := &prover{in: in, applied: applied, touching: map[string][]int{}, out: make([]error, len(applied)), wide: make([]bool, len(applied))}
	for i, a := range applied {
		for _, c := range a.Change {
			if len(c.Edits) > 0 {
				p.touching[c.Path] = append(p.touching[c.Path], i)
			}
		}
	}
	return p
}

// allAtOnce proves the documents on all processors, as if every change held. It
// returns the candidates of those in which that is so, and the paths of the
// others, whose changes must be looked at one after the other.
func (p *prover) allAtOnce() (candidates map[string]*review.Document, failing map[string]bool) {
	paths := slices.Sorted(maps.Keys(p.touching))
	docs := make([]*review.Document, len(paths))
	parallel.OnAll(len(paths), func(i int) { docs[i], _ = p.candidate(paths[i], p.touching[paths[i]]) })
	candidates, failing = map[string]*review.Document{}, map[string]bool{}
	for i, doc := range docs {
		if doc == nil {
			failing[paths[i]] = true
		} else {
			candidates[paths[i]] = doc
		}
	}
	return candidates, failing
}

// plan is what is left of the plan.
func (p *prover) plan(skipped []Skip) Plan {
	left := Plan{Skipped: slices.Clone(skipped)}
	if !slices.ContainsFunc(p.out, func(err error) bool { return err != nil }) {
		left.Applied = p.applied
		return left
	}
	for i, a := range p.applied {
		if err := p.out[i]; err != nil {
			left.Skipped = append(left.Skipped, Skip{a.Finding, ContractLost, err.Error()})
		} else {
			left.Applied = append(left.Applied, a)
		}
	}
	return left
}

// document proves the changes of one document, takes out those that break their
// contract, and returns the candidate and the indices of what it took out. There
// is no candidate when nothing is left to do.
func (p *prover) document(path string) (*review.Document, []int) {
	var order []int
	for _, i := range p.touching[path] {
		if p.out[i] == nil {
			order = append(order, i)
		}
	}
	var culprits []int
	good := 0 // that many of the first changes are known to hold together
	for len(order) > 0 {
		doc, err := p.candidate(path, order)
		if err == nil {
			return doc, culprits
		}
		at := 0
		at, good, err = p.culprit(path, order, good, err)
		if i := order[at]; p.applied[i].Contract == SpanOnly && !p.wide[i] && path == p.applied[i].Finding.Path {
			p.wide[i] = true
			continue
		}
		culprits = append(culprits, order[at])
		p.out[order[at]] = err
		order = slices.Delete(order, at, at+1)
	}
	return nil, culprits
}

// culprit is the index in order of a change that must go, how many of the first
// changes are known to hold together, and what the change breaks. A change that
// breaks the document on its own where the difference shows is at fault, and
// nearly always that is it. Where changes only fail together, it is the first
// one, in document order, with which those before it fail: it is found by
// halving, because a document may hold thousands.
func (p *prover) culprit(path string, order []int, good int, err error) (at, holding int, why error) {
	if diff := (*review.Difference)(nil); errors.As(err, &diff) {
		near := 0
		for i := range order {
			if distance(p.applied[order[i]].Change.Of(path), diff.At) < distance(p.applied[order[near]].Change.Of(path), diff.At) {
				near = i
			}
		}
		if _, alone := p.candidate(path, order[near:near+1]); alone != nil && near >= good {
			return near, good, alone
		}
	}
	holds, fails := good, len(order)
	for fails-holds > 1 {
		middle := (holds + fails) / 2
		if _, e := p.candidate(path, order[:middle]); e == nil {
			holds = middle
		} else {
			fails, err = middle, e
		}
	}
	return holds, holds, err
}

// candidate is the document at path after the given changes, proved, or the
// reason why it can't be.
func (p *prover) candidate(path string, order []int) (*review.Document, error) {
	defer parallel.In(path)
	base := p.in.Docs[path]
	var lists [][]source.Edit
	var free []source.Span
	for _, i := range order {
		a := p.applied[i]
		edits := a.Change.Of(path)
		lists = append(lists, edits)
		if a.Contract != SpanOnly || path != a.Finding.Path {
			continue
		}
		if p.wide[i] {
			free = append(free, a.Finding.Span)
			continue
		}
		for _, e := range edits {
			if a.Finding.Span.Contains(e.Span) { // not the links that are carried along
				free = append(free, e.Span)
			}
		}
	}
	edits, err := source.Merge(lists...)
	if err != nil {
		return nil, err
	}
	doc, err := base.Revise(edits)
	if err != nil {
		return nil, err
	}
	if err := review.Compare(base.MdDocument, doc.MdDocument, edits, union(free)); err != nil {
		return nil, fmt.Errorf("the change of %s reaches further than its place: %w", path, err)
	}
	return doc, nil
}

// union is the spans in order, those that share bytes made one.
func union(spans []source.Span) []source.Span {
	slices.SortFunc(spans, source.Compare)
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && (s.Start < out[n-1].End || s == out[n-1]) {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// distance is how far the nearest edit is from offset at.
func distance(edits []source.Edit, at int) int {
	best := int(^uint(0) >> 1)
	for _, e := range edits {
		switch {
		case at < e.Start:
			best = min(best, e.Start-at)
		case at > e.End:
			best = min(best, at-e.End)
		default:
			return 0
		}
	}
	return best
}
