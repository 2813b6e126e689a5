package loop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/question"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func (r *run) result(d *document) result.Document {
	d.carriedOut()
	out := result.Document{
		Path: d.path, Before: d.original, After: d.text,
		State: d.state, Decisions: d.decisions, Fixes: d.fixes, Regression: d.regression,
		Convergence: d.convergence, Evaluated: d.evaluated, Metrics: d.state.Metrics,
		Unreviewed: d.missed, Counts: table.Counts{Silenced: d.state.Silenced},
	}
	if n := len(d.decisions); n > 0 {
		out.Decision = d.decisions[n-1]
	}
	out.Findings = make([]result.Outcome, 0, len(d.closed)+len(d.open))
	for _, o := range d.closed {
		out.Add(o)
	}
	for n := range d.open {
		if i := &d.open[n]; i.Counts() {
			out.Add(result.Standing(i))
		}
	}
	raised := map[bool]int{true: 1}
	slices.SortStableFunc(out.Findings, func(a, b result.Outcome) int {
		return cmp.Or(raised[a.Raised]-raised[b.Raised], source.Compare(a.Finding.Span, b.Finding.Span),
			strings.Compare(a.Finding.ID, b.Finding.ID))
	})
	out.Next = out.NextAfter(r.job.ReviewFlags, r.job.AlsoRules)
	return out
}

// difference returns the change that the run made, or the change of its last pass if that was taken back.
func (r *run) difference(path string, before, after source.Stored, why table.Reason) string {
	if why == table.ReasonRegression {
		for _, p := range slices.Backward(r.done) {
			for _, rev := range p.Revisions {
				if p.Verdict == table.Rejected && rev.Path == path {
					return source.Unified(path, path, rev.Before, rev.After)
				}
			}
		}
	}
	return source.Unified(path, path, before.Bytes(), after.Bytes())
}

// escalation returns the questions for a person about a document whose loop did not end well. It returns nil if they
// decided to leave it for good.
func (r *run) escalation(d *document, dr *result.Document) *engine.Escalation {
	if dr.Decision.Control != table.Escalate || d.state.Halted == engine.EffectAbort {
		return nil
	}
	e := engine.Escalation{Attempts: table.Attempts(d.state.Iteration.History), Pattern: question.Pattern(dr)}
	if r.job.Set.Iteration.EscalationIncludesDiff {
		path, before, after, why := d.path, dr.Before, dr.After, dr.Decision.Reason
		dr.Difference = func() string { return r.difference(path, before, after, why) }
	}
	if e.Questions = d.asker().Questions(dr); len(e.Questions) > 0 {
		gravest := e.Questions[0]
		e.Question = &gravest
	}
	return &e
}

// asker returns the maker of the questions about d.
func (d *document) asker() *question.Maker {
	return &question.Maker{Document: d.rev(), State: &d.state.State, Open: d.open, Gate: d.limits.Gate}
}

// close writes the result. The error says that the ledger of a document does not
// balance, which would be a mistake in this program.
func (r *run) close(ctx context.Context) (result.Run, error) {
	result := result.Run{
		Run: r.job.Run, StartedAt: r.started, Elapsed: r.job.Clock().Sub(r.started),
		Passes: r.done, Documents: make([]result.Document, len(r.docs)),
	}
	// Also a run that was interrupted says what it did.
	_ = each(context.WithoutCancel(ctx), len(r.docs), func(n int) error {
		d, dr := r.docs[n], &result.Documents[n]
		defer parallel.In(d.path)
		d.rename()
		*dr = r.result(d)
		dr.Escalation = r.escalation(d, dr)
		return nil
	})
	var unbalanced error
	for n, d := range r.docs {
		dr := &result.Documents[n]
		if dr.Escalation != nil {
			d.state.Questions = dr.Escalation.Questions
			dr.State = d.state
			r.checkpoints.keep(ctx, d, r.passes)
		}
		if err := dr.Counts.Balance(dr.OverruledCount(), d.state.Iteration.History); err != nil && unbalanced == nil {
			unbalanced = fmt.Errorf("%s: %w", d.path, err)
		}
		result.Unreviewed = append(result.Unreviewed, d.missed...)
	}
	r.checkpoints.flush(ctx)
	result.Warnings = slices.Sorted(slices.Values(r.warnings)) // the order in which programs end varies
	slices.Sort(result.Unreviewed)
	result.Unreviewed = slices.Compact(result.Unreviewed)
	return result, unbalanced
}
