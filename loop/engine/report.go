package engine

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

// An IterationDecision is the engine's report on one output: the reasons for another iteration, its strategy, and
// whether it is worth it.
type IterationDecision struct {
	TaskID     string     `json:"taskId"`
	OutputID   string     `json:"outputId"`
	DecidedAt  string     `json:"decidedAt"` // RFC 3339
	Decision   Need       `json:"decision"`
	Triggers   []Trigger  `json:"triggers"`
	Strategy   Strategy   `json:"strategy"`
	Budget     Budget     `json:"budget"`
	Assessment Assessment `json:"assessment"`
	NextSteps  []string   `json:"nextSteps"`
}

// A Need says whether an iteration is needed, and how much.
type Need struct {
	NeedsIteration bool     `json:"needsIteration"`
	Priority       Priority `json:"priority"`
}

// A Case is everything that an IterationDecision is made from.
type Case struct {
	TaskID, OutputID, DecidedAt string
	Signals                     Signals
	Demands                     rules.Convergence
	Circumstances               Circumstances
	Scores                      []float64 // of the iterations so far, from 0 to 1
	Budget                      Budget
	Estimated                   Cost
}

// Report is Evaluate with a given assessment. c may be nil: then there is nothing to report.
func (c *Case) Report(a Assessment) (out IterationDecision) {
	if c != nil {
		out = Evaluate(*c)
		out.Assessment = a
	}
	return out
}

// Guidance returns the instructions of the strategy for the maker of the next output. c may be nil.
func (c *Case) Guidance() []string {
	if c == nil {
		return nil
	}
	return Weigh(*c).Strategy.Guidance()
}

// Evaluate makes the report. No trigger means no iteration.
func Evaluate(c Case) IterationDecision {
	out := Weigh(c)
	out.NextSteps = nextSteps(out.Triggers)
	return out
}

// Weigh is Evaluate without the next steps.
func Weigh(c Case) IterationDecision {
	triggers := Triggers(c.Signals, c.Demands)
	c.Circumstances.Complete = c.Signals.Completeness >= c.Demands.MinCompleteness
	c.Budget.Check(c.Estimated)
	out := IterationDecision{
		TaskID: c.TaskID, OutputID: c.OutputID, DecidedAt: c.DecidedAt,
		Decision:   Need{len(triggers) > 0, PriorityOf(triggers)},
		Triggers:   triggers,
		Strategy:   SelectStrategy(triggers, c.Circumstances),
		Budget:     c.Budget,
		Assessment: Assess(c.Scores, triggers, c.Budget),
	}
	if len(triggers) == 0 {
		out.Strategy = Strategy{Type: "none", Modifications: []Modification{}, ContextAdjustments: []Adjustment{}}
	}
	return out
}

// nextSteps returns what to do about the triggers, the gravest first.
func nextSteps(triggers []Trigger) []string {
	const most = 10
	sorted := make([]*Trigger, len(triggers))
	for n := range triggers {
		sorted[n] = &triggers[n]
	}
	slices.SortStableFunc(sorted, func(a, b *Trigger) int { return cmp.Compare(b.Severity, a.Severity) })
	out := []string{}
	for _, t := range sorted {
		if len(out) == most {
			break
		}
		if step := t.step(); !slices.Contains(out, step) {
			out = append(out, step)
		}
	}
	return out
}

func (t Trigger) step() string {
	if !t.Fixable {
		return "Let a person decide: " + t.Details
	}
	switch t.Type {
	case LowConfidence:
		return "Gather evidence: " + t.Details
	case HallucinationDetected:
		return "Correct or take out: " + t.Details
	case IncompleteOutput:
		return "Write what is missing: " + t.Details
	case ExplicitFeedback, UserRejection:
		return "Answer the feedback: " + t.Details
	}
	return "Fix: " + t.Details
}
