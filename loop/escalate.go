package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// most is how many of several findings are named.
const most = 3

func idsOf(fixes []result.Fix) []string {
	out := make([]string, len(fixes))
	for n, f := range fixes {
		out[n] = f.Finding.ID
	}
	return out
}

func messages(findings []review.Finding) []string {
	out := make([]string, len(findings))
	for n, f := range findings {
		out[n] = fmt.Sprintf("%q", engine.Clip(f.Message, 80))
	}
	return out
}

func describe(fixes []result.Fix) []string {
	out := make([]string, len(fixes))
	for n, f := range fixes {
		out[n] = fmt.Sprintf("%q -> %q (%s, %s)", engine.Clip(f.Old, 60), engine.Clip(f.New, 60), f.Finding.ID, f.Location())
	}
	return out
}

// pattern says what the attempts have in common.
func pattern(dr *result.Document) string {
	var persist, human []string
	for _, o := range dr.Findings {
		switch {
		case !o.Open():
		case o.Reason == result.Persists:
			persist = append(persist, o.Finding.ID)
		case o.Status == result.Escalated || o.Status == result.Refused:
			human = append(human, o.Finding.ID)
		}
	}
	switch dr.Decision.Reason {
	case table.ReasonRegression:
		if reg := dr.Regression; reg != nil && len(reg.Culprits) > 0 {
			return "fixing " + wording.List(idsOf(reg.Culprits), most) + " raises " + wording.List(messages(reg.Raised), most)
		}
		return "the fixes raise more than they resolve"
	case table.ReasonThrashing:
		return "fixes undo each other"
	case table.ReasonStagnation:
		return "the fixes do not resolve " + wording.List(persist, most)
	case table.ReasonAllFixesFailed:
		return "no fix can be made safely"
	case table.ReasonCircuitBreaker:
		return "no pass resolves anything"
	case table.ReasonQualityRegression:
		return "every pass lowers the quality score"
	}
	switch {
	case len(persist) > 0:
		return "the fixes do not resolve " + wording.List(persist, most)
	case len(human) > 0:
		return "only you can resolve " + wording.List(human, most)
	}
	if len(dr.State.Objections) > 0 {
		return "what is open is about the document as a whole"
	}
	return "every pass brings new findings"
}

// gravest returns the open findings, each once, in the order in which a person looks at them: the gravest first, and of
// those as grave the ones that nothing else can resolve.
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

// byHand reports whether a person said to a question that they edit the text themselves.
func (d *document) byHand(about func(engine.Ask) bool) bool {
	return slices.ContainsFunc(d.state.Answered, func(a engine.Resolution) bool {
		return a.Effect == engine.EffectHand && about(a.Ask)
	})
}

// ask returns a question about the document that is filled in.
func (d *document) ask(about string, fill func(*engine.Ask)) engine.Ask {
	ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Line: 1}
	fill(&ask)
	ask.Identify(about)
	return ask
}

func (d *document) askAboutRegression(ask *engine.Ask, reg *result.Regression) {
	ask.Text = fmt.Sprintf("Pass %d was taken back: it raised %s.", reg.Pass, wording.List(messages(reg.Raised), most))
	if len(reg.Culprits) > 0 {
		ask.Text += fmt.Sprintf(" The cause is %s.", wording.List(describe(reg.Culprits), most))
	}
	ask.Text += " What should happen?"
	ask.Offer(engine.Choice{Label: "Make the other fixes without this one", Effect: engine.EffectSalvage},
		engine.Choice{Label: "Leave the document as it is", Effect: engine.EffectAbort},
		engine.Choice{Label: "Edit it by hand and run again", Effect: engine.EffectHand})
}

// askAbout puts a finding as a question: which of two texts, which of several places, or what should stand there.
func (d *document) askAbout(ask *engine.Ask, o *result.Outcome, reason table.Reason, c track.Conflicts) {
	f := &o.Finding
	ask.SetAbout(f)
	ask.SetPlace(d.rev(), f)
	ask.Severity = f.Severity.String()
	if f.State == review.Located || f.State == review.Region {
		ask.Line = d.line(f.Span.Start)
	}
	ask.Text = fmt.Sprintf("%s: %s", d.locationOf(f), wording.Sentence(f.Message))
	keep := engine.Choice{Label: "Leave the text as it is", Effect: engine.EffectKeep}
	hand := engine.Choice{Label: "Edit it by hand and run again", Effect: engine.EffectHand}
	write := engine.Choice{Label: "Write the right text", Effect: engine.EffectReplace, NeedsText: true}
	if f.State == review.Located && (o.Status == result.Refused || o.Reason == result.StatusReason(fixers.Abstained)) {
		ask.Unmade = engine.Unmade(f, o.Detail)
		ask.Text += " " + ask.Unmade
	}
	switch {
	case c.Issues[f.Key] != nil:
		ask.Text += " Which text is right?"
		wants := engine.Cited([]string{f.Want}, c.Issues[f.Key].Against())
		for _, k := range c.Others(f.Key) {
			wants = engine.Cited(wants, []string{c.Issues[k].Want})
		}
		for _, want := range wants {
			ask.Offer(engine.Choice{Label: fmt.Sprintf("%q", want), Effect: engine.EffectReplace, Text: want})
		}
		ask.Offer(keep)
	case f.State != review.Located && len(f.Candidates) > 0:
		ask.Text += engine.Proposed(f) + " Which place does it mean?"
		ask.Offer(engine.Places(d.rev(), f)...)
	case f.State != review.Located:
		if ask.Text += engine.Proposed(f); f.State != review.Region {
			ask.Text += " The place was not found."
		}
		ask.Text += " What now?"
		ask.Offer(engine.Choice{Label: "Drop the finding", Effect: engine.EffectKeep}, hand)
	case f.Remedy == review.Choose && len(f.Choices) == 1:
		was := strings.Join(strings.Fields(string(d.rev().Bytes(engine.Place(d.rev(), f)))), " ")
		ask.Text += fmt.Sprintf(" Apply this suggestion? %q -> %q", engine.Ends(was), f.Choices[0])
		ask.Offer(engine.Choice{Label: "Yes", Effect: engine.EffectReplace, Text: f.Choices[0]},
			engine.Choice{Label: "No. Leave the text as it is", Effect: engine.EffectKeep})
	case f.Remedy == review.Choose:
		ask.Text += " Which one is right?"
		for _, want := range f.Choices {
			ask.Offer(engine.Choice{Label: fmt.Sprintf("%q", want), Effect: engine.EffectReplace, Text: want})
		}
		ask.Offer(keep)
	case o.Status == result.Remains && (reason == table.ReasonMaxIterations || reason == table.ReasonBudget):
		ask.Text += " It can be fixed, but the run had to end. What now?"
		ask.Offer(engine.AllowMore(), keep, hand)
	case o.Status == result.Refused && o.Harm != 0:
		ask.Text += " What now?"
		ask.Offer(engine.Allow(o.Harm), write, keep, hand)
	default:
		ask.Text += " " + engine.Instead(d.rev(), f)
		ask.Offer(write, keep, hand)
	}
}

// questions returns what a person is asked: about the fix that made things worse and about every finding that is open,
// the gravest first. What a person wants to do by hand is not asked about again.
func (d *document) questions(dr *result.Document) []engine.Ask {
	left := gravest(dr.Findings)
	var asks []engine.Ask
	put := func(about string, fill func(*engine.Ask)) { asks = append(asks, d.ask(about, fill)) }
	reason := dr.Decision.Reason
	if reg := dr.Regression; reason == table.ReasonRegression && reg != nil {
		put(string(reason), func(ask *engine.Ask) { d.askAboutRegression(ask, reg) })
	}
	grave := len(left) > 0 && d.limits.Gate != 0 && left[0].Finding.Severity >= d.limits.Gate
	for _, o := range d.state.Objections {
		if !(o.Follows && grave) && !d.byHand(func(ask engine.Ask) bool { return ask.Objection == o.Key }) {
			put(o.Key, func(ask *engine.Ask) { o.Put(ask) })
		}
	}
	// asked is the other sides of what a question is about.
	asked, conflicts := map[review.Key]bool{}, track.ConflictsOf(d.open, d.rev())
	found := make([]*result.Outcome, 0, len(left))
	for _, o := range left {
		if asked[o.Finding.Key] {
			continue
		}
		for _, key := range conflicts.Others(o.Finding.Key) {
			asked[key] = true
		}
		if !d.byHand(func(ask engine.Ask) bool { return ask.Key == string(o.Finding.Key) && ask.IsAbout(&o.Finding) }) {
			found = append(found, o)
		}
	}
	if len(asks) == 0 && len(left) == 0 && len(d.state.Objections) == 0 {
		put(string(reason), func(ask *engine.Ask) {
			ask.Text = dr.Decision.Message + " What now?"
			ask.Offer(engine.Choice{Label: "Leave the document as it is", Effect: engine.EffectAbort},
				engine.AllowMore())
		})
	}
	for _, o := range found {
		put("", func(ask *engine.Ask) { d.askAbout(ask, o, reason, conflicts) })
		if n := len(asks) - 1; n > 0 && slices.Equal(asks[n].Choices, asks[n-1].Choices) {
			asks[n].Choices = asks[n-1].Choices // most are alike: they share memory
		}
	}
	return asks
}

// difference returns what the run changed, or what its last pass would have changed where that was taken back.
func (r *run) difference(path string, before, after []byte, why table.Reason) string {
	if why == table.ReasonRegression {
		for _, p := range slices.Backward(r.done) {
			for _, rev := range p.Revisions {
				if p.Verdict == table.Rejected && rev.Path == path {
					return source.Unified(path, path, rev.Before, rev.After)
				}
			}
		}
	}
	return source.Unified(path, path, before, after)
}

// escalation returns what a person is asked about a document whose loop did not end
// well; nothing where they said to leave it for good.
func (r *run) escalation(d *document, dr *result.Document) *engine.Escalation {
	if dr.Decision.Control != table.Escalate || d.state.Halted == engine.EffectAbort {
		return nil
	}
	e := engine.Escalation{Attempts: table.Attempts(d.state.Iteration.History), Pattern: pattern(dr)}
	if r.job.Set.Iteration.EscalationIncludesDiff {
		path, before, after, why := d.path, dr.Before, dr.After, dr.Decision.Reason
		dr.Difference = func() string { return r.difference(path, before, after, why) }
	}
	if e.Questions = d.questions(dr); len(e.Questions) > 0 {
		gravest := e.Questions[0]
		e.Question = &gravest
	}
	return &e
}
