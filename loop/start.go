package loop

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
)

// commission asks the configured reviewers that review every document.
func (r *run) commission(ctx context.Context, d *document) ([]Review, error) {
	reviewers := slices.DeleteFunc(slices.Clone(r.job.Externals),
		func(e External) bool { return len(e.Program().For) > 0 })
	answers, err := r.askAll(ctx, reviewers, r.request(d, d.rev(), nil, d.state.Iteration.Current+1))
	if err != nil {
		return nil, err
	}
	var reviews []Review
	for n, a := range answers {
		if rv := a.review; rv != nil {
			rv.MaxIterations = 0 // only the configuration limits passes
			reviews = append(reviews, *rv)
		} else if a.failed {
			d.missed = append(d.missed, reviewers[n].Program().Name)
		}
	}
	return reviews, nil
}

// start makes the first review of a document, or uses those that came in.
func (r *run) start(ctx context.Context, d *document, t Target) error {
	reviews := slices.Clone(t.Reviews)
	built := r.corpus.Review(d.rev(), r.setOf(d.path), r.job.Reviewers)
	from := track.Baseline
	if len(reviews) == 0 {
		from = track.CameIn
		var err error
		if reviews, err = r.commission(ctx, d); err != nil {
			return err
		}
	}
	if r.job.AlsoRules {
		from = track.CameIn
	}
	if from == track.CameIn {
		d.state.Silenced = r.corpus.Silenced(d.path)
	}
	g := track.Gather(d.rev(), nil)
	for n := range reviews {
		rv := &reviews[n]
		d.state.Silenced += rv.Silenced
		g.Admit(rv.Findings, rv.Reviewer, track.CameIn, 0)
		d.reviews.Add(*rv, nil)
		rv.Findings = nil // the issues have copies, and there may be many
		if rv.Iteration > 0 {
			d.state.Iteration.Current = max(d.state.Iteration.Current, rv.Iteration-1)
		}
		if limit := &d.limits.Thresholds.MaxIterations; rv.MaxIterations > 0 && rv.MaxIterations < *limit {
			*limit, d.state.Iteration.Max = rv.MaxIterations, rv.MaxIterations
		}
	}
	if len(reviews) == 0 {
		d.reviews.coverage.Add(nil) // the built-in reviewers cover everything
	}
	g.Absorb(built)
	g.Admit(built, review.BuiltIn, from, 0)
	d.open = g.Issues
	d.exclude(r.job.OutOfScope, 0)
	slices.SortStableFunc(d.open, track.ByPlace)
	d.name()
	r.applyAnswers(d, t.Answers)
	return nil
}
