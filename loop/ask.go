package loop

import (
	"context"
	"errors"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An answer is the result of an ask.
type answer struct {
	review *Review // nil if the program gave no usable review
	failed bool    // the program was asked and failed; otherwise tokens were lacking
}

// afford reserves the tokens of an ask about the document at path, and reports whether they and some time are left.
func (r *run) afford(kind, program, path string) (reserved int, ok bool) {
	if r.outOfTime() {
		r.warn("%s %s: %s: not asked: the time budget of %v is used up", kind, program, path, r.job.Limits.Time)
		r.refuse(path)
		return 0, false
	}
	tokens, ok := r.purse.Reserve(program)
	if ok {
		return tokens, true
	}
	r.warn("%s %s: %s: not asked: it takes about %s, and %d of %d are left", kind, program, path,
		wording.Count(tokens, "token"), max(0, r.job.Limits.Tokens-r.purse.Used()), r.job.Limits.Tokens)
	r.refuse(path)
	return 0, false
}

// refuse counts an ask about the document at path that the budget does not allow.
func (r *run) refuse(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at(path).refused++
}

// spend notes that a program was run for the document at path, and failed if err is not nil.
func (r *run) spend(path string, tokens int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := &r.at(path).used
	used.Programs++
	used.Tokens += tokens
	if err != nil {
		used.Failures++
	}
}

// take returns the costs of programs for d since the last call.
func (r *run) take(d *document) engine.Metrics {
	r.mu.Lock()
	defer r.mu.Unlock()
	used := d.used
	d.used = engine.Metrics{}
	return used
}

// metrics returns the sum over all iterations of d and the costs since.
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

// refusals counts the asks about d that lacked tokens.
func (r *run) refusals(d *document) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return d.refused
}

// call runs an external program about the document at path, for which tokens were reserved: ask returns what it used.
// It reports whether the program answered. The only error is that of the context.
func (r *run) call(
	ctx context.Context, pass int, kind, program, path string, reserved int, ask func() (tokens int, err error),
) (answered bool, err error) {
	used := 0
	defer func() { r.purse.Settle(program, reserved, used, answered) }()
	select {
	case r.slots <- struct{}{}:
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
	defer func() { <-r.slots }()
	r.report(pass, path, program)
	tokens, failure := ask()
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	r.spend(path, tokens, failure)
	if errors.Is(failure, ErrBudget) {
		r.refuse(path)
	}
	if used = tokens; failure != nil {
		r.warn("%s %s: %s: %v", kind, program, path, failure)
	}
	return failure == nil, nil
}

// ask runs an external reviewer. The error is that of the context alone.
func (r *run) ask(ctx context.Context, e External, req Request) (answer, error) {
	name, path := e.Program().Name, req.Document.Path
	reserved, ok := r.afford("reviewer", name, path)
	if !ok {
		return answer{}, nil
	}
	var rv Review
	var failure error
	answered, err := r.call(ctx, req.Iteration, "reviewer", name, path, reserved, func() (int, error) {
		rv, failure = e.Review(ctx, req)
		return rv.Tokens, failure
	})
	if !answered {
		return answer{failed: !errors.Is(failure, ErrBudget)}, err
	}
	rv.Reviewer = name
	return answer{review: &rv}, nil
}

// askAll asks several reviewers the same at once. The answers are in their order. The error is that of the context
// alone.
func (r *run) askAll(ctx context.Context, reviewers []External, req Request) ([]answer, error) {
	answers := make([]answer, len(reviewers))
	err := parallel.Try(ctx, len(reviewers), maxPrograms, func(n int) (err error) {
		answers[n], err = r.ask(ctx, reviewers[n], req)
		return err
	})
	return answers, err
}

// request returns the request for the review with the given number, from 1, of a revision of d. The places of the
// issues are moved to that revision.
func (r *run) request(d *document, doc *zone.Document, moved *source.Mapping, number int) Request {
	req := Request{
		Document: doc, Original: d.original.Bytes(), Iteration: number, Max: d.state.Iteration.Max,
		Guidance: d.feedback(r.job.Set.Iteration.FeedbackMaxLength), Feedback: d.heard(), Tokens: r.purse.Left(),
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

// expect tells reviewers of many documents which revisions they may be asked about next.
func (r *run) expect(revisions []source.Stored) {
	for _, e := range r.job.Externals {
		b, ok := e.(Batcher)
		if !ok {
			continue
		}
		var next []source.Stored
		for _, doc := range revisions {
			if d := r.at(doc.Path); r.passes == 0 || d.raised(e) {
				next = append(next, doc)
			}
		}
		b.Expect(next)
	}
}
