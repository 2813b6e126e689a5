package engine

import (
	"fmt"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Signals are measurements of the quality of an output: in the loop a document with its open findings, in `decide` any
// output of a caller.
type Signals struct {
	// Errors are those that a validation found.
	Errors []ValidationError
	// Confidence is how certain the judgement is, from 0 to 1.
	Confidence float64
	// Claims are statements of the output that its sources contradict.
	Claims []Claim
	// Feedback is that of a person, or of a reviewer on the whole output. It may be nil.
	Feedback     *Feedback
	Requirements []Requirement
	// Completeness is the share of the required parts that are there, from 0 to 1.
	Completeness float64
	// Quality is a score from 0 to 100.
	Quality float64
}

// A ValidationError is one error that a validation found.
type ValidationError struct {
	Severity ErrorSeverity
	Path     string // where, as people read it
	Message  string
	Fixable  bool
}

// ErrorSeverity says how much a validation error matters.
type ErrorSeverity uint8

// The severities of a validation error.
const (
	ErrorPlain ErrorSeverity = iota
	ErrorMinor
	ErrorCritical
)

// A Claim is a statement that a source contradicts, or may.
type Claim struct {
	Kind      string // what kind of claim, such as "broken reference"
	Text      string
	Certainty Certainty
}

// Certainty says how certain it is that a claim is wrong.
type Certainty string

// The certainties; a warning triggers nothing.
const (
	ClaimWarning   Certainty = "warning"
	ClaimSuspected Certainty = "suspected"
	ClaimConfirmed Certainty = "confirmed"
)

// Feedback is a person's opinion of an output as a whole.
type Feedback struct {
	Negative bool
	Rejected bool
	Message  string
}

// A Requirement is a part that the output must have.
type Requirement struct {
	Description string
	Required    bool // rather than wished for
	Met         bool
	Fixable     bool
}

// A TriggerType is a kind of reason to iterate.
type TriggerType string

// The eight types.
const (
	ValidationFailure     TriggerType = "validation_failure"
	LowConfidence         TriggerType = "low_confidence"
	IncompleteOutput      TriggerType = "incomplete_output"
	ExplicitFeedback      TriggerType = "explicit_feedback"
	HallucinationDetected TriggerType = "hallucination_detected"
	RequirementUnmet      TriggerType = "requirement_unmet"
	QualityThreshold      TriggerType = "quality_threshold"
	UserRejection         TriggerType = "user_rejection"
)

// A Trigger is one reason to iterate.
type Trigger struct {
	Type     TriggerType `json:"type"`
	Source   string      `json:"source"`
	Severity float64     `json:"severity"` // from 0 to 1
	Details  string      `json:"details"`
	Fixable  bool        `json:"fixable"`

	critical bool // a blocker
	minor    bool // no more than a suggestion
}

// Severities of triggers that signals do not measure themselves.
const (
	severityCritical = 1.0
	severityMajor    = 0.9
	severityPlain    = 0.7
	severityWish     = 0.5
	severityMinor    = 0.3
)

// Triggers returns the reasons to iterate, type by type.
func Triggers(s Signals, d rules.Convergence) []Trigger {
	out := make([]Trigger, 0, len(s.Errors))
	for _, e := range s.Errors {
		out = append(out, e.trigger())
	}
	if s.Confidence < d.MinConfidence {
		out = append(out, Trigger{
			Type: LowConfidence, Source: "confidence-scorer", Severity: rounded(1 - s.Confidence), Fixable: true,
			Details: fmt.Sprintf("Confidence %s below threshold %s", percent(s.Confidence), percent(d.MinConfidence)),
		})
	}
	for _, c := range s.Claims {
		if c.Certainty != ClaimWarning {
			out = append(out, c.trigger())
		}
	}
	out = append(out, s.Feedback.triggers()...)
	for _, r := range s.Requirements {
		if !r.Met {
			out = append(out, r.trigger())
		}
	}
	if s.Completeness < d.MinCompleteness {
		out = append(out, Trigger{
			Type: IncompleteOutput, Source: "completeness-checker", Severity: rounded(1 - s.Completeness), Fixable: true,
			Details: fmt.Sprintf("Output %s complete, minimum %s", percent(s.Completeness), percent(d.MinCompleteness)),
		})
	}
	if s.Quality < d.MinQuality {
		out = append(out, Trigger{
			Type: QualityThreshold, Source: "quality-scorer", Severity: rounded(1 - s.Quality/d.MinQuality), Fixable: true,
			Details: fmt.Sprintf("Quality %.0f below threshold %.0f", s.Quality, d.MinQuality),
		})
	}
	return out
}

// rounded rounds a figure to the four decimals that reports show.
func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// percent formats a share in whole percent; a half rounds up.
func percent(share float64) string { return fmt.Sprintf("%.0f%%", math.Round(100*share)) }

func (e ValidationError) trigger() Trigger {
	t := Trigger{
		Type: ValidationFailure, Source: "output-validator", Severity: severityPlain, Details: e.Message,
		Fixable: e.Fixable,
	}
	if e.Path != "" {
		t.Details = e.Path + ": " + e.Message
	}
	switch e.Severity {
	case ErrorCritical:
		t.Severity, t.critical = severityCritical, true
	case ErrorMinor:
		t.Severity, t.minor = severityMinor, true
	}
	return t
}

func (c Claim) trigger() Trigger {
	t := Trigger{
		Type: HallucinationDetected, Source: "hallucination-detector", Severity: severityPlain,
		Details: c.Kind + ": " + c.Text, Fixable: true,
	}
	if c.Certainty == ClaimConfirmed {
		t.Severity = severityCritical
	}
	return t
}

func (f *Feedback) triggers() []Trigger {
	var out []Trigger
	if f != nil && f.Negative {
		out = append(out, Trigger{
			Type: ExplicitFeedback, Source: "user", Severity: severityMajor, Details: f.Message, Fixable: true,
		})
	}
	if f != nil && f.Rejected {
		details := f.Message
		if details == "" {
			details = "Rejected as a whole"
		}
		out = append(out, Trigger{
			Type: UserRejection, Source: "user", Severity: severityCritical, Details: details, Fixable: true,
		})
	}
	return out
}

func (r Requirement) trigger() Trigger {
	t := Trigger{
		Type: RequirementUnmet, Source: "requirement-checker", Severity: severityWish,
		Details: "Requirement not met: " + r.Description, Fixable: r.Fixable,
	}
	if r.Required {
		t.Severity = severityMajor
	}
	return t
}

// A Priority says how soon an iteration should happen.
type Priority string

// The priorities.
const (
	PriorityLow      Priority = "low"
	PriorityMedium   Priority = "medium"
	PriorityHigh     Priority = "high"
	PriorityCritical Priority = "critical"
)

// PriorityOf returns critical where a blocker is among the triggers, high where one
// of them is of severity 0.7 or more, medium from 0.4, else low.
func PriorityOf(triggers []Trigger) Priority {
	const high, medium = 0.7, 0.4
	p := PriorityLow
	for _, t := range triggers {
		switch {
		case t.critical:
			return PriorityCritical
		case t.Severity >= high:
			p = PriorityHigh
		case t.Severity >= medium && p == PriorityLow:
			p = PriorityMedium
		}
	}
	return p
}

// some reports whether any trigger is of the type.
func some(triggers []Trigger, is TriggerType) bool {
	return slices.ContainsFunc(triggers, func(t Trigger) bool { return t.Type == is })
}

// details returns the details of the triggers of the given types, each once.
func details(triggers []Trigger, types ...TriggerType) []string {
	out, seen := []string{}, map[string]bool{}
	for _, t := range triggers {
		if slices.Contains(types, t.Type) && !seen[t.Details] {
			seen[t.Details] = true
			out = append(out, t.Details)
		}
	}
	return out
}
