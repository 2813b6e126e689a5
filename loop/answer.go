package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/question"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/identity"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// meant returns the number of the issue that an answer is about, or -1. If the answer has its place in this revision,
// that is the issue at the place.
func (d *document) meant(a *engine.Resolution) int {
	if a.Place != nil && a.Ask.Revision == d.state.Revision {
		return slices.IndexFunc(d.open, func(i track.Issue) bool {
			return i.Counts() && i.State == review.Located && i.Span == *a.Place &&
				(a.Effect == engine.EffectReject || a.Ask.IsAbout(&i.Finding))
		})
	}
	var at []int
	var keys []review.Key
	for n := range d.open {
		if i := &d.open[n]; i.Counts() && (a.Effect == engine.EffectReject || a.Ask.IsAbout(&i.Finding)) {
			if string(i.Key) == a.Ask.Key || string(i.Former) == a.Ask.Key {
				return n
			}
			at, keys = append(at, n), append(keys, i.Key)
		}
	}
	if a.Ask.Said != "" && len(at) == 1 { // the words of a review identify its finding, wherever it is
		return at[0]
	}
	if n := slices.Index(identity.Assign([]review.Key{review.Key(a.Ask.Key)}, keys), 0); n >= 0 {
		return at[n]
	}
	return -1
}

// recognise gives an answer the present Key of its finding.
func (d *document) recognise(a *engine.Resolution) {
	if a.Ask.Key != "" {
		if n := d.meant(a); n >= 0 {
			d.locate(a, n)
			if review.Key(a.Ask.Key).IsFormer() {
				a.Recalled = false // it is kept anew
			}
			a.Ask.Key = string(d.open[n].Key)
		}
	}
}

// locate notes the place of issue n in an answer that leaves it as it is, for later runs.
func (d *document) locate(a *engine.Resolution, n int) {
	if i := &d.open[n]; a.Effect == engine.EffectKeep && i.State == review.Located &&
		a.Ask.Revision == d.state.Revision {
		a.Place = &source.Span{Start: i.Span.Start, End: i.Span.End}
	}
}

// apply changes the finding that an answer is about.
func (d *document) apply(a engine.Resolution) bool {
	n := d.meant(&a)
	if n < 0 {
		return false
	}
	i := &d.open[n]
	switch a.Effect {
	case engine.EffectKeep:
		d.settleByAnswer(n, "A person said to leave the text as it is.")
	case engine.EffectReplace:
		if i.State != review.Located || !a.Ask.FitsPlace(d.rev(), &i.Finding) {
			return false
		}
		i.Span = question.Replaced(d.rev(), &i.Finding, a.Text)
		i.ReplaceBy(a.Text)
		d.overrule(n)
	case engine.EffectBreakLinks, engine.EffectLoseMarkup:
		if i.State != review.Located || !a.Ask.FitsPlace(d.rev(), &i.Finding) {
			return false
		}
		i.Allowed |= a.Allows()
	case engine.EffectPlace:
		span := source.Span{Start: a.Start, End: a.End}
		if a.Ask.Revision != d.state.Revision || !span.Valid(len(d.src())) {
			return false
		}
		i.Span, i.State, i.Reason, i.Candidates = span, review.Located, review.Reason{}, nil
		if a.Text != "" {
			i.Span = question.Replaced(d.rev(), &i.Finding, a.Text)
			i.ReplaceBy(a.Text)
		}
	case engine.EffectPlaces:
		edits := engine.Everywhere(d.rev(), &i.Finding)
		if a.Ask.Revision != d.state.Revision || edits == nil {
			return false
		}
		i.Span = source.Span{Start: edits[0].Start, End: edits[len(edits)-1].End}
		i.State, i.Reason, i.Candidates = review.Located, review.Reason{}, nil
		i.Remedy, i.Edits, i.Old, i.Want = review.Edits, edits, "", ""
	}
	return true
}

// applyAnswers applies the answers of a person to the questions of an earlier run. It ignores an answer that does not
// fit any more, because its finding is gone or the document was edited, with a warning.
func (r *run) applyAnswers(d *document, answers []engine.Resolution) {
	d.state.Answered = answers
	for n := range answers {
		d.recognise(&answers[n])
		a := answers[n]
		switch a.Effect {
		case engine.EffectPause, engine.EffectAbort:
			d.state.Halted = a.Effect
		case engine.EffectMore:
			d.limits.Thresholds.MaxIterations += a.Iterations
			d.state.Iteration.Max = d.limits.Thresholds.MaxIterations
		case engine.EffectSalvage:
			d.salvage = true
		case engine.EffectHand, engine.EffectReject: // the next plan obeys it
		case engine.EffectAnswer:
			d.reviews.answer(a.Ask.About)
		default:
			if a.Ask.Objection != "" {
				continue // the answers have those that a person settled
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

// rejection returns the answer that remembers an edit that a person rejected.
func (d *document) rejection(f *review.Finding, text string) engine.Resolution {
	ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Finding: f.ID, Key: string(f.Key),
		Line: d.line(f.Span.Start), Choices: []engine.Choice{}}
	ask.Identify("edit " + text)
	return engine.Resolution{Ask: ask, Effect: engine.EffectReject, Text: text,
		Place: &source.Span{Start: f.Span.Start, End: f.Span.End}}
}

func (d *document) rejectEdit(n int) { d.settleByAnswer(n, "A person rejected this edit.") }

// silence makes the next pass write a comment that silences an issue and those in conflict with it, if the person wants
// that. It reports false if no comment can.
func (d *document) silence(key review.Key) bool {
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Counts() && i.Key == key })
	if !d.comments || n < 0 {
		return false
	}
	if _, ok := fixers.Ignore(d.rev(), &d.open[n].Finding); !ok {
		return false
	}
	for _, k := range append(d.otherSides(n), key) {
		i := d.issue(k)
		i.Finding = i.Silenced()
		i.Settle()
		d.wishes.edits[k] = wish{any: true}
	}
	return true
}

// settleUnsilenced settles the issues that a person rejected or kept and for which the plan has no comment.
func (d *document) settleUnsilenced() {
	for n := len(d.open) - 1; n >= 0; n-- {
		i := &d.open[n]
		if i.Counts() && i.Remedy == review.Silence && i.Skip != nil && i.Skip.Reason != fixers.Conflict {
			i.Remedy = review.NoRemedy
			d.rejectEdit(n)
		}
	}
}

// rename adds, for what a person left or rejected, the Keys that later runs know it by: passes may have edited the
// headings above it, and what is like it.
func (d *document) rename() {
	if len(d.state.Answered) == 0 {
		return
	}
	bySource := map[string][]review.Finding{}
	was := map[string][]review.Key{}
	for _, i := range d.open {
		if i.State == review.Located {
			bySource[i.Source] = append(bySource[i.Source], i.Finding)
			was[i.Source] = append(was[i.Source], i.Key)
		}
	}
	for source, findings := range bySource {
		review.Identify(d.rev(), findings)
		for n := range findings {
			d.alsoKnown(was[source][n], findings[n].Key)
		}
	}
	for _, i := range d.open {
		d.alsoKnown(i.Key, i.Now)
	}
}

// alsoKnown adds a person's decision about a finding under another Key of that finding.
func (d *document) alsoKnown(was, is review.Key) {
	for _, a := range d.state.Answered {
		if is == was || string(was) != a.Ask.Key || a.Effect != engine.EffectKeep && a.Effect != engine.EffectReject {
			continue
		}
		a.Ask.Key, a.Recalled = string(is), false
		a.Ask.Identify("edit " + a.Text)
		if !slices.ContainsFunc(d.state.Answered, func(b engine.Resolution) bool { return a.Ask.ID == b.Ask.ID }) {
			d.state.Answered = append(d.state.Answered, a)
		}
	}
}
