package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// applyAnswers does what a person answered to the questions of an earlier run. An answer that does not fit any more,
// because its finding is gone or the document was edited, is left aside with a warning.
func (r *run) applyAnswers(d *document, answers []engine.Resolution) {
	d.state.Answered = answers
	for _, a := range answers {
		switch a.Effect {
		case engine.EffectPause, engine.EffectAbort:
			d.state.Halted = a.Effect
		case engine.EffectMore:
			d.limits.Thresholds.MaxIterations += a.Iterations
			d.state.Iteration.Max = d.limits.Thresholds.MaxIterations
		case engine.EffectSalvage:
			d.salvage = true
		case engine.EffectHand, engine.EffectReject: // the next plan is held to it
		case engine.EffectAnswer:
			d.reviews.answer(a.Ask.About)
		default:
			if a.Ask.Objection != "" {
				continue // those that a person settled are told by the answers
			}
			switch {
			case d.apply(a), a.Recalled:
			case a.Applied:
				r.warn("the answer to question %s is already applied to %s", a.Ask.ID, d.path)
			case a.Ask.Revision == d.state.Revision:
				r.warn("answer to question %s ignored: this run has no such finding in %s", a.Ask.ID, d.path)
			default:
				r.warn("answer to question %s ignored: %s was changed since it was asked", a.Ask.ID, d.path)
			}
		}
	}
}

// carriedOut marks the answers whose findings are fixed now.
func (d *document) carriedOut() {
	for n := range d.state.Answered {
		a := &d.state.Answered[n]
		a.Applied = a.Applied || slices.ContainsFunc(d.closed, func(s closedIssue) bool {
			return s.outcome.Status == Fixed && string(s.Key) == a.Ask.Key
		})
	}
}

// apply changes the finding that an answer is about.
func (d *document) apply(a engine.Resolution) bool {
	n := slices.IndexFunc(d.open, func(i track.Issue) bool {
		return i.Counts() && string(i.Key) == a.Ask.Key && a.Ask.IsAbout(&i.Finding)
	})
	if n < 0 && !a.Recalled && a.Ask.Revision == d.state.Revision { // the edit of a heading may have changed its Key
		n = slices.IndexFunc(d.open, func(i track.Issue) bool {
			return i.Counts() && i.ID == a.Ask.Finding && a.Ask.IsAbout(&i.Finding)
		})
	}
	if n < 0 {
		return false
	}
	i := &d.open[n]
	switch a.Effect {
	case engine.EffectKeep:
		d.settleByAnswer(n, "A person said to leave the text as it is.")
	case engine.EffectReplace:
		if i.State != review.Located || !a.Ask.FitsPlace(d.rev, &i.Finding) {
			return false
		}
		i.Span = engine.Replaced(d.rev, &i.Finding, a.Text)
		i.ReplaceBy(a.Text)
		d.overrule(n)
	case engine.EffectBreakLinks, engine.EffectLoseMarkup:
		if i.State != review.Located || !a.Ask.FitsPlace(d.rev, &i.Finding) {
			return false
		}
		i.Allowed |= a.Allows()
	case engine.EffectPlace:
		span := source.Span{Start: a.Start, End: a.End}
		if a.Ask.Revision != d.state.Revision || !span.Valid(len(d.rev.Source())) {
			return false
		}
		i.Span, i.State, i.Reason, i.Candidates = span, review.Located, review.Reason{}, nil
		if a.Text != "" {
			i.Span = engine.Replaced(d.rev, &i.Finding, a.Text)
			i.ReplaceBy(a.Text)
		}
	case engine.EffectPlaces:
		edits := engine.Everywhere(d.rev, &i.Finding)
		if a.Ask.Revision != d.state.Revision || edits == nil {
			return false
		}
		i.Span = source.Span{Start: edits[0].Start, End: edits[len(edits)-1].End}
		i.State, i.Reason, i.Candidates = review.Located, review.Reason{}, nil
		i.Remedy, i.Edits, i.Old, i.Want = review.Edits, edits, "", ""
	}
	return true
}

// settleByAnswer shuts issue n, and where it is one side of a conflict the others: they
// want other text in the same place.
func (d *document) settleByAnswer(n int, why string) {
	d.closeAll(append(d.otherSides(n), d.open[n].Key), Outcome{Status: Outside, Reason: Answered, Detail: why})
}

// overrule settles the findings that wanted something else where a person decided for issue n.
func (d *document) overrule(n int) {
	others := d.otherSides(n)
	d.open[n].Settle()
	d.closeAll(others, Outcome{Status: Refused, Reason: Overruled, Detail: "A person chose another text."})
}

// otherSides returns the Keys of the issues that are in conflict with issue n.
func (d *document) otherSides(n int) []review.Key {
	return track.ConflictsOf(d.open, d.rev).Others(d.open[n].Key)
}

// closeAll closes the issues with these Keys. What a person decided about stays in the baseline, unless it is a side of a
// conflict: its reviewer raises it again after every pass, and that is nothing new.
func (d *document) closeAll(keys []review.Key, o Outcome) {
	open := d.open[:0:0]
	for _, i := range d.open {
		if i.Counts() && slices.Contains(keys, i.Key) {
			o.Raised = !i.Came()
			d.closed = append(d.closed, leave(i, o))
			if o.Reason != Answered || len(i.Against()) > 0 {
				continue
			}
			i.Origin = track.Baseline
		}
		open = append(open, i)
	}
	d.open = open
	d.recount()
}

// recount brings the last entry of the history up to date where a person settled something since.
func (d *document) recount() {
	if n := len(d.state.Iteration.History); n > 0 {
		d.state.Iteration.History = slices.Clone(d.state.Iteration.History)
		e := &d.state.Iteration.History[n-1]
		e.Open = track.Counted(d.open)
		e.IssuesOut = len(e.Open)
	}
}
