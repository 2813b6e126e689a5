package loop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// nextAction returns what a caller does after the run. A check does not count what it can't locate, so for that the command
// shows where the findings are.
func (r *run) nextAction(d *document, dr DocumentResult) NextAction {
	path := r.job.ReviewFlags + wording.ShellPath(d.path)
	check, again := "doc-iterate check "+path, "doc-iterate check "+path
	if r.job.ReviewFlags != "" {
		again = "doc-iterate locate " + path
		if r.job.AlsoRules {
			check = "doc-iterate check --also-rules " + path
		}
	}
	if dr.Decision.Action == table.ExitSuccess {
		if len(d.missed) > 0 {
			return NextAction{ReReview, check}
		}
		return NextAction{Approve, ""}
	}
	unconfirmed, missing, open := false, false, false
	for _, o := range dr.Findings {
		f := &o.Finding
		open = open || o.Open()
		switch {
		case !o.Open():
		case f.Category == rules.CategoryPlaceholder || f.Category == rules.CategoryStructure:
			missing = true
		case f.State != review.Located && f.State != review.Region:
			unconfirmed = true
		}
	}
	switch {
	case !open && len(d.state.Objections) > 0: // which no command of ours looks at
		return objected(d.state.Objections[0])
	case unconfirmed:
		return NextAction{ReReview, again}
	case missing:
		return NextAction{Regenerate, ""}
	}
	return NextAction{ManualFix, check}
}

func (r *run) result(d *document) DocumentResult {
	d.carriedOut()
	out := DocumentResult{
		Path: d.path, Before: d.original, After: d.src,
		State: d.state, Decisions: d.decisions, Fixes: d.fixes, Regression: d.regression,
		Convergence: d.convergence, evaluated: d.evaluated, Metrics: d.state.Metrics,
		Unreviewed: d.missed, Counts: table.Counts{Silenced: d.state.Silenced},
	}
	if n := len(d.decisions); n > 0 {
		out.Decision = d.decisions[n-1]
	}
	out.Findings = make([]Outcome, 0, len(d.closed)+len(d.open))
	for _, o := range d.closed {
		out.add(o)
	}
	for n := range d.open {
		if i := &d.open[n]; i.Counts() {
			out.add(standing(i))
		}
	}
	raised := map[bool]int{true: 1}
	slices.SortStableFunc(out.Findings, func(a, b Outcome) int {
		return cmp.Or(raised[a.Raised]-raised[b.Raised], source.Compare(a.Finding.Span, b.Finding.Span), strings.Compare(a.Finding.ID, b.Finding.ID))
	})
	out.Next = r.nextAction(d, out)
	return out
}

// close writes the result. The error says that the ledger of a document does not
// balance, which would be a mistake in this program.
func (r *run) close(ctx context.Context) (Result, error) {
	result := Result{
		Run: r.job.Run, StartedAt: r.started, Elapsed: r.job.Clock().Sub(r.started),
		Passes: r.done, Documents: make([]DocumentResult, len(r.docs)),
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
		if err := dr.Counts.Balance(dr.overruled(), d.state.Iteration.History); err != nil && unbalanced == nil {
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
