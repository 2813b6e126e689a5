package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// obey does what a person answered to the questions of an earlier run. An answer
// that does not fit any more, because its finding is gone or the document was
// edited, is left aside with a warning.
func (r *run) obey(d *document, answers []engine.Resolution) {
	d.state.Answered = answers
	for _, a := range answers {
		switch a.Effect {
		case engine.EffectPause, engine.EffectAbort:
			d.halted = a.Effect
		case engine.EffectMore:
			d.limits.Thresholds.MaxIterations += a.Iterations
			d.state.Iteration.Max = d.limits.Thresholds.MaxIterations
		case engine.EffectSalvage:
			d.salvage = true
		case engine.EffectHand:
		default:
			if !d.apply(a) {
				r.warn("the answer to question %s of %s does not fit the document any more; it was left aside", a.Ask.ID, d.path)
			}
		}
	}
}

// leftAlone says what a person decided about a document as a whole.
func leftAlone(e engine.Effect) string {
	if e == engine.EffectAbort {
		return "a person said to leave the document as it is"
	}
	return "a person said to leave the document for now"
}

// apply changes the finding that an answer is about.
func (d *document) apply(a engine.Resolution) bool {
	n := slices.IndexFunc(d.open, func(i issue) bool { return i.counts() && string(i.Key) == a.Ask.Key })
	if n < 0 {
		n = slices.IndexFunc(d.open, func(i issue) bool { return i.counts() && i.ID == a.Ask.Finding })
	}
	if n < 0 {
		return false
	}
	i := &d.open[n]
	switch a.Effect {
	case engine.EffectKeep:
		d.settleByAnswer(n, "a person said to leave the text as it is")
	case engine.EffectReplace:
		if i.State != review.Located {
			return false
		}
		i.Span, i.Old = engine.Place(d.rev, &i.Finding), ""
		i.Remedy, i.Want, i.Choices = review.Replace, a.Text, nil
		i.RequiresHuman, i.AutoFix = false, review.AutoFixYes
		d.overrule(n)
	case engine.EffectPlace:
		span := source.Span{Start: a.Start, End: a.End}
		if a.Ask.Revision != d.state.Revision || !span.Valid(len(d.rev.Source())) {
			return false
		}
		i.Span, i.State, i.Why, i.Candidates = span, review.Located, "", nil
	}
	return true
}

func (d *document) settleByAnswer(n int, why string) {
	i := d.open[n]
	d.shut = append(d.shut, i.leave(Outcome{Status: Outside, Reason: Answered, Detail: why, Raised: !i.came()}))
	d.open = slices.Delete(d.open, n, n+1)
	d.endRivalry(i.Key)
}

// overrule settles the findings that wanted something else where a person decided
// for issue n.
func (d *document) overrule(n int) {
	winner := d.open[n]
	d.open[n].against, d.open[n].rival = nil, ""
	for k := len(d.open) - 1; k >= 0; k-- {
		i := d.open[k]
		if i.Key != winner.Key && (i.rival == winner.Key || i.Key == winner.rival) {
			d.shut = append(d.shut, i.leave(Outcome{Status: Refused, Reason: Overruled, Detail: "a person decided otherwise", Raised: !i.came()}))
			d.open = slices.Delete(d.open, k, k+1)
		}
	}
}

// endRivalry frees the findings that stood against one that is gone.
func (d *document) endRivalry(gone review.Key) {
	for n := range d.open {
		if i := &d.open[n]; i.rival == gone {
			i.against, i.rival = nil, ""
		}
	}
}
