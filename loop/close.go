package loop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func (r *run) result(d *document) result.Document {
	d.carriedOut()
	out := result.Document{
		Path: d.path, Before: d.original, After: d.src,
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
		return cmp.Or(raised[a.Raised]-raised[b.Raised], source.Compare(a.Finding.Span, b.Finding.Span), strings.Compare(a.Finding.ID, b.Finding.ID))
	})
	out.Next = out.NextAfter(r.job.ReviewFlags, r.job.AlsoRules)
	return out
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
	result.Warnings = slices.Sorted(slices.Values(r.warnings)) // programs end in another order each time
	slices.Sort(result.Unreviewed)
	result.Unreviewed = slices.Compact(result.Unreviewed)
	return result, unbalanced
}
