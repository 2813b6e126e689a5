package engine

import (
	"fmt"
	"slices"
	"strings"
)

// A Guard is one of the four checks that stop a loop without progress, in their order.
type Guard string

// The guards; "" is no guard.
const (
	NoGuard                Guard = ""
	GuardMaxIterations     Guard = "max_iterations"
	GuardCircuitBreaker    Guard = "circuit_breaker"
	GuardQualityRegression Guard = "quality_regression"
	GuardThrashing         Guard = "thrashing"
)

// A Validation is the result of one finished iteration, for the guards.
type Validation struct {
	// Passed says whether it improved the document.
	Passed bool
	// Score is the quality of the document afterwards, Floor the least possible score. If only Passed is known, they
	// are 1 or 0, and 0.
	Score, Floor float64
	// Places are the places that it modified in vain; one place counts once an iteration.
	Places []string
}

// Judged returns the Validation of an iteration if only its outcome is known.
func Judged(passed bool, places ...string) Validation {
	v := Validation{Passed: passed, Places: places}
	if passed {
		v.Score = 1
	}
	return v
}

// Thresholds configures the guards.
type Thresholds struct {
	MaxIterations  int // an iteration above it does not start
	CircuitBreaker int // this many failed validations in a row
	Thrashing      int // this many iterations that modify one place in vain
}

// regressionWindow is the number of iterations that the third guard looks back on. It objects if the score has declined
// each time.
const regressionWindow = 3

// A Verdict says whether an iteration may start, and if not, which guard forbids it.
type Verdict struct {
	CanContinue bool   `json:"canContinue" yaml:"canContinue"`
	BlockedBy   Guard  `json:"blockedBy,omitempty" yaml:"blockedBy,omitempty"`
	Message     string `json:"message,omitempty" yaml:"message,omitempty"`
}

// Guards checks all four guards before iteration n starts; the first that
// objects decides.
func Guards(n int, t Thresholds, history []Validation) Verdict {
	for _, check := range []struct {
		guard   Guard
		message string
	}{
		{GuardMaxIterations, MaxIterations(n, t.MaxIterations)},
		{GuardCircuitBreaker, CircuitBreaker(history, t.CircuitBreaker)},
		{GuardQualityRegression, QualityRegression(history)},
		{GuardThrashing, Thrashing(history, t.Thrashing)},
	} {
		if check.message != "" {
			return Verdict{BlockedBy: check.guard, Message: check.message}
		}
	}
	return Verdict{CanContinue: true}
}

// MaxIterations objects to an iteration above the limit; the limit itself is
// allowed. The objection of this guard and the others is a message, "" when
// there is none.
func MaxIterations(n, limit int) string {
	if n <= limit {
		return ""
	}
	return fmt.Sprintf("Iteration %d exceeds maximum of %d. Circuit breaker triggered.", n, limit)
}

// CircuitBreaker objects when the last threshold validations, or more, failed.
func CircuitBreaker(history []Validation, threshold int) string {
	failures := ConsecutiveFailures(history)
	if threshold < 1 || failures < threshold {
		return ""
	}
	return fmt.Sprintf("Circuit breaker OPEN: %d consecutive validation failures (threshold: %d). Manual intervention "+
		"required.",
		failures, threshold)
}

// ConsecutiveFailures counts the failed validations at the end of the history.
func ConsecutiveFailures(history []Validation) int {
	n := 0
	for _, v := range slices.Backward(history) {
		if v.Passed {
			break
		}
		n++
	}
	return n
}

// QualityRegression objects when the score declined from each of the last three
// iterations to the next. A score that can't fall any further, because it is at
// its floor, declines too.
func QualityRegression(history []Validation) string {
	if len(history) < regressionWindow {
		return ""
	}
	recent := history[len(history)-regressionWindow:]
	for i := 1; i < len(recent); i++ {
		if !declined(recent[i-1], recent[i]) {
			return ""
		}
	}
	return fmt.Sprintf("Quality regression detected: Validation scores declined %d consecutive times. Consider "+
		"changing approach.",
		regressionWindow-1)
}

func declined(before, after Validation) bool {
	return after.Score < before.Score || after.Score == before.Score && after.Score <= after.Floor
}

// Thrashing objects when threshold iterations, or more, modified one place in
// vain.
func Thrashing(history []Validation, threshold int) string {
	places := ThrashedPlaces(history, threshold)
	if len(places) == 0 {
		return ""
	}
	return fmt.Sprintf("Thrashing detected: %d file(s) modified %d+ times without progress: %s",
		len(places), threshold, strings.Join(places, ", "))
}

// ThrashedPlaces returns, sorted, the places that at least threshold iterations modified in vain.
func ThrashedPlaces(history []Validation, threshold int) []string {
	if threshold < 1 {
		return nil
	}
	times := map[string]int{}
	for _, v := range history {
		for _, p := range slices.Compact(slices.Sorted(slices.Values(v.Places))) {
			times[p]++
		}
	}
	var places []string
	for p, n := range times {
		if n >= threshold {
			places = append(places, p)
		}
	}
	slices.Sort(places)
	return places
}
