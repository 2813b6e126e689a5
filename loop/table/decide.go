package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Decision is the next step for one document, and why.
type Decision struct {
	// Row is the number of the row of the decision table that held, from 1.
	Row     int     `json:"row"`
	Action  Action  `json:"action"`
	Control Control `json:"control"`
	Reason  Reason  `json:"reason"`
	// Message is one sentence for people.
	Message string `json:"message"`
	// Trace has the rows that were tried before and did not hold, in their order.
	Trace []Tried `json:"trace"`
}

// Goes reports whether another pass follows.
func (d Decision) Goes() bool { return d.Control == Retry }

// Tried is one row of the decision table that did not hold.
type Tried struct {
	Row    int    `json:"row"`
	When   string `json:"when"` // the condition of the row
	Reason string `json:"why"`  // why it did not hold
}

// Decide judges a state after a review, the first one included. It is pure. The
// rows of the table are tried in order and the first that holds wins; the last
// always does.
func Decide(s State, limits Limits) Decision {
	f := factsOf(s, limits)
	var trace []Tried
	for i := 0; ; i++ {
		r := table[i]
		reason, message := r.holds(f)
		if reason != "" {
			return Decision{i + 1, r.action, r.control, reason, message, trace}
		}
		trace = append(trace, Tried{i + 1, r.when, message})
	}
}

// A row of the table. holds returns the reason and the message of its decision, or no reason and why it does not hold.
type row struct {
	when    string
	action  Action
	control Control
	holds   func(facts) (Reason, string)
}

var table = [...]row{
	{"the last pass made things worse", Rollback, Escalate, rowRegression},
	{"nothing is left that counts, and a review objects", EscalateHuman, Escalate, rowObjections},
	{"nothing is left that counts", ExitSuccess, Proceed, rowClean},
	{"no iteration is left", EscalateHuman, Escalate, rowMaxIterations},
	{"the last validations all failed", EscalateHuman, Escalate, rowCircuitBreaker},
	{"the quality score keeps falling", EscalateHuman, Escalate, rowQualityRegression},
	{"the passes go round in circles", EscalateStuck, Escalate, rowThrashing},
	{"no fix of the last pass could be made", EscalateStuck, Escalate, rowAllFixesFailed},
	{"two passes changed nothing about the findings", EscalateStuck, Escalate, rowStagnation},
	{"nothing that is left can be fixed, and the budget is spent", Abort, Escalate, rowAborted},
	{"what is left is not worth another pass", ExitSuccess, Proceed, rowAccepted},
	{"a blocker is left that nothing can fix", EscalateImmediate, Escalate, rowBlocker},
	{"nothing that is left can be fixed", EscalateHuman, Escalate, rowNeedsHuman},
	{"the budget is spent", EscalateHuman, Escalate, rowBudget},
	{"everything that is left can be fixed", AutoFixAll, Retry, rowAutoFixAll},
	{"otherwise", Continue, Retry, rowContinue},
}

// facts are the facts about a state that the rows use.
type facts struct {
	State
	limits      Limits
	n           int // the number of the next pass
	last        *Entry
	gated       int // open findings at or above the gate
	attemptable int
	late        int         // of the attemptable ones
	stuck       []Remaining // blockers that nothing can fix
	validations []engine.Validation
}

func factsOf(s State, limits Limits) facts {
	f := facts{State: s, limits: limits, n: s.Iteration.Current + 1}
	open := map[review.Key]bool{}
	for _, r := range s.Remaining {
		open[r.Place] = true
		if atGate(r.Severity, limits.Gate) {
			f.gated++
		}
		switch {
		case r.Attemptable:
			f.attemptable++
			if r.Late {
				f.late++
			}
		case r.Severity == rules.Blocker:
			f.stuck = append(f.stuck, r)
		}
	}
	for _, e := range s.Iteration.History {
		v := engine.Validation{Passed: e.Passed(), Score: e.Score}
		for _, k := range e.Edited {
			if open[k] {
				v.Places = append(v.Places, string(k))
			}
		}
		f.validations = append(f.validations, v)
	}
	if n := len(s.Iteration.History); n > 0 {
		f.last = &s.Iteration.History[n-1]
	}
	return f
}

// atGate reports whether a finding of severity s keeps a document from being
// clean.
func atGate(s, gate rules.Severity) bool { return gate != 0 && s >= gate }

func rowRegression(f facts) (Reason, string) {
	switch {
	case f.last == nil:
		return "", "there was no pass yet"
	case f.last.Because != "":
		return ReasonRegression, fmt.Sprintf("Pass %d made %s worse and was taken back here too, because both share a "+
			"change.", f.last.Iteration, f.last.Because)
	case f.last.NewBlockers > 0:
		return ReasonRegression, fmt.Sprintf("Pass %d raised %s and was taken back.", f.last.Iteration,
			wording.Count(f.last.NewBlockers, "new blocker"))
	case Worse(f.last.Resolved, f.last.Raised, 0):
		return ReasonRegression, fmt.Sprintf("Pass %d resolved %d and raised %s, and was taken back.",
			f.last.Iteration, f.last.Resolved, wording.Count(f.last.Raised, "new finding"))
	}
	return "", fmt.Sprintf("pass %d resolved %d and raised %d, none of them a "+
		"blocker", f.last.Iteration, f.last.Resolved, f.last.Raised)
}

func rowMaxIterations(f facts) (Reason, string) {
	limit := f.limits.Thresholds.MaxIterations
	if message := engine.MaxIterations(f.n, limit); message != "" {
		return ReasonMaxIterations, message
	}
	return "", fmt.Sprintf("pass %d is within the maximum of %d", f.n, limit)
}

func rowCircuitBreaker(f facts) (Reason, string) {
	limit := f.limits.Thresholds.CircuitBreaker
	if message := engine.CircuitBreaker(f.validations, limit); message != "" {
		return ReasonCircuitBreaker, message
	}
	return "", fmt.Sprintf("%d of %d failed validations in a row", engine.ConsecutiveFailures(f.validations), limit)
}

func rowQualityRegression(f facts) (Reason, string) {
	if message := engine.QualityRegression(f.validations); message != "" {
		return ReasonQualityRegression, message
	}
	return "", "the score did not fall from each of the last three passes to the next"
}

func rowThrashing(f facts) (Reason, string) {
	if n, ok := f.revisited(); ok {
		return ReasonThrashing, fmt.Sprintf("Thrashing detected: the last pass brought back the text of %s.", n)
	}
	limit := f.limits.Thresholds.Thrashing
	if keys := engine.ThrashedPlaces(f.validations, limit); len(keys) > 0 {
		return ReasonThrashing, fmt.Sprintf("Thrashing detected: %s edited %d+ times without progress: %s.",
			wording.Count(len(keys), "place"), limit, strings.Join(f.idsOf(keys), ", "))
	}
	return "", fmt.Sprintf("no earlier revision came back, and no place was edited %d times without progress", limit)
}

// revisited returns the older revision that the last pass brought back, if any.
func (f facts) revisited() (string, bool) {
	if f.last == nil || len(f.last.FixesApplied) == 0 {
		return "", false
	}
	history := f.Iteration.History
	if len(history) > 1 && f.Revision == f.Original {
		return "the start", true
	}
	for _, e := range history[:max(0, len(history)-2)] {
		if e.Revision == f.Revision {
			return fmt.Sprintf("pass %d", e.Iteration), true
		}
	}
	return "", false
}

// idsOf returns the ids of the findings at the given places.
func (f facts) idsOf(keys []string) []string {
	var ids []string
	for _, r := range f.Remaining {
		if slices.Contains(keys, string(r.Place)) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

func rowAllFixesFailed(f facts) (Reason, string) {
	switch {
	case f.last == nil:
		return "", "there was no pass yet"
	case len(f.last.Tried) > 0 && len(f.last.FixesApplied) == 0:
		return ReasonAllFixesFailed, fmt.Sprintf("Pass %[2]d could make none of its %[1]s.",
			wording.Count(len(f.last.Tried), "fix"), f.last.Iteration)
	}
	return "", fmt.Sprintf("pass %d made %d of %s", f.last.Iteration, len(f.last.FixesApplied),
		wording.Count(len(f.last.Tried), "fix"))
}

func rowStagnation(f facts) (Reason, string) {
	history := f.Iteration.History
	if len(history) < 2 {
		return "", "there were fewer than two passes"
	}
	a, b := history[len(history)-2], history[len(history)-1]
	switch {
	case len(a.FixesApplied) == 0 || len(b.FixesApplied) == 0:
		return "", "not both of the last two passes edited"
	case len(b.Open) == 0 || !sameKeys(a.Open, b.Open):
		return "", fmt.Sprintf("the findings after pass %d are not those after pass %d", b.Iteration, a.Iteration)
	}
	return ReasonStagnation, fmt.Sprintf("The same %s left after passes %d and "+
		"%d.", isLeft(len(b.Open)), a.Iteration, b.Iteration)
}

func sameKeys(a, b []review.Key) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func rowBlocker(f facts) (Reason, string) {
	switch {
	case len(f.stuck) == 0:
		return "", "no blocker is left that nothing can fix"
	case f.limits.Blockers == BlockersKnown:
		return "", "a person was asked about the blockers"
	case f.n == 1 && f.limits.Blockers == BlockersFix:
		return "", "the safe fixes of the first pass come first"
	}
	return ReasonBlocker, wording.NeedsYou(len(f.stuck), "blocker") + ": " + perRule(f.stuck) + "."
}

func rowNeedsHuman(f facts) (Reason, string) {
	switch {
	case f.attemptable > 0:
		return "", fmt.Sprintf("%s to be fixed", areLeft(f.attemptable))
	case f.Gaps.Configured && f.Gaps.Actionable > 0:
		return "", fmt.Sprintf("%s can be worked on", wording.Count(f.Gaps.Actionable, "gap"))
	case f.Spent.Refused > 0 && f.limits.Tokens == 0:
		return ReasonBudget, "What is left of the budget is less than the next ask takes."
	case f.Spent.Refused > 0:
		return "", "a program was not asked, for want of tokens"
	case len(f.Remaining) == 0:
		return ReasonNeedsHuman, "The review has not converged, and no reviewer can help."
	}
	return ReasonNeedsHuman, wording.NeedsYou(len(f.Remaining), "finding") + "."
}

// perRule counts findings by rule, the most frequent first. Those without one are named by
// their IDs.
func perRule(findings []Remaining) string {
	var rules, ids []string
	for _, r := range findings {
		if r.Rule == "" {
			ids = append(ids, r.ID)
		} else {
			rules = append(rules, r.Rule)
		}
	}
	return wording.List(append(wording.Tally(rules), ids...), 6)
}

func rowBudget(f facts) (Reason, string) {
	elapsed := time.Duration(f.Spent.ElapsedMS) * time.Millisecond
	switch {
	case f.limits.Time > 0 && elapsed >= f.limits.Time:
		return ReasonBudget, fmt.Sprintf("The time budget of %v is used up.", f.limits.Time)
	case f.limits.Tokens > 0 && f.Spent.Tokens >= f.limits.Tokens:
		return ReasonBudget, fmt.Sprintf("The budget of %s is used up.", wording.Count(f.limits.Tokens, "token"))
	case f.Spent.Refused > 0:
		return ReasonBudget, fmt.Sprintf("Of the budget of %s, %d are left, which is less than the next ask takes.",
			wording.Count(f.limits.Tokens, "token"), f.limits.Tokens-f.Spent.Tokens)
	}
	return "", "there is budget left"
}

func rowAutoFixAll(f facts) (Reason, string) {
	if f.attemptable == 0 || f.attemptable < len(f.Remaining) {
		return "", fmt.Sprintf("%d of %s can be fixed", f.attemptable, wording.Count(len(f.Remaining), "finding"))
	}
	return ReasonContinue, fmt.Sprintf("Pass %d fixes all %s.", f.n, wording.Count(f.attemptable, "finding"))
}

func rowContinue(f facts) (Reason, string) {
	if f.attemptable == 0 {
		return ReasonContinue, fmt.Sprintf("Pass %d works on %s.", f.n, wording.Count(f.Gaps.Actionable, "gap"))
	}
	return ReasonContinue, fmt.Sprintf("Pass %d tries %d of %s.", f.n, f.attemptable,
		wording.Count(len(f.Remaining), "finding"))
}

func areLeft(n int) string {
	if n == 1 {
		return "1 finding is left"
	}
	return fmt.Sprintf("%d findings are left", n)
}

func isLeft(n int) string {
	if n == 1 {
		return "finding is"
	}
	return fmt.Sprintf("%d findings are", n)
}

// Worse returns the rule of the first row of the decision table.
func Worse(resolved, raised, newBlockers int) bool { return raised > resolved || newBlockers > 0 }
