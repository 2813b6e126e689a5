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
// at a time. Where a fix had to wait for another one that breaks its contract, it plans again without that one, a few
// times.
func Propose(in Input, refuse func(*Applied) (refused bool, why *Skip)) (map[string]*zone.Document, Plan) {
	const (
		many  = 1000 // findings, which keep all processors at work
		times = 3
	)
	var broken []Skip
	for n := 1; ; n++ {
		candidates, plan, p := propose(in, refuse, many)
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

// waitedFor returns the skips of fixes that break their contract and by which others went: those that wait at their
// places, and where they change a heading all that do so in their documents.
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
	return link.ChangesHeadings(p.in.Docs[path], a.Change.Of(path))
}

// propose is Propose by portions of so many findings at least.
func propose(
	in Input, refuse func(*Applied) (bool, *Skip), least int,
) (map[string]*zone.Document, Plan, *prover) {
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
	candidates, plan := p.prove(skipped)
	return candidates, plan, p
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
			s := Skip{Finding: a.Finding, Reason: ContractLost, Detail: "Refused: this edit " + err.Error() + "."}
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

// kept returns a candidate that stands, with its bytes where they are to be kept.
func (p *prover) kept(doc *zone.Document) *zone.Document {
	src := doc.Source()
	if p.in.Keeper != nil && !doc.ReadAtOnce() {
		src = p.in.Keeper.Keep(src)
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
	for len(order) > 0 {
		tried, err := p.try(path, order)
		if err == nil {
			return p.kept(tried.doc), culprits
		}
		for _, c := range p.culprits(path, order, tried, err) {
			a := p.applied[c.change]
			if a.Contract == SpanOnly && !p.wide[c.change] && path == a.Finding.Path {
				p.wide[c.change] = true
				continue
			}
			culprits = append(culprits, c.change)
			if p.out[c.change] = c.breaks; path != a.Finding.Path {
				p.out[c.change] = fmt.Errorf("in %s %w", path, c.breaks)
			}
		}
		order = slices.DeleteFunc(order, func(i int) bool { return p.out[i] != nil })
	}
	return nil, culprits
}

// candidate returns the document at path after the given changes, proved, or what they
// break.
func (p *prover) candidate(path string, order []int) (*zone.Document, error) {
	tried, err := p.try(path, order)
	if err != nil {
		return nil, err
	}
	return tried.doc, nil
}

// A version is a document after some changes.
type version struct {
	path  string
	order []int // the changes
	doc   *zone.Document
	edits []source.Edit
	// free is where the changes may make anything of what stands there.
	free []source.Span
	// landed is how many of the first changes are known to do what they should, -1 where something else differs.
	landed int
}

// try makes the given changes in the document at path and proves them. It returns what they break, and the version
// too unless it can't be made.
func (p *prover) try(path string, order []int) (*version, error) {
	defer parallel.In(path)
	tried, err := p.version(path, order)
	if err != nil {
		return nil, err
	}
	base := p.in.Docs[path]
	if err := markdown.Compare(base.Document, tried.doc.Document, tried.edits, tried.free); err != nil {
		tried.landed = -1
		return tried, err
	}
	moved := source.NewMapping(tried.edits)
	for n, i := range order {
		if err := p.lands(tried, i, moved); err != nil {
			tried.landed = n
			return tried, err
		}
		a := &p.applied[i]
		if own := a.Own(); path == a.Finding.Path && len(own) > 0 {
			a.Section = base.HeadingPath(own[0].Start)
		}
	}
	return tried, nil
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
	doc, err := p.in.Docs[path].Revise(edits)
	if err != nil {
		return nil, fmt.Errorf("can't be made: %w", err)
	}
	return &version{path: path, order: order, doc: doc, edits: edits, free: union(free)}, nil
}

// lands proves that the i-th change does at its own place what its contract asks for.
func (p *prover) lands(tried *version, i int, moved source.Mapping) error {
	a, base := &p.applied[i], p.in.Docs[tried.path]
	switch at := a.Finding.Span.Start; {
	case tried.path != a.Finding.Path:
		return nil
	case a.Contract == CommentOnly && !silences(tried.doc, a.Finding, moved):
		return &markdown.Difference{At: at, Line: base.Lines().Number(at), Effect: "not silence its rule"}
	case a.Contract == SpanOnly:
		return landing(base, tried.doc, a, moved)
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
