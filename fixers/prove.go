package fixers

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Prove makes the candidate revisions that the plan leads to and checks the contracts on them. It moves each change
// that breaks its contract to Skipped, and proves the others again. It returns the candidates of the documents that
// change, by path, and the plan that made them.
func Prove(in Input, plan Plan) (map[string][]byte, Plan) {
	p := newProver(in, plan.Applied)
	return p.prove(plan.Skipped)
}

// Propose is Build and Prove, without the fixes that are refused in between: refuse returns the reason, or nil to drop
// the fix without a report. Where a fix had to wait for another one that breaks its contract, Propose plans again
// without that one, a few times.
func Propose(in Input, refuse func(*Applied) (refused bool, why *Skip)) (map[string][]byte, Plan) {
	const times = 3
	var broken []Skip
	for n := 1; ; n++ {
		plan := Build(in)
		plan.Applied = slices.DeleteFunc(plan.Applied, func(a Applied) bool {
			refused, why := refuse(&a)
			if why != nil {
				plan.Skipped = append(plan.Skipped, *why)
			}
			return refused
		})
		p := newProver(in, plan.Applied)
		candidates, plan := p.prove(plan.Skipped)
		vain := p.waitedFor(plan.Skipped)
		if len(vain) == 0 || n == times {
			plan.Skipped = append(plan.Skipped, broken...)
			return candidates, plan
		}
		broken = append(broken, vain...)
		in.Findings = slices.DeleteFunc(slices.Clone(in.Findings), func(f *review.Finding) bool {
			return slices.ContainsFunc(vain, func(s Skip) bool { return s.Finding == f })
		})
	}
}

// waitedFor returns the refused fixes that blocked another fix: one at the same place, or one that renames a heading in
// the same document.
func (p *prover) waitedFor(skipped []Skip) []Skip {
	waiting, renames := map[string][]source.Span{}, map[string]bool{}
	for _, s := range skipped {
		if s.Reason == Conflict {
			waiting[s.Finding.Path] = append(waiting[s.Finding.Path], s.Finding.Span)
			renames[s.Finding.Path] = renames[s.Finding.Path] || s.Detail == renamesMeet
		}
	}
	renaming := p.brokenRenames()
	for i := range p.applied {
		if a := &p.applied[i]; p.out[i] == nil && len(renaming[a.Finding.Path]) > 0 && !renames[a.Finding.Path] {
			renames[a.Finding.Path] = p.renames(a)
		}
	}
	var out []Skip
	for _, s := range skipped {
		path := s.Finding.Path
		if s.Reason == ContractLost && (renames[path] && slices.Contains(renaming[path], s.Finding) ||
			slices.ContainsFunc(waiting[path], s.Finding.Span.Touches)) {
			out = append(out, s)
		}
	}
	return out
}

// brokenRenames returns the findings, by document, whose fixes would change a heading and were taken out.
func (p *prover) brokenRenames() map[string][]*review.Finding {
	out := map[string][]*review.Finding{}
	for i := range p.applied {
		if a := &p.applied[i]; p.out[i] != nil && p.renames(a) {
			out[a.Finding.Path] = append(out[a.Finding.Path], a.Finding)
		}
	}
	return out
}

// renames reports whether a fix changes a heading.
func (p *prover) renames(a *Applied) bool {
	path := a.Finding.Path
	return link.ChangesHeadings(p.in.Docs.Document(path), a.Change.Of(path))
}

// prove makes the candidates and checks the contracts. It tries all changes of each document at once. Only where that
// fails it searches for the changes that must go.
func (p *prover) prove(skipped []Skip) (map[string][]byte, Plan) {
	paths := slices.Sorted(maps.Keys(p.touching))
	docs := make([][]byte, len(paths))
	parallel.OnAll(len(paths), func(i int) { docs[i], _ = p.try(paths[i], p.touching[paths[i]]) })
	candidates, work := map[string][]byte{}, map[string]bool{}
	for i, path := range paths {
		if docs[i] == nil {
			work[path] = true
		} else {
			candidates[path] = docs[i]
		}
	}
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

// errStopped is why a change is taken out that nobody had the time to prove.
var errStopped = errors.New("was not proved in time")

// A prover holds what is left of a plan.
type prover struct {
	in      Input
	applied []Applied
	// touching has, by document, the indices of the changes that edit it.
	touching map[string][]int
	out      []error // why applied[i] was taken out; nil while it is in
	// free is what the proof of applied[i] leaves out, if its contract is SpanOnly.
	free []freedom
	// strict is what applied[i] breaks by its contract alone. A person learns more from it than from the blocks.
	strict []error
	// bound has, for applied[i], the changes that hold with it alone: one sets a mark and another one its partner.
	bound map[int][]int
}

func newProver(in Input, applied []Applied) *prover {
	p := &prover{
		in: in, applied: slices.Clone(applied), touching: map[string][]int{},
		out: make([]error, len(applied)), free: make([]freedom, len(applied)), strict: make([]error, len(applied)),
		bound: map[int][]int{},
	}
	for i, a := range applied {
		for _, c := range a.Change {
			if len(c.Edits) > 0 {
				p.touching[c.Path] = append(p.touching[c.Path], i)
			}
		}
	}
	return p
}

// plan returns what is left of the plan.
func (p *prover) plan(skipped []Skip) Plan {
	left := Plan{Skipped: slices.Clone(skipped)}
	for i, a := range p.applied {
		if err := p.out[i]; err != nil {
			s := Skip{Finding: a.Finding, Reason: ContractLost, Detail: "Refused: this edit " + err.Error() + "."}
			if errors.Is(err, errStopped) {
				s.Reason, s.Detail = NotReached, "The time was used up before this was tried."
			}
			if lost := (lostMarkup{}); errors.As(err, &lost) {
				s.Harm = review.LostMarkup
			}
			left.Skipped = append(left.Skipped, s)
		} else {
			left.Applied = append(left.Applied, a)
		}
	}
	return left
}

// document proves the changes of one document and takes out those that break their contract. It returns the candidate,
// nil where no change is left, and the indices of what it took out.
func (p *prover) document(path string) ([]byte, []int) {
	var order []int
	for _, i := range p.touching[path] {
		if p.out[i] == nil {
			order = append(order, i)
		}
	}
	var culprits []int
	for len(order) > 0 {
		if p.in.Stop != nil && p.in.Stop() {
			for _, i := range order {
				p.out[i] = errStopped
			}
			return nil, append(culprits, order...)
		}
		doc, err := p.try(path, order)
		if err == nil {
			return doc, culprits
		}
		c, breaks := p.culprit(path, order, err)
		if a := p.applied[c]; a.Contract == SpanOnly && p.free[c] < mostFree(a.Finding) && path == a.Finding.Path {
			p.free[c]++
			p.strict[c] = breaks
			continue
		} else if p.holdTogether(path, order, c) {
			continue
		} else if p.out[c] = p.reason(c, breaks); path != a.Finding.Path {
			p.out[c] = fmt.Errorf("in %s %w", path, breaks)
		}
		culprits = append(culprits, c)
		order = slices.DeleteFunc(order, func(i int) bool { return i == c })
	}
	return nil, culprits
}

// reason returns what is said of a change that breaks something even where its blocks are left out. A person may allow
// what it does in them.
func (p *prover) reason(c int, breaks error) error {
	strict := (*markdown.Difference)(nil)
	if p.free[c] != blockFree || !errors.As(p.strict[c], &strict) {
		return breaks
	}
	if lost := (lostMarkup{}); errors.As(breaks, &lost) {
		return lostMarkup{strict}
	}
	return strict
}

// try makes the given changes in the document at path and proves them. It returns the bytes after them, or what they
// break.
func (p *prover) try(path string, order []int) ([]byte, error) {
	defer parallel.In(path)
	tried, err := p.version(path, order)
	if err != nil {
		return nil, err
	}
	base := p.in.Docs.Document(path)
	if err := markdown.Compare(base.Document, tried.doc.Document, tried.edits, tried.free); err != nil {
		return nil, err
	}
	moved := source.NewMapping(tried.edits)
	for _, i := range order {
		if err := p.lands(tried, i, moved); err != nil {
			return nil, err
		}
		a := &p.applied[i]
		if own := a.Own(); path == a.Finding.Path && len(own) > 0 {
			a.Section = base.HeadingPath(own[0].Start)
		}
	}
	return tried.doc.Source(), nil
}

// A version is a document after some changes.
type version struct {
	path  string
	doc   *zone.Document
	edits []source.Edit
	// free is where the changes may make anything of what stands there.
	free []source.Span
}

// version makes the given changes in the document at path.
func (p *prover) version(path string, order []int) (*version, error) {
	var lists [][]source.Edit
	var free []source.Span
	for _, i := range order {
		a := &p.applied[i] // another goroutine may write its Section
		edits := a.Change.Of(path)
		lists = append(lists, edits)
		if a.Contract == LayoutOnly || a.Contract == CommentOnly {
			for _, e := range edits { // what is inserted is no part of the text next to it
				if e.Empty() {
					free = append(free, e.Span)
				}
			}
		}
		if a.Contract != SpanOnly || path != a.Finding.Path {
			continue
		}
		switch p.free[i] {
		case blockFree:
			free = append(free, blocksOf(p.in.Docs.Document(path), a.Finding.Span)...)
		case findingFree:
			free = append(free, a.Finding.Span)
		}
		for _, e := range edits {
			if a.Finding.Span.Contains(e.Span) && p.free[i] == editFree || e.Contains(a.Finding.Span) { // not an edit of a link
				free = append(free, e.Span)
			}
		}
	}
	edits, err := source.Merge(lists...)
	if err != nil {
		return nil, fmt.Errorf("can't be made with the others: %w", err)
	}
	after, err := source.Apply(p.in.Docs.Source(path), edits)
	if err != nil {
		return nil, fmt.Errorf("can't be made: %w", err)
	}
	return &version{path, p.in.Docs.Revised(path, after), edits, union(free)}, nil
}

// lands proves that the i-th change does at its own place what its contract asks for.
func (p *prover) lands(tried *version, i int, moved source.Mapping) error {
	a, base := &p.applied[i], p.in.Docs.Document(tried.path)
	switch at := a.Finding.Span.Start; {
	case tried.path != a.Finding.Path:
		return nil
	case a.Contract == CommentOnly && !silences(tried.doc, a.Finding, moved):
		return &markdown.Difference{At: at, Line: base.Lines().Number(at), Effect: "not silence its rule"}
	case a.Contract == SpanOnly:
		return landing(base, tried.doc, a, moved, p.free[i])
	}
	return nil
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
