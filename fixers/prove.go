package fixers

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Prove makes the candidate revisions that the plan leads to and checks the contracts on
// them. It moves each change that breaks its contract to Skipped, and proves the others
// again. It returns the candidates of the documents that change, by path, and the plan
// that made them.
func Prove(in Input, plan Plan) (map[string]*zone.Document, Plan) {
	p := newProver(in)
	p.add(plan.Applied)
	return p.prove(plan.Skipped)
}

// Propose is Build and Prove, without the fixes that are refused in between: refuse returns the reason, or no reason
// where the fix is nobody's business. It works on some documents after the others, so that the trees of few are needed
// at a time.
func Propose(in Input, refuse func(*Applied) (refused bool, why *Skip)) (map[string]*zone.Document, Plan) {
	const many = 1000 // findings, which keep all processors at work
	return propose(in, refuse, many)
}

// propose is Propose by portions of so many findings at least.
func propose(in Input, refuse func(*Applied) (bool, *Skip), least int) (map[string]*zone.Document, Plan) {
	p, b, skipped := newProver(in), newBuilder(in), []Skip(nil)
	for portion := range portions(in.Findings, ordered(in.Findings), least) {
		var plan Plan
		b.plan(in, portion, &plan)
		plan.Applied = slices.DeleteFunc(plan.Applied, func(a Applied) bool {
			refused, why := refuse(&a)
			if why != nil {
				plan.Skipped = append(plan.Skipped, *why)
			}
			return refused
		})
		skipped = append(skipped, plan.Skipped...)
		p.add(plan.Applied)
		var paths []string
		for _, i := range portion {
			paths = append(paths, in.Findings[i].Path)
		}
		p.proveEarly(slices.Compact(paths))
	}
	return p.prove(skipped)
}

// prove makes the candidates and checks the contracts.
func (p *prover) prove(skipped []Skip) (map[string]*zone.Document, Plan) {
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
	return candidates, p.plan(skipped)
}

// A prover holds what is left of a plan.
type prover struct {
	in      Input
	applied []Applied
	// touching has, by document, the indices of the changes that edit it.
	touching map[string][]int
	// early has, by document, the candidate after the first of these changes, nil where they don't hold.
	early map[string]trial
	out   []error // why applied[i] was taken out; nil while it is in
	// wide says that the proof leaves out the whole span of applied[i], as its contract
	// allows, and not its edits alone. It is tried second: the less is left out, the more
	// is proved.
	wide []bool
}

// A trial is the candidate of a document after so many of the changes that edit it.
type trial struct {
	doc     *zone.Document
	changes int
}

func newProver(in Input) *prover {
	return &prover{in: in, touching: map[string][]int{}, early: map[string]trial{}}
}

// add adds changes to what is to be proved.
func (p *prover) add(applied []Applied) {
	for _, a := range applied {
		for _, c := range a.Change {
			if len(c.Edits) > 0 {
				p.touching[c.Path] = append(p.touching[c.Path], len(p.applied))
			}
		}
		p.applied = append(p.applied, a)
	}
	p.out = append(p.out, make([]error, len(applied))...)
	p.wide = append(p.wide, make([]bool, len(applied))...)
}

// proveEarly proves documents in parallel, each with all of its changes so far. It keeps the candidates.
func (p *prover) proveEarly(paths []string) {
	docs := make([]*zone.Document, len(paths))
	parallel.OnAll(len(paths), func(i int) {
		if len(p.touching[paths[i]]) == 0 {
			return
		}
		if doc, err := p.candidate(paths[i], p.touching[paths[i]]); err == nil {
			docs[i] = p.kept(doc)
		}
	})
	for i, path := range paths {
		p.early[path] = trial{docs[i], len(p.touching[path])}
	}
}

// allAtOnce proves the documents, each with all of its changes, unless that was done. It returns the candidates of
// those whose changes hold, and the paths of the others, in which the culprits must be searched for.
func (p *prover) allAtOnce() (candidates map[string]*zone.Document, failing map[string]bool) {
	paths := slices.Sorted(maps.Keys(p.touching))
	p.proveEarly(slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return p.early[path].changes == len(p.touching[path])
	}))
	candidates, failing = map[string]*zone.Document{}, map[string]bool{}
	for _, path := range paths {
		if doc := p.early[path].doc; doc == nil {
			failing[path] = true
		} else {
			candidates[path] = doc
		}
	}
	return candidates, failing
}

// plan returns what is left of the plan.
func (p *prover) plan(skipped []Skip) Plan {
	left := Plan{Skipped: slices.Clone(skipped)}
	for i, a := range p.applied {
		if err := p.out[i]; err != nil {
			left.Skipped = append(left.Skipped, Skip{a.Finding, ContractLost, "Refused: this edit " + err.Error() + "."})
		} else {
			left.Applied = append(left.Applied, a)
		}
	}
	return left
}

// kept returns a candidate that stands, with its bytes where they are to be kept.
func (p *prover) kept(doc *zone.Document) *zone.Document {
	src := doc.Source()
	if p.in.Keep != nil && !doc.ReadAtOnce() {
		src = p.in.Keep(src)
	}
	return doc.Alone(src)
}

// document proves the changes of one document and takes out those that break their
// contract. It returns the candidate, nil where no change is left, and the indices of
// what it took out.
func (p *prover) document(path string) (*zone.Document, []int) {
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
			return p.kept(doc), culprits
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

// culprit returns the index in order of a change that must go, how many of the first
// changes are known to hold together, and what the change breaks. Nearly always it is the
// change nearest to the difference, which then fails alone. Otherwise it is the first
// one, in document order, with which those before it fail. A binary search finds it,
// because a document may have thousands.
func (p *prover) culprit(path string, order []int, good int, err error) (at, holding int, why error) {
	if diff := (*markdown.Difference)(nil); errors.As(err, &diff) {
		near, least := 0, math.MaxInt
		for i := range order {
			if far := distance(p.applied[order[i]].Change.Of(path), diff.At); far < least {
				near, least = i, far
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

// candidate returns the document at path after the given changes, proved, or what they
// break.
func (p *prover) candidate(path string, order []int) (*zone.Document, error) {
	defer parallel.In(path)
	base := p.in.Docs[path]
	var lists [][]source.Edit
	var free []source.Span
	for _, i := range order {
		a := p.applied[i]
		edits := a.Change.Of(path)
		lists = append(lists, edits)
		if a.Contract == LayoutOnly || a.Contract == CommentOnly {
			free = append(free, insertions(edits)...)
		}
		if a.Contract != SpanOnly || path != a.Finding.Path {
			continue
		}
		if p.wide[i] {
			free = append(free, a.Finding.Span)
		}
		for _, e := range edits {
			if a.Finding.Span.Contains(e.Span) && !p.wide[i] || e.Contains(a.Finding.Span) { // not an edit of a link
				free = append(free, e.Span)
			}
		}
	}
	edits, err := source.Merge(lists...)
	if err != nil {
		return nil, fmt.Errorf("can't be made with the others: %w", err)
	}
	doc, err := base.Revise(edits)
	if err != nil {
		return nil, fmt.Errorf("can't be made: %w", err)
	}
	if err := markdown.Compare(base.Document, doc.Document, edits, union(free)); err != nil {
		if path != p.applied[order[0]].Finding.Path {
			err = fmt.Errorf("in %s %w", path, err)
		}
		return nil, err
	}
	moved := source.NewMapping(edits)
	for _, i := range order {
		a := &p.applied[i]
		switch {
		case path != a.Finding.Path:
			continue
		case a.Contract == CommentOnly && !silences(doc, a.Finding, moved):
			return nil, &markdown.Difference{
				At: a.Finding.Span.Start, Line: base.Lines().Number(a.Finding.Span.Start), Effect: "not silence its rule",
			}
		case a.Contract == SpanOnly:
			if err := landing(base, doc, a, moved); err != nil {
				return nil, err
			}
		}
		if own := a.Own(); len(own) > 0 {
			a.Section = base.HeadingPath(own[0].Start)
		}
	}
	return doc, nil
}

// union returns the spans in order, with those that share bytes made one.
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

// distance returns how far the nearest edit is from offset at.
func distance(edits []source.Edit, at int) int {
	best := math.MaxInt
	for _, e := range edits {
		best = min(best, max(0, e.Start-at, at-e.End))
	}
	return best
}
