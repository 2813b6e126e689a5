package loop

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
)

// newText is what a fix writes at the place of its finding, as it is compared and remembered.
func newText(a *fixers.Applied) string {
	var parts []string
	for _, e := range a.Change.Of(a.Finding.Path) {
		if track.Touches(e.Span, a.Finding.Span) {
			parts = append(parts, e.New)
		}
	}
	return strings.Join(parts, " … ")
}

// rejection is what is remembered of an edit that a person rejected.
func (d *document) rejection(f *review.Finding, text string) engine.Resolution {
	ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Finding: f.ID, Key: string(f.Key), Line: d.line(f.Span.Start), Choices: []engine.Choice{}}
	ask.Identify("edit " + text)
	return engine.Resolution{Ask: ask, Effect: engine.EffectReject, Text: text}
}

func (d *document) rejectEdit(n int) { d.settleByAnswer(n, "A person rejected this edit.") }

// rename adds, for what a person left or rejected, the Keys that later runs know it by: passes may have edited the headings
// above it, and what is like it.
func (d *document) rename() {
	bySource := map[string][]review.Finding{}
	was := map[string][]review.Key{}
	for _, i := range d.open {
		if i.State == review.Located {
			bySource[i.Source] = append(bySource[i.Source], i.Finding)
			was[i.Source] = append(was[i.Source], i.Key)
		}
	}
	for source, findings := range bySource {
		review.Identify(d.rev, findings)
		for n := range findings {
			d.alsoKnown(was[source][n], findings[n].Key)
		}
	}
	for _, i := range d.open {
		d.alsoKnown(i.Key, i.Now)
	}
}

// alsoKnown adds what a person decided about a finding under another Key of it.
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

// unwanted takes the edits out of a plan that a person rejected, and settles their issues.
func (r *run) unwanted(plan fixers.Plan) fixers.Plan {
	plan.Applied = slices.DeleteFunc(plan.Applied, func(a fixers.Applied) bool {
		d := r.byPath[a.Finding.Path]
		rejected := slices.ContainsFunc(d.state.Answered, func(was engine.Resolution) bool {
			return was.Effect == engine.EffectReject && was.Ask.Key == string(a.Finding.Key) && was.Text == newText(&a)
		})
		if rejected {
			d.rejectEdit(slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == a.Finding.Key }))
		}
		return rejected
	})
	return plan
}
