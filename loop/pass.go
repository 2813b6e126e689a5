package loop

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/culprit"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// iterate makes one pass over the documents that go on: it judges the candidates of the proposal, takes back what made
// things worse, keeps and publishes the rest, and only then adopts it.
func (r *run) iterate(ctx context.Context) error {
	began := r.job.Clock()
	if r.next.hand == nil {
		if written, err := r.rewrite(ctx); err != nil {
			return err
		} else if written {
			r.next = r.propose()
		}
		if goes, err := r.approve(ctx); err != nil || !goes {
			return err
		}
	}
	r.pass++
	p := r.next
	for _, d := range r.active() {
		d.changed = true
		r.report(r.pass, d.path, "fix")
	}
	tries := map[string]attempts{}
	mine := culprit.ByDocument(p.plan.Applied)
	for _, d := range r.active() {
		tries[d.path] = d.attempt(mine[d.path])
	}
	verdicts, err := r.judgeAll(ctx, p.in.Docs, p.candidates, mine)
	if err != nil {
		return err
	}
	good, bad := p.plan.Applied, []fixers.Applied(nil)
	if p.hand == nil { // else nobody blames it
		good, bad = split(p.plan.Applied, verdicts)
	}
	passes := []Pass{}
	rejected := map[string]rejection{}
	var made []Fix // what stands
	if len(bad) > 0 {
		passes = append(passes, r.compose(table.Rejected, bad, docsOf(verdicts)))
		for _, group := range culprit.Groups(bad) {
			x, err := r.reject(ctx, p.in, group, verdicts)
			if err != nil {
				return err
			}
			for _, path := range culprit.Paths(group) {
				rejected[path] = x
			}
			good = append(good, x.salvaged...)
			maps.Copy(verdicts, x.verdicts)
		}
	}
	if len(good) > 0 {
		pass := r.compose(table.Accepted, good, docsOf(verdicts))
		passes, made = append(passes, pass), pass.Fixes
	}
	for _, pass := range passes {
		if err := r.job.Ledger.Record(ctx, pass); err != nil {
			return err
		}
	}
	before := r.adopt(adoption{good, byDocument(made), verdicts, rejected, tries, began})
	r.next = proposal{hand: p.hand} // without the plan, and the trees of the revisions that it was made for
	for _, pass := range passes {
		if pass.Verdict == table.Accepted {
			r.announce(ctx, before)
			if err := r.job.Ledger.Publish(ctx, pass); err != nil {
				r.disown(before)
				return err
			}
		}
		r.done = append(r.done, pass)
	}
	if r.next.hand != nil {
		r.settleEdited()
	}
	r.regroup()
	return r.finish(ctx, before, began)
}

// judgeAll judges the candidates of all documents that the fixes change. Where other programs say that a document got
// worse, they are asked once more: a program that answers differently each time is no reason to blame a fix.
func (r *run) judgeAll(ctx context.Context, base, candidates map[string]*zone.Document, mine map[string][]*fixers.Applied) (map[string]judged, error) {
	together := r.together(base, candidates)
	paths := slices.Sorted(maps.Keys(candidates))
	verdicts := make(map[string]judged, len(paths))
	r.wake(paths)
	r.expect(slices.DeleteFunc(slices.Clone(together.Documents()), func(doc *zone.Document) bool { return candidates[doc.Path] == nil }))
	var mu sync.Mutex
	err := each(ctx, len(paths), func(n int) error {
		d := r.at(paths[n])
		defer parallel.In(d.path)
		r.report(r.pass, d.path, "review")
		candidate := together.ByPath()[d.path]
		j, err := r.judge(ctx, d, together, candidate, mine[d.path], r.pass)
		if err == nil && j.worse() && j.asked {
			j, err = r.judge(ctx, d, together, candidate, mine[d.path], r.pass)
		}
		mu.Lock()
		defer mu.Unlock()
		verdicts[d.path] = j
		return err
	})
	return verdicts, err
}

// together returns the documents of the run with the candidates in place.
func (r *run) together(base, candidates map[string]*zone.Document) *review.Corpus {
	docs := make([]*zone.Document, len(r.places))
	for n := range r.places {
		path := r.places[n].current().Path
		docs[n] = cmp.Or(candidates[path], base[path])
	}
	return r.run.Revised(docs)
}

// docsOf returns the candidates that were judged.
func docsOf(verdicts map[string]judged) map[string]*zone.Document {
	out := map[string]*zone.Document{}
	for path, j := range verdicts {
		out[path] = j.doc
	}
	return out
}

// compose returns the pass that some of the fixes make, as the ledger takes it.
func (r *run) compose(v table.Verdict, applied []fixers.Applied, after map[string]*zone.Document) Pass {
	p := Pass{Number: r.pass, Verdict: v}
	for _, path := range culprit.Paths(applied) {
		p.Revisions = append(p.Revisions, Revision{path, r.at(path).rev.Source(), after[path].Source()})
	}
	ordered := make([]*fixers.Applied, len(applied))
	for n := range applied {
		ordered[n] = &applied[n]
	}
	slices.SortStableFunc(ordered, func(a, b *fixers.Applied) int { return cmp.Compare(a.Finding.Path, b.Finding.Path) })
	p.Fixes = make([]Fix, len(ordered))
	parallel.OnAll(len(ordered), func(n int) {
		path := ordered[n].Finding.Path
		defer parallel.In(path)
		p.Fixes[n] = fixOf(r.at(path).rev, *ordered[n], r.pass)
	})
	return p
}

// byDocument has, by the document of their findings, fixes that are in the order of those.
func byDocument(fixes []Fix) map[string][]Fix {
	out := map[string][]Fix{}
	for from := 0; from < len(fixes); {
		path, to := fixes[from].Finding.Path, from
		for to < len(fixes) && fixes[to].Finding.Path == path {
			to++
		}
		out[path] = fixes[from:to:to]
		from = to
	}
	return out
}

// announce keeps, of every document that a pass changes, the state after it. A run that
// is killed during the publishing goes on from that state if the pass was published, and
// from the state before it if not. That one was kept earlier, or is kept here.
func (r *run) announce(ctx context.Context, before map[*document]*document) {
	for _, d := range r.docs {
		was, ok := before[d]
		if !ok {
			continue
		}
		moves := was.state.Revision != d.state.Revision
		if !was.stored && (was.done || !moves) {
			r.save(ctx, was.state, was, r.pass-1)
			d.stored = true
		}
		if moves {
			next := d.state
			d.changed = true
			next.Pending, next.Decision, next.Remaining = true, nil, nil
			r.save(ctx, next, d, r.pass)
			d.stored, d.changed = true, false
		}
	}
	r.flush(ctx)
}

// disown makes the documents what they were before a pass that could not be published.
func (r *run) disown(before map[*document]*document) {
	for d, was := range before {
		*d = *was
	}
}

// finish does the gap work of an iteration, upon the revisions that it led to.
func (r *run) finish(ctx context.Context, before map[*document]*document, began time.Time) error {
	for _, d := range r.docs {
		if _, ok := before[d]; !ok || d.done {
			continue
		}
		e := &d.state.Iteration.History[len(d.state.Iteration.History)-1]
		if e.Verdict == table.Rejected {
			continue
		}
		if err := r.consult(ctx, d, e); err != nil {
			return err
		}
		r.stamp(d, began, r.job.Clock())
	}
	return nil
}

// regroup lets every document know the current revisions of the others.
func (r *run) regroup() {
	docs := make([]*zone.Document, len(r.places))
	for n := range r.places {
		docs[n] = r.places[n].current()
	}
	r.run = r.run.Revised(docs)
}

// attempts is the ids of the findings that a pass tries to fix, and of those whose fix could not be made.
type attempts struct{ ids, failed []string }

// attempt notes what a plan tries of d, given the fixes that concern d, and marks
// the issues whose fix could not be made.
func (d *document) attempt(applied []*fixers.Applied) attempts {
	out := attempts{make([]string, 0, len(applied)), []string{}}
	for _, a := range applied {
		if a.Finding.Path == d.path {
			out.ids = append(out.ids, a.Finding.ID)
		}
	}
	slices.Sort(d.failedWrites)
	out.ids, out.failed = append(out.ids, d.failedWrites...), append(out.failed, d.failedWrites...)
	d.failedWrites = nil
	for n := range d.open {
		i := &d.open[n]
		if i.Skip != nil && track.CouldNotFix(i.Skip.Reason) && i.Attemptable() {
			i.Failed = true
			out.ids, out.failed = append(out.ids, i.ID), append(out.failed, i.ID)
		}
	}
	return out
}

// takeBack marks the issues whose fixes were taken back with their pass.
func (d *document) takeBack(applied []fixers.Applied) {
	back := map[review.Key]bool{}
	for _, a := range applied {
		if a.Finding.Path == d.path {
			back[a.Finding.Key] = true
		}
	}
	d.open = slices.Clone(d.open)
	for n := range d.open {
		d.open[n].TakenBack = d.open[n].TakenBack || back[d.open[n].Key]
	}
}
