package question

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Maker makes the questions about one document.
type Maker struct {
	Document *zone.Document // the present revision
	State    *table.State
	Open     []track.Issue
	Gate     rules.Severity // that of the run; 0 is no gate
}

// line returns the number of the line that holds an offset.
func (m *Maker) line(offset int) int { return m.Document.Lines().Point(offset, source.CodePoint).Line }

// locationOf says where a finding stands, for people.
func (m *Maker) locationOf(f *review.Finding) string {
	if f.State != review.Located {
		return m.State.Document
	}
	at := fmt.Sprintf("%s:%d", m.State.Document, m.line(f.Span.Start))
	if path := m.Document.HeadingPath(f.Span.Start); len(path) > 0 {
		at += " (" + strings.Join(path, coverage.Separator) + ")"
	}
	return at
}

// gravest returns the open findings, each once, the gravest first. Of findings of one severity, those that only a
// person can resolve come first.
func gravest(findings []result.Outcome) []*result.Outcome {
	var out []*result.Outcome
	seen := map[review.Key]bool{}
	for n := range findings {
		if o := &findings[n]; o.Open() && !seen[o.Finding.Key] {
			seen[o.Finding.Key] = true
			out = append(out, o)
		}
	}
	slices.SortStableFunc(out, func(a, b *result.Outcome) int {
		return cmp.Or(cmp.Compare(b.Finding.Severity, a.Finding.Severity), cmp.Compare(urgency(b), urgency(a)))
	})
	return out
}

func urgency(o *result.Outcome) int {
	switch o.Status {
	case result.Escalated:
		return 2
	case result.Refused:
		return 1
	}
	return 0
}

// byHand reports whether a person answered that they will edit the text themselves.
func (m *Maker) byHand(about func(engine.Ask) bool) bool {
	return slices.ContainsFunc(m.State.Answered, func(a engine.Resolution) bool {
		return a.Effect == engine.EffectHand && about(a.Ask)
	})
}

func askAboutRegression(ask *engine.Ask, reg *result.Regression) {
	ask.Text = fmt.Sprintf("Pass %d was taken back: it raised %s.", reg.Pass, wording.List(messages(reg.Raised), most))
	if len(reg.Culprits) > 0 {
		ask.Text += fmt.Sprintf(" The cause is %s.", wording.List(describe(reg.Culprits), most))
	}
	ask.Text += " What should happen?"
	ask.Offer(engine.Choice{Label: "Make the other fixes without this one", Effect: engine.EffectSalvage},
		engine.Choice{Label: "Leave the document as it is", Effect: engine.EffectAbort},
		engine.Choice{Label: "Edit it by hand and run again", Effect: engine.EffectHand})
}

// askAbout asks about a finding: which of two texts, which of several places, or which text should stand there.
func (m *Maker) askAbout(ask *engine.Ask, o *result.Outcome, reason table.Reason, c track.Conflicts) {
	f := &o.Finding
	ask.SetAbout(f)
	ask.SetPlace(m.Document, f)
	ask.Severity = f.Severity.String()
	if f.State == review.Located || f.State == review.Region {
		ask.Line = m.line(f.Span.Start)
	}
	ask.Text = fmt.Sprintf("%s: %s", m.locationOf(f), wording.Sentence(f.Message))
	keep := engine.Choice{Label: "Leave the text as it is", Effect: engine.EffectKeep}
	hand := engine.Choice{Label: "Edit it by hand and run again", Effect: engine.EffectHand}
	write := engine.Choice{Label: "Write the right text", Effect: engine.EffectReplace, NeedsText: true}
	if f.State == review.Located && (o.Status == result.Refused || o.Reason == result.StatusReason(fixers.Abstained)) {
		ask.Unmade = strings.TrimSpace(proposed(f) + " " + o.Detail)
		ask.Text += " " + ask.Unmade
	}
	if f.Reason.Code == review.PerhapsDoneCode {
		ask.Text += " " + strings.TrimPrefix(f.Reason.Text, "The document does not contain the quote. ")
		ask.Offer(engine.Choice{Label: "It is done", Effect: engine.EffectKeep})
	}
	var choices []engine.Choice
	edit := ""
	if f.State != review.Located {
		choices, edit = places(m.Document, f)
	}
	switch {
	case c.Issues[f.Key] != nil:
		ask.Text += " Which text is right?"
		wants := engine.Cited([]string{f.Want}, c.Issues[f.Key].Against)
		for _, k := range c.Others(f.Key) {
			wants = engine.Cited(wants, []string{c.Issues[k].Want})
		}
		for _, want := range wants {
			ask.Offer(m.replaceBy(f, want))
		}
		ask.Offer(keep)
	case len(choices) > 0:
		if edit == "" {
			ask.Text += proposed(f) + " Which place does it mean?"
		} else {
			ask.Text += " " + edit + " Apply this edit?"
			at := review.Finding{Span: source.Span{Start: choices[0].Start, End: choices[0].End}, Old: f.Old}
			want := cmp.Or(choices[0].Text, f.Want)
			ask.Edits = []source.Edit{{Span: engine.Place(m.Document, &at), New: want}}
		}
		ask.Offer(choices...)
	case f.State != review.Located:
		if ask.Text += proposed(f); f.State != review.Region {
			ask.Text += " The place was not found."
		}
		ask.Text += " What now?"
		if len(ask.Choices) == 0 {
			ask.Offer(engine.Choice{Label: "Drop the finding", Effect: engine.EffectKeep})
		}
		ask.Offer(hand)
	case f.Remedy == review.Choose && len(f.Choices) == 1:
		ask.Edits = []source.Edit{{Span: engine.Place(m.Document, f), New: f.Choices[0]}}
		ask.Text += " " + edited(m.Document, ask.Edits[0].Span, f.Choices[0]) + " Apply this edit?"
		ask.Offer(engine.Choice{Label: "Yes", Effect: engine.EffectReplace, Text: f.Choices[0]},
			engine.Choice{Label: "No. Leave the text as it is", Effect: engine.EffectKeep})
	case f.Remedy == review.Choose:
		ask.Text += " Which one is right?"
		for _, want := range f.Choices {
			ask.Offer(m.replaceBy(f, want))
		}
		ask.Offer(keep)
	case o.Status == result.Remains && (reason == table.ReasonMaxIterations || reason == table.ReasonBudget):
		ask.Text += " It can be fixed, but the run had to end. What now?"
		ask.Offer(allowMore(), keep, hand)
	case o.Status == result.Refused && o.Harm != 0:
		ask.Text += " What now?"
		ask.Unmade = o.Detail
		if ask.Edits = f.Edits; f.Remedy == review.Replace {
			ask.Edits = []source.Edit{{Span: engine.Place(m.Document, f), New: f.Want}}
		}
		ask.Offer(allow(o.Harm), write, keep, hand)
	default:
		ask.Text += " " + instead(m.Document, f)
		ask.Offer(write, keep, hand)
	}
}

// replaceBy returns the choice that puts a text in place of a finding, shown as the edit.
func (m *Maker) replaceBy(f *review.Finding, want string) engine.Choice {
	out := engine.Choice{Label: fmt.Sprintf("%q", want), Effect: engine.EffectReplace, Text: want}
	if f.State == review.Located && !strings.Contains(want, "\n") { // else nobody sees its lines
		out.Label = edited(m.Document, engine.Place(m.Document, f), want)
	}
	return out
}

// Questions returns the questions for a person: about a fix that made the document worse, and about every open finding,
// the gravest first. It does not ask again about a finding that a person wants to edit by hand.
func (m *Maker) Questions(dr *result.Document) []engine.Ask {
	left := gravest(dr.Findings)
	var asks []engine.Ask
	put := func(about string, fill func(*engine.Ask)) {
		ask := engine.Ask{Document: m.State.Document, Revision: m.State.Revision, Line: 1}
		fill(&ask)
		ask.Identify(about)
		if n := len(asks); n > 0 && slices.Equal(ask.Choices, asks[n-1].Choices) {
			ask.Choices = asks[n-1].Choices // most are equal, so they share memory
		}
		asks = append(asks, ask)
	}
	reason := dr.Decision.Reason
	if reg := dr.Regression; reason == table.ReasonRegression && reg != nil {
		put(string(reason), func(ask *engine.Ask) { askAboutRegression(ask, reg) })
	}
	grave := len(left) > 0 && m.Gate != 0 && left[0].Finding.Severity >= m.Gate
	for _, o := range m.State.Objections {
		if !(o.Follows && grave) && !m.byHand(func(ask engine.Ask) bool { return ask.Objection == o.Key }) {
			put(o.Key, func(ask *engine.Ask) { putObjection(ask, o) })
		}
	}
	// asked has the other sides of the conflicts that a question is about.
	asked, conflicts := map[review.Key]bool{}, track.ConflictsOf(m.Open, m.Document)
	for _, o := range left {
		if asked[o.Finding.Key] || o.Reason == result.Halted && m.State.Halted == "" {
			continue // a person put the edit off: it is proposed again
		}
		for _, key := range conflicts.Others(o.Finding.Key) {
			asked[key] = true
		}
		if !m.byHand(func(ask engine.Ask) bool { return ask.Key == string(o.Finding.Key) && ask.IsAbout(&o.Finding) }) {
			put("", func(ask *engine.Ask) { m.askAbout(ask, o, reason, conflicts) })
		}
	}
	if len(asks) == 0 && len(left) == 0 && len(m.State.Objections) == 0 {
		put(string(reason), func(ask *engine.Ask) {
			ask.Text = dr.Decision.Message + " What now?"
			ask.Offer(engine.Choice{Label: "Leave the document as it is", Effect: engine.EffectAbort},
				allowMore())
		})
	}
	return asks
}
