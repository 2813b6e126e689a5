package engine

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Convergence says how thorough and certain the reviews of a document are.
type Convergence struct {
	Coverage   float64 `json:"coverage"`   // sections reviewed, of 1
	Confidence float64 `json:"confidence"` // mean over the findings, 1 when there are none
	Conflicts  int     `json:"unresolved_conflicts"`
	Questions  int     `json:"critical_questions"`
	Answered   int     `json:"critical_answered"`
	// Status is full, partial or not_converged.
	Status ConvergenceStatus `json:"status"`
	// Criteria are all four, Unmet those that are not met, in words.
	Criteria []Criterion `json:"criteria"`
	Unmet    []string    `json:"unmet"`
	// EarlyExit says that coverage and confidence are so high that gap work ends. Skipped is the number of iterations
	// that are left over.
	EarlyExit bool `json:"early_exit"`
	Skipped   int  `json:"iterations_skipped,omitempty"`
	// Unavailable names the reviewers that failed.
	Unavailable []string `json:"unavailable,omitempty"`
	// Anomaly is a message if there is nothing to work on, and yet no convergence.
	Anomaly string `json:"anomaly,omitempty"`
}

// A Criterion is one of the four of convergence: coverage and confidence must
// reach the threshold, conflicts and unanswered questions must not exceed it.
type Criterion struct {
	Name      string  `json:"name"`
	Value     float64 `json:"value"`
	Threshold float64 `json:"threshold"`
	Met       bool    `json:"met"`
}

// A ConvergenceStatus says whether the criteria of convergence are met.
type ConvergenceStatus string

// The statuses. Partial is not converged, with no iteration left or no reviewer to ask.
const (
	ConvergedFull    ConvergenceStatus = "full"
	ConvergedPartial ConvergenceStatus = "partial"
	NotConverged     ConvergenceStatus = "not_converged"
)

// Converged reports whether gap work has ended with success.
func (c *Convergence) Converged() bool { return c.Status == ConvergedFull || c.EarlyExit }

// Converge checks the four criteria. Last says that no further iteration, or no
// further reviewer, can change anything.
func Converge(r Review, t rules.Convergence, last bool) Convergence {
	open, all := r.unanswered()
	c := Convergence{
		Coverage: r.coverage(), Confidence: r.confidence(), Conflicts: len(r.Conflicts),
		Questions: all, Answered: all - len(open), Unmet: []string{}, Unavailable: r.Failed,
	}
	c.criterion("coverage", c.Coverage, t.MinCoverage, c.Coverage >= t.MinCoverage,
		"coverage %s is below %s", percent(c.Coverage), percent(t.MinCoverage))
	c.criterion("confidence", c.Confidence, t.MinConfidence, c.Confidence >= t.MinConfidence,
		"confidence %.2f is below %.2f", c.Confidence, t.MinConfidence)
	c.criterion("unresolved conflicts", float64(c.Conflicts), float64(t.MaxConflicts), c.Conflicts <= t.MaxConflicts,
		"%d unresolved conflicts are more than %d", c.Conflicts, t.MaxConflicts)
	c.criterion("unanswered critical questions", float64(len(open)), 0, len(open) == 0,
		"%d of %d critical questions are unanswered", len(open), all)
	// A conflict keeps a fix from being made, and early exit skips no open fix.
	c.EarlyExit = c.Coverage >= t.EarlyExitCoverage && c.Confidence >= t.EarlyExitConfidence && c.Conflicts == 0
	switch {
	case len(c.Unmet) == 0:
		c.Status = ConvergedFull
	case last || c.EarlyExit:
		c.Status = ConvergedPartial
	default:
		c.Status = NotConverged
	}
	return c
}

// criterion adds a criterion. The format words it if it is not met.
func (c *Convergence) criterion(name string, value, threshold float64, met bool, format string, args ...any) {
	c.Criteria = append(c.Criteria, Criterion{name, rounded(value), threshold, met})
	if !met {
		c.Unmet = append(c.Unmet, fmt.Sprintf(format, args...))
	}
}
