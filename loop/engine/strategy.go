package engine

import (
	"slices"
	"strings"
)

// A StrategyType is a way to go on.
type StrategyType string

// The strategies.
const (
	StrategyRetry    StrategyType = "retry"
	StrategyRefine   StrategyType = "refine"
	StrategyExpand   StrategyType = "expand"
	StrategySimplify StrategyType = "simplify"
	StrategyEscalate StrategyType = "escalate"
)

// A Strategy is a way to go on, with its demands and instructions for the maker of the next output.
type Strategy struct {
	Type               StrategyType   `json:"type"`
	Modifications      []Modification `json:"modifications"`
	ContextAdjustments []Adjustment   `json:"contextAdjustments"`
}

// A Modification is one change that the next output must have. Its type says which of the other fields it uses.
type Modification struct {
	Type    string   `json:"type"`
	Targets []string `json:"targets,omitempty"` // fix_errors
	Areas   []string `json:"areas,omitempty"`   // request_evidence
	Claims  []string `json:"claims,omitempty"`  // remove_claims
	Reason  string   `json:"reason,omitempty"`  // flag_for_human
}

// An Adjustment changes the instructions for the maker of the next output.
type Adjustment struct {
	Type           string   `json:"type"`
	Content        string   `json:"content,omitempty"`        // add_guidance
	Factor         float64  `json:"factor,omitempty"`         // increase_detail
	Schema         string   `json:"schema,omitempty"`         // add_schema_guidance
	AllowedSources []string `json:"allowedSources,omitempty"` // restrict_sources
}

// An Attempt is an earlier strategy and, for a retry, the details of its triggers, by type. The tags are those of a
// checkpoint.
type Attempt struct {
	Strategy StrategyType             `json:"strategy"`
	Triggers map[TriggerType][]string `json:"triggers,omitempty"`
}

// NewAttempt returns the attempt with a strategy that was chosen for the triggers.
func NewAttempt(strategy StrategyType, triggers []Trigger) *Attempt {
	a := &Attempt{Strategy: strategy}
	if strategy == StrategyRetry {
		a.Triggers = map[TriggerType][]string{}
		for _, t := range triggers {
			a.Triggers[t.Type] = append(a.Triggers[t.Type], t.Details)
		}
	}
	return a
}

// Circumstances decide about the strategy together with the triggers.
type Circumstances struct {
	Attempts      int      // how many there were
	Last          *Attempt // nil before the first
	MaxIterations int
	// Complete says that nothing is missing from the output.
	Complete bool
	// Schema and VerifiedSources are passed on to the maker of the next output.
	Schema          string
	VerifiedSources []string
}

// SelectStrategy chooses how to go on. It tries these rules in order: refine a retry that left the same triggers;
// simplify if nothing is missing and only suggestions are left; retry after errors; ask for evidence at low confidence;
// verify false claims; escalate before the last attempt; otherwise try again.
func SelectStrategy(triggers []Trigger, c Circumstances) Strategy {
	switch {
	case c.Last != nil && c.Last.Strategy == StrategyRetry && sameTriggers(triggers, c.Last.Triggers):
		return Strategy{StrategyRefine, refinements(triggers), []Adjustment{
			guidance("Focus on the issues that are listed, one by one."),
			{Type: "increase_detail", Factor: 1.5},
		}}
	case c.Complete && len(triggers) > 0 && !slices.ContainsFunc(triggers, func(t Trigger) bool { return !t.minor }):
		return Strategy{StrategySimplify, []Modification{fixErrors(triggers)}, []Adjustment{
			guidance("Nothing is missing. Say what is there in fewer words and change nothing else."),
		}}
	case some(triggers, ValidationFailure):
		return Strategy{StrategyRetry, []Modification{fixErrors(triggers)}, []Adjustment{
			{Type: "add_schema_guidance", Schema: c.Schema},
		}}
	case some(triggers, LowConfidence):
		return Strategy{StrategyExpand, []Modification{
			{Type: "request_evidence", Areas: details(triggers, LowConfidence)}, {Type: "request_sources"},
		}, []Adjustment{guidance("Give the evidence and the reasons for every statement.")}}
	case some(triggers, HallucinationDetected):
		return Strategy{StrategyRetry, []Modification{
			{Type: "remove_claims", Claims: details(triggers, HallucinationDetected)}, {Type: "require_verification"},
		}, []Adjustment{
			guidance("Check every statement of fact before it goes in."),
			{Type: "restrict_sources", AllowedSources: c.VerifiedSources},
		}}
	case c.Attempts >= c.MaxIterations-1:
		return Strategy{
			StrategyEscalate, []Modification{{Type: "flag_for_human", Reason: "Max iterations reached"}},
			[]Adjustment{},
		}
	}
	return Strategy{StrategyRetry, []Modification{}, []Adjustment{guidance("Address the issues that were found.")}}
}

func guidance(content string) Adjustment { return Adjustment{Type: "add_guidance", Content: content} }

func fixErrors(triggers []Trigger) Modification {
	return Modification{Type: "fix_errors", Targets: details(triggers, ValidationFailure)}
}

// refinements asks for something about every type of trigger.
func refinements(triggers []Trigger) []Modification {
	out := []Modification{}
	targets := details(triggers,
		ValidationFailure, RequirementUnmet, IncompleteOutput, ExplicitFeedback, UserRejection, QualityThreshold)
	if len(targets) > 0 {
		out = append(out, Modification{Type: "fix_errors", Targets: targets})
	}
	if areas := details(triggers, LowConfidence); len(areas) > 0 {
		out = append(out, Modification{Type: "request_evidence", Areas: areas})
	}
	if claims := details(triggers, HallucinationDetected); len(claims) > 0 {
		out = append(out, Modification{Type: "remove_claims", Claims: claims})
	}
	return out
}

// sameTriggers reports whether triggers are the same except for their numbers: a confidence of 63% instead of 62% is
// the same complaint. An earlier trigger without details equals any of its type.
func sameTriggers(now []Trigger, before map[TriggerType][]string) bool {
	type complaint struct {
		is   TriggerType
		text string
	}
	left, all := map[complaint]int{}, 0
	for is, says := range before {
		for _, details := range says {
			left[complaint{is, wordsOf(details)}]++
			all++
		}
	}
	if all == 0 || all != len(now) {
		return false
	}
	for _, t := range now {
		c := complaint{t.Type, wordsOf(t.Details)}
		if left[c] == 0 {
			c.text = ""
		}
		if left[c] == 0 {
			return false
		}
		left[c]--
	}
	return true
}

func wordsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, s)
}

// Guidance returns the instructions of a strategy in words.
func (s Strategy) Guidance() []string {
	var out []string
	for _, m := range s.Modifications {
		switch m.Type {
		case "request_evidence":
			out = append(out, "Give evidence for: "+strings.Join(m.Areas, "; ")+".")
		case "request_sources":
			out = append(out, "Name your sources.")
		case "remove_claims":
			out = append(out, "Take out what the sources contradict: "+strings.Join(m.Claims, "; ")+".")
		case "require_verification":
			out = append(out, "Verify what stays.")
		}
	}
	for _, a := range s.ContextAdjustments {
		switch a.Type {
		case "add_guidance":
			out = append(out, a.Content)
		case "add_schema_guidance":
			if a.Schema != "" {
				out = append(out, "Keep to "+a.Schema+".")
			}
		case "increase_detail":
			out = append(out, "Go into more detail than before.")
		case "restrict_sources":
			if len(a.AllowedSources) == 0 {
				continue
			}
			out = append(out, "Rely on these sources alone: "+strings.Join(a.AllowedSources, ", ")+".")
		}
	}
	return out
}
