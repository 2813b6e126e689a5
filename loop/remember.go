package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
)

// rejection is what is remembered of an edit that a person rejected.
func (d *document) rejection(f *review.Finding, text string) engine.Resolution {
	ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Finding: f.ID, Key: string(f.Key), Line: d.line(f.Span.Start), Choices: []engine.Choice{}}
	ask.Identify("edit " + text)
	return engine.Resolution{Ask: ask, Effect: engine.EffectReject, Text: text}
}

func (d *document) rejectEdit(n int) { d.settleByAnswer(n, "A person rejected this edit.") }

// silence has the next pass write the comment that silences an issue, and what is in conflict with it, where the person
// wants that. It reports false where no comment can.
func (d *document) silence(key review.Key) bool {
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Counts() && i.Key == key })
	if !d.comments || n < 0 {
		return false
	}
	if _, ok := fixers.Ignore(d.rev, &d.open[n].Finding); !ok {
		return false
	}
	for _, k := range append(d.otherSides(n), key) {
		i := d.issue(k)
		i.Finding = i.Silenced()
		i.Settle()
		d.said[k] = said{whatever: true}
	}
	return true
}

// settleUnsilenced settles what a person rejected or kept, and what the plan has no comment for.
func (d *document) settleUnsilenced() {
	for n := len(d.open) - 1; n >= 0; n-- {
		i := &d.open[n]
		if i.Counts() && i.Remedy == review.Silence && i.Skip != nil && i.Skip.Reason != fixers.Conflict {
			i.Remedy = review.NoRemedy
			d.rejectEdit(n)
		}
	}
}

// rename adds, for what a person left or rejected, the Keys that later runs know it by: passes may have edited the headings
// above it, and what is like it.
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
		review.Identify(d.rev, findings)
		for n := range findings {
			d.alsoKnown(was[source][n], findings[n].Key)
		}
	}
	for _, i := range d.open {
		d.alsoKnown(i.Key, i.Now())
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

// rejects reports whether a person rejected an edit.
func (r *run) rejects(a *fixers.Applied) bool {
	return slices.ContainsFunc(r.at(a.Finding.Path).state.Answered, func(was engine.Resolution) bool {
		return was.Effect == engine.EffectReject && a.Finding.Remedy != review.Silence &&
			was.Ask.Key == string(a.Finding.Key) && was.Text == track.NewText(a)
	})
}
