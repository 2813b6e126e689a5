package loop

import (
	"context"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// maxPrograms is the number of external programs that run at a time.
const maxPrograms = 3

// outside calls f, which waits for other programs, for 0 to n-1. Unlike each it does not
// count the processors here: they do not matter to other programs.
func outside(ctx context.Context, n int, f func(int) error) error {
	return several(ctx, maxPrograms, n, f)
}

// ask runs an external reviewer. It reports false when the program gave no usable
// review; the error is that of the context alone.
func (r *run) ask(ctx context.Context, e External, req Request) (Review, bool, error) {
	name := e.Program().Name
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return Review{}, false, context.Cause(ctx)
	}
	defer func() { <-r.slots }()
	r.report(req.Iteration, req.Document.Path, name)
	rv, err := e.Review(ctx, req)
	if ctx.Err() != nil {
		return Review{}, false, context.Cause(ctx)
	}
	r.spend(req.Document.Path, rv.Tokens, err)
	if err != nil {
		r.warn("reviewer %s: %s: %v", name, req.Document.Path, err)
		return Review{}, false, nil
	}
	rv.Reviewer = name
	return rv, true, nil
}

// askAll asks several reviewers the same at once. The answers are in their order,
// nil of those that gave no usable review; the error is that of the context alone.
func (r *run) askAll(ctx context.Context, reviewers []External, req Request) ([]*Review, error) {
	answers := make([]*Review, len(reviewers))
	err := outside(ctx, len(reviewers), func(n int) error {
		rv, ok, err := r.ask(ctx, reviewers[n], req)
		if ok {
			answers[n] = &rv
		}
		return err
	})
	return answers, err
}

// request asks for the review with the given number, from 1, of a revision of d,
// into which the issues are carried.
func (r *run) request(d *document, doc *zone.Document, moved *source.Mapping, number int) Request {
	req := Request{
		Document: doc, Original: d.original, Iteration: number, Max: d.state.Iteration.Max,
		Guidance: d.feedback(r.job.Set.Iteration.FeedbackMaxLength), Tokens: r.tokensLeft(),
	}
	for _, i := range d.open {
		if !i.Counts() {
			continue
		}
		if moved != nil {
			i = i.Carried(doc.Text(), *moved)
		}
		req.Earlier = append(req.Earlier, i.Finding)
	}
	return req
}

// spend notes that a program was run for the document at path, and failed if err
// is not nil.
func (r *run) spend(path string, tokens int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tokens += tokens
	used := &r.byPath[path].used
	used.Programs++
	used.Tokens += tokens
	if err != nil {
		used.Failures++
	}
}

// take returns what programs used for d since the last call.
func (r *run) take(d *document) engine.Metrics {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := d.used
	d.used = engine.Metrics{}
	return used
}

// metrics returns the sum over all iterations of d, and what was used since.
func (r *run) metrics(d *document) engine.Metrics {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum := d.used
	for _, e := range d.state.Iteration.History {
		if e.Metrics != nil {
			sum = sum.Add(*e.Metrics)
		}
	}
	return sum
}

// tokensLeft returns what is left of the budget of tokens, 1 at least: 0 means no bound.
func (r *run) tokensLeft() int {
	if r.job.Limits.Tokens == 0 {
		return 0
	}
	return max(1, r.job.Limits.Tokens-r.spent())
}

func (r *run) spent() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tokens
}
