package loop

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/culprit"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// compose returns the pass of some of the fixes, for the ledger.
func (r *run) compose(number int, v table.Verdict, applied []fixers.Applied, after map[string][]byte) result.Pass {
	p := result.Pass{Number: number, Verdict: v}
	for _, path := range culprit.Paths(applied) {
		p.Revisions = append(p.Revisions, result.Revision{Path: path, Before: r.at(path).src(), After: after[path]})
	}
	ordered := make([]*fixers.Applied, len(applied))
	for n := range applied {
		ordered[n] = &applied[n]
	}
	slices.SortStableFunc(ordered, func(a, b *fixers.Applied) int {
		return cmp.Compare(a.Finding.Path,
			b.Finding.Path)
	})
	p.Fixes = make([]result.Fix, len(ordered))
	lines := map[string]func() *source.Lines{}
	for _, a := range applied {
		if path := a.Finding.Path; lines[path] == nil {
			lines[path] = r.at(path).lines()
		}
	}
	parallel.OnAll(len(ordered), func(n int) {
		path := ordered[n].Finding.Path
		defer parallel.In(path)
		p.Fixes[n] = result.FixOf(r.at(path).src(), lines[path](), *ordered[n], number)
	})
	return p
}

// composeAll returns the passes that a verdict makes of a proposal: one of the fixes that fell, and one of those that
// stand.
func (r *run) composeAll(number int, v verdict) (passes []result.Pass) {
	if len(v.fell) > 0 {
		passes = append(passes, r.compose(number, table.Rejected, v.fell, v.tried))
	}
	if len(v.stand) > 0 {
		passes = append(passes, r.compose(number, table.Accepted, v.stand, docsOf(v.judged)))
	}
	return passes
}

// byDocument returns fixes by the document of their finding.
func byDocument(fixes []result.Fix) map[string][]result.Fix {
	out := map[string][]result.Fix{}
	for _, f := range fixes {
		out[f.Finding.Path] = append(out[f.Finding.Path], f)
	}
	return out
}

// announce stores the state after a pass of every document that the pass changes. A run that is killed during the
// publishing goes on from that state if the pass was published, and otherwise from the state before it. That one was
// stored earlier, or is stored here.
func (r *run) announce(ctx context.Context, before map[*document]*document) {
	for _, d := range r.docs {
		was, ok := before[d]
		if !ok {
			continue
		}
		moves := was.state.Revision != d.state.Revision
		if !was.stored && (was.done || !moves) {
			r.checkpoints.save(ctx, was.state, was, r.passes-1)
			d.stored = true
		}
		if moves {
			next := d.state
			d.changed = true
			next.Pending, next.Decision, next.Remaining = true, nil, nil
			r.checkpoints.save(ctx, next, d, r.passes)
			d.stored, d.changed = true, false
		}
	}
	r.checkpoints.flush(ctx)
}

// publish publishes the accepted pass, with checkpoints around it, and adds the passes to the result. A pass that could
// not be published leaves the documents as they were before it.
func (r *run) publish(ctx context.Context, passes []result.Pass, before map[*document]*document) error {
	for _, pass := range passes {
		if pass.Verdict == table.Accepted {
			r.announce(ctx, before)
			if err := r.job.Ledger.Publish(ctx, pass); err != nil {
				for d, was := range before {
					*d = *was
				}
				return err
			}
		}
		r.done = append(r.done, pass)
	}
	return nil
}

// finish does the gap work of an iteration on its new revisions.
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

// regroup makes the corpus of the current revisions of all documents.
func (r *run) regroup() {
	revisions := make(map[string]source.Stored, len(r.docs))
	for _, d := range r.docs {
		revisions[d.path] = d.text
	}
	r.corpus = r.corpus.With(revisions)
}

// iterate makes one pass over the documents that go on: proposal, verdict, passes for the ledger. Only a pass that was
// recorded is adopted.
func (r *run) iterate(ctx context.Context, p proposal) error {
	began := r.job.Clock()
	if p.edited == nil {
		written, err := r.rewrite(ctx, p.number)
		if err != nil {
			return err
		}
		if written {
			p = r.propose()
		}
		var goes bool
		if p, goes, err = r.approve(ctx, p); err != nil || !goes {
			return err
		}
	}
	r.passes = p.number
	mine, tries := culprit.ByDocument(p.plan.Applied), map[string]attempts{}
	for _, d := range r.active() {
		d.changed = true
		r.report(p.number, d.path, "fix")
		tries[d.path] = d.attempt(mine[d.path])
	}
	v, err := r.verdict(ctx, p, mine)
	if errors.Is(err, errOutOfTime) {
		r.passes-- // nothing was done; the next decision gives the reason
		return nil
	}
	if err != nil {
		return err
	}
	passes := r.composeAll(p.number, v)
	made := map[string][]result.Fix{}
	for _, pass := range passes {
		if err := r.job.Ledger.Record(ctx, pass); err != nil {
			return err
		}
		if pass.Verdict == table.Accepted {
			made = byDocument(pass.Fixes)
		}
	}
	edited := p.edited
	before := r.adopt(adoption{p, v, made, tries, began})
	if err := r.publish(ctx, passes, before); err != nil {
		return err
	}
	if edited != nil {
		r.settleEdited(edited)
	}
	r.regroup()
	return r.finish(ctx, before, began)
}
