package loop

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// standing returns the status of an open issue at the moment, the reason and a detail.
func standing(i *track.Issue) (Status, StatusReason, string) {
	switch {
	case i.TakenBack:
		return Refused, ByRegression, "Its fix was taken back with the pass that made it."
	case len(i.Against()) > 0:
		return Escalated, Conflicting, fmt.Sprintf("One reviewer wants %q here, another one %q.", i.Want, i.Against()[0])
	case i.Skip == nil && i.Fixed:
		return Remains, Persists, "Its fix was made, and the reviewer still reports it."
	case i.Skip == nil:
		return Remains, NotReached, "The run ended before this was tried."
	case i.State == review.Outdated && i.Reason.Code == track.PlaceEdited:
		return Escalated, EditedByOther, "Another fix edited this place."
	}
	reason := StatusReason(i.Skip.Reason)
	switch {
	case i.Skip.Reason == fixers.Suppressed:
		return Outside, reason, i.Skip.Detail
	case track.CouldNotFix(i.Skip.Reason):
		return Refused, reason, i.Skip.Detail
	case i.Skip.Reason == fixers.Conflict:
		return Remains, reason, i.Skip.Detail
	}
	return Escalated, reason, i.Skip.Detail
}

// close writes the result. The error says that the ledger of a document does not
// balance, which would be a mistake in this program.
func (r *run) close(ctx context.Context) (Result, error) {
	result := Result{
		Run: r.job.Run, StartedAt: r.started, Elapsed: r.job.Clock().Sub(r.started),
		Passes: r.done,
	}
	docs, results := r.docs, make([]DocumentResult, len(r.docs))
	result.Documents = r.documents(results)
	var unbalanced error
	for from := 0; from < len(docs); from += maxUnsaved {
		part := docs[from:min(from+maxUnsaved, len(docs))]
		// Also a run that was interrupted says what it did.
		_ = each(context.WithoutCancel(ctx), len(part), func(n int) error {
			defer parallel.In(part[n].path)
			part[n].rename()
			dr := &results[from+n]
			*dr = r.result(part[n])
			dr.Escalation = r.escalation(part[n], dr)
			part[n].rev.Forget()
			return nil
		})
		for n, d := range part {
			dr := &results[from+n]
			if dr.Escalation != nil {
				d.state.Questions = dr.Escalation.Questions
				dr.State = d.state
				r.checkpoint(ctx, d, r.pass)
			}
			if err := dr.Counts.Balance(dr.overruled(), d.state.Iteration.History); err != nil && unbalanced == nil {
				unbalanced = fmt.Errorf("%s: %w", d.path, err)
			}
			result.Unreviewed = append(result.Unreviewed, d.missed...)
		}
		r.flush(ctx)
		clear(part) // so that of few both are in memory
	}
	// In the order of their words: that in which programs end is another each time.
	result.Warnings = slices.Sorted(slices.Values(r.warnings))
	slices.Sort(result.Unreviewed)
	result.Unreviewed = slices.Compact(result.Unreviewed)
	return result, unbalanced
}

// documents returns the results of all documents, of which those of the ones that are not clean are yet to be filled
// in. It lets go what the end of the run does not need.
func (r *run) documents(results []DocumentResult) Documents {
	out := make(Documents, len(r.places))
	for n := range r.places {
		if p := &r.places[n]; p.doc == nil {
			out[n].again = func() *DocumentResult {
				dr := r.result(r.clean(p))
				return &dr
			}
		} else {
			out[n].kept, results, p.doc = &results[0], results[1:], nil
		}
	}
	r.docs, r.byPath, r.run, r.next = nil, nil, nil, proposal{}
	return out
}

func (r *run) result(d *document) DocumentResult {
	d.carriedOut()
	out := DocumentResult{
		Path: d.path, Before: d.original, After: d.rev.Source(),
		State: d.state, Decisions: d.decisions, Fixes: d.fixes, Regression: d.regression,
		Convergence: d.convergence, weighed: d.weighed, Metrics: d.state.Metrics,
		Unreviewed: d.missed, Counts: table.Counts{Silenced: d.state.Silenced},
	}
	if n := len(d.decisions); n > 0 {
		out.Decision = d.decisions[n-1]
	}
	out.Findings = make([]Outcome, 0, len(d.closed)+len(d.open))
	for n := range d.closed {
		s := &d.closed[n]
		out.add(s.Issue, s.outcome)
	}
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		o := Outcome{Finding: &i.Finding, Pass: i.Pass, Raised: !i.Came()}
		o.Status, o.Reason, o.Detail = standing(i)
		if i.Skip != nil {
			o.harm = i.Skip.Harm
		}
		out.add(i, o)
	}
	raised := map[bool]int{true: 1}
	slices.SortStableFunc(out.Findings, func(a, b Outcome) int {
		return cmp.Or(raised[a.Raised]-raised[b.Raised], source.Compare(a.Finding.Span, b.Finding.Span), strings.Compare(a.Finding.ID, b.Finding.ID))
	})
	out.Next = r.nextAction(d, out)
	return out
}

// add enters an issue and those that came in and say the same.
func (r *DocumentResult) add(i *track.Issue, o Outcome) {
	if i.Origin == track.Baseline {
		return
	}
	r.enter(o)
	for _, f := range i.Duplicates() {
		duplicate, own := o, *o.Finding
		own.ID, own.Source, own.Message = f.ID, f.Source, f.Message
		duplicate.Finding = &own
		duplicate.Detail = strings.TrimPrefix(o.Detail+" The same as "+o.Finding.ID+".", " ")
		r.enter(duplicate)
	}
}

func (r *DocumentResult) enter(o Outcome) {
	r.Findings = append(r.Findings, o)
	c := &r.Counts
	if o.Reason == SwitchedOff {
		c.Silenced++
	}
	if o.Raised {
		if o.Open() {
			c.Raised++
			c.After++
		}
		return
	}
	c.Before++
	if o.Open() {
		c.After++
	}
	if o.Reason == Answered || o.Reason == Overruled {
		c.Settled++
	}
	switch o.Status {
	case Fixed:
		c.Fixed++
	case Remains:
		c.Remaining++
	case Escalated:
		c.Escalated++
	case Refused:
		c.Rejected++
	case Outside:
		c.OutOfScope++
		if o.Reason == Answered {
			c.Dropped++
		}
	}
}

// overruled counts the rejected findings that are settled and not open.
func (r *DocumentResult) overruled() int {
	n := 0
	for _, o := range r.Findings {
		if o.Reason == Overruled && !o.Raised {
			n++
		}
	}
	return n
}

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
		f := o.Finding
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

// objected returns what to do about an objection.
func objected(o engine.Objection) NextAction {
	switch o.Type {
	case engine.IncompleteOutput:
		return NextAction{Regenerate, ""}
	case engine.QualityThreshold:
		return NextAction{ReReview, ""}
	}
	return NextAction{ManualFix, ""}
}

// fixOf describes a fix of the revision base.
func fixOf(base *zone.Document, a fixers.Applied, pass int) Fix {
	f := a.Finding
	own := a.Own()
	out := Fix{Finding: f, Pass: pass}
	for _, path := range a.Change.Paths() {
		if path != f.Path {
			out.Also = append(out.Also, path)
		}
	}
	if len(own) == 0 {
		return out
	}
	out.Old, out.New = source.Replaced(base.Source(), own)
	out.Place = base.Lines().Point(own[0].Start, source.CodePoint)
	out.Section = a.Section
	return out
}
