package table_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

func limits() table.Limits {
	return table.Limits{
		Thresholds: engine.Thresholds{MaxIterations: 3, CircuitBreaker: 3, Thrashing: 5},
		Gate:       rules.Warning, Time: 5 * time.Minute, Tokens: 1000,
	}
}

// left is an open finding that the next pass can fix.
func left(id string, s rules.Severity) table.Remaining {
	return table.Remaining{ID: id, Severity: s, Key: review.Key(id), Place: review.Key(id), Attemptable: true}
}

// stuck is an open finding that nothing can fix.
func stuck(id string, s rules.Severity) table.Remaining {
	r := left(id, s)
	r.Attemptable, r.RequiresHuman = false, true
	return r
}

// pass is an accepted pass that fixed one finding and left the given ones.
func pass(n int, open ...string) table.Entry {
	e := table.Entry{
		Iteration: n, Verdict: table.Accepted, Resolved: 1, Tried: []string{"fixed"}, FixesApplied: []string{"fixed"},
		Score: 50 + float64(n), Revision: fmt.Sprintf("revision %d", n),
	}
	for _, k := range open {
		e.Open = append(e.Open, review.Key(k))
	}
	return e
}

// after is the state after some passes, with what is left.
func after(history []table.Entry, open ...table.Remaining) table.State {
	s := table.State{Original: "start", Revision: "start", Remaining: open}
	s.Iteration.History = history
	if n := len(history); n > 0 {
		s.Iteration.Current = history[n-1].Iteration
		s.Revision = history[n-1].Revision
	}
	return s
}

func TestDecideRows(t *testing.T) {
	failed := func(n int) table.Entry {
		e := pass(n, fmt.Sprint(n))
		e.Resolved, e.Raised = 0, 0
		return e
	}
	edit := func(e table.Entry, f func(*table.Entry)) table.Entry { f(&e); return e }
	ten := limits()
	ten.Thresholds.MaxIterations = 10

	tests := []struct {
		name    string
		state   table.State
		limits  table.Limits
		row     int
		action  table.Action
		control table.Control
		reason  table.Reason
		message string
	}{
		{
			name:  "more raised than resolved",
			state: after([]table.Entry{edit(pass(1), func(e *table.Entry) { e.Raised = 2 })}, left("a", rules.Warning)),
			row:   1, action: table.Rollback, control: table.Escalate, reason: table.ReasonRegression,
			message: "Pass 1 resolved 1 and raised 2 new findings, and was taken back.",
		},
		{
			name: "one new blocker, however much was resolved",
			state: after([]table.Entry{edit(pass(1), func(e *table.Entry) { e.Resolved, e.Raised, e.NewBlockers = 9, 1, 1 })},
				left("a", rules.Warning)),
			row: 1, action: table.Rollback, control: table.Escalate, reason: table.ReasonRegression,
			message: "Pass 1 raised 1 new blocker and was taken back.",
		},
		{
			name:  "taken back with another document",
			state: after([]table.Entry{edit(pass(1), func(e *table.Entry) { e.Verdict, e.Because = table.Rejected, "b.md" })}),
			row:   1, action: table.Rollback, control: table.Escalate, reason: table.ReasonRegression,
			message: "Pass 1 made b.md worse and was taken back here too, because both share a change.",
		},
		{
			name: "as many raised as resolved is no regression",
			state: after([]table.Entry{edit(pass(1), func(e *table.Entry) { e.Raised = 1 })},
				left("a", rules.Warning)),
			row: 15, action: table.AutoFixAll, control: table.Retry, reason: table.ReasonContinue,
			message: "Pass 2 fixes all 1 finding.",
		},
		{
			name:  "nothing left",
			state: after(nil),
			row:   3, action: table.ExitSuccess, control: table.Proceed, reason: table.ReasonClean,
			message: "Nothing is left to fix.",
		},
		{
			name:  "below the gate and not fixable",
			state: after(nil, stuck("a", rules.Suggestion)),
			row:   3, action: table.ExitSuccess, control: table.Proceed, reason: table.ReasonClean,
			message: "Nothing is left to fix; 1 finding is left below the gate.",
		},
		{
			name: "converged",
			state: func() table.State {
				s := after(nil)
				s.Gaps = table.Gaps{Configured: true, Converged: true}
				return s
			}(),
			row: 3, action: table.ExitSuccess, control: table.Proceed, reason: table.ReasonConverged,
			message: "Nothing is left to fix, and the review has converged.",
		},
		{
			name:  "clean after the last allowed pass",
			state: after([]table.Entry{pass(1), pass(2), pass(3)}),
			row:   3, action: table.ExitSuccess, control: table.Proceed, reason: table.ReasonClean,
			message: "Nothing is left to fix.",
		},
		{
			name:  "a fourth pass of three",
			state: after([]table.Entry{pass(1, "a", "b"), pass(2, "a"), pass(3, "c")}, left("c", rules.Warning)),
			row:   4, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonMaxIterations,
			message: "Iteration 4 exceeds maximum of 3. Circuit breaker triggered.",
		},
		{
			name: "a review that asks for a fourth pass",
			state: func() table.State {
				s := after(nil, left("a", rules.Warning))
				s.Iteration.Current = 3
				return s
			}(),
			row: 4, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonMaxIterations,
			message: "Iteration 4 exceeds maximum of 3. Circuit breaker triggered.",
		},
		{
			name:   "three failed validations",
			limits: ten,
			state:  after([]table.Entry{failed(1), failed(2), failed(3)}, left("a", rules.Warning)),
			row:    5, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonCircuitBreaker,
			message: "Circuit breaker OPEN: 3 consecutive validation failures (threshold: 3). Manual intervention required.",
		},
		{
			name:   "the score fell twice",
			limits: ten,
			state: after([]table.Entry{
				edit(pass(1, "a"), func(e *table.Entry) { e.Score = 90 }),
				edit(pass(2, "b"), func(e *table.Entry) { e.Score = 80 }),
				edit(pass(3, "c"), func(e *table.Entry) { e.Score = 70 }),
			}, left("c", rules.Warning)),
			row: 6, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonQualityRegression,
			message: "Quality regression detected: Validation scores declined 2 consecutive times. Consider changing approach.",
		},
		{
			name: "A, B, A",
			state: after([]table.Entry{
				pass(1, "b"),
				edit(pass(2, "a"), func(e *table.Entry) { e.Revision = "start" }),
			}, left("a", rules.Warning)),
			row: 7, action: table.EscalateStuck, control: table.Escalate, reason: table.ReasonThrashing,
			message: "Thrashing detected: the last pass brought back the text of the start.",
		},
		{
			name:   "A, B, C, B",
			limits: ten,
			state: after([]table.Entry{
				pass(1, "b"), pass(2, "c"),
				edit(pass(3, "b"), func(e *table.Entry) { e.Revision = "revision 1" }),
			}, left("b", rules.Warning)),
			row: 7, action: table.EscalateStuck, control: table.Escalate, reason: table.ReasonThrashing,
			message: "Thrashing detected: the last pass brought back the text of pass 1.",
		},
		{
			name:   "one place five times",
			limits: ten,
			state: func() table.State {
				var h []table.Entry
				for n := 1; n <= 5; n++ {
					h = append(h, edit(pass(n, "a", fmt.Sprint(n)), func(e *table.Entry) { e.Edited = []review.Key{"a"} }))
				}
				return after(h, left("a", rules.Warning), left("5", rules.Warning))
			}(),
			row: 7, action: table.EscalateStuck, control: table.Escalate, reason: table.ReasonThrashing,
			message: "Thrashing detected: 1 place edited 5+ times without progress: a.",
		},
		{
			name: "no fix could be made",
			state: after([]table.Entry{{Iteration: 1, Verdict: table.Accepted, Tried: []string{"a", "b"}, Failed: []string{"a", "b"}, Revision: "start"}},
				stuck("a", rules.Blocker), stuck("b", rules.Warning)),
			row: 8, action: table.EscalateStuck, control: table.Escalate, reason: table.ReasonAllFixesFailed,
			message: "Pass 1 could make none of its 2 fixes.",
		},
		{
			name:  "the same findings after two passes that edited",
			state: after([]table.Entry{pass(1, "a", "b"), pass(2, "b", "a")}, left("a", rules.Warning), left("b", rules.Warning)),
			row:   9, action: table.EscalateStuck, control: table.Escalate, reason: table.ReasonStagnation,
			message: "The same 2 findings are left after passes 1 and 2.",
		},
		{
			name:  "as many findings, but others",
			state: after([]table.Entry{pass(1, "a"), pass(2, "b")}, left("b", rules.Warning)),
			row:   15, action: table.AutoFixAll, control: table.Retry, reason: table.ReasonContinue,
			message: "Pass 3 fixes all 1 finding.",
		},
		{
			name:  "a blocker for a person, after the safe fixes",
			state: after([]table.Entry{pass(1, "a", "b")}, stuck("a", rules.Blocker), left("b", rules.Warning)),
			row:   12, action: table.EscalateImmediate, control: table.Escalate, reason: table.ReasonBlocker,
			message: "1 blocker needs you: a.",
		},
		{
			name: "a blocker for a person, before any edit",
			limits: func() table.Limits {
				l := limits()
				l.Blockers = table.BlockersStop
				return l
			}(),
			state: after(nil, stuck("a", rules.Blocker), left("b", rules.Warning)),
			row:   12, action: table.EscalateImmediate, control: table.Escalate, reason: table.ReasonBlocker,
			message: "1 blocker needs you: a.",
		},
		{
			name:  "nothing to be fixed",
			state: after(nil, stuck("a", rules.Warning), stuck("b", rules.Blocker)),
			row:   13, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonNeedsHuman,
			message: "2 findings need you.",
		},
		{
			name: "not converged, and nobody to ask",
			state: func() table.State {
				s := after(nil)
				s.Gaps.Configured = true
				return s
			}(),
			row: 13, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonNeedsHuman,
			message: "The review has not converged, and no reviewer can help.",
		},
		{
			name: "a person wants it left",
			state: func() table.State {
				s := after(nil, stuck("a", rules.Warning))
				s.Halted = engine.EffectAbort
				return s
			}(),
			row: 10, action: table.Abort, control: table.Escalate, reason: table.ReasonAborted,
			message: "A person said to leave the document as it is.",
		},
		{
			name: "nothing to be fixed, and nothing to do it with",
			state: func() table.State {
				s := after([]table.Entry{pass(1, "a", "b")}, stuck("a", rules.Blocker))
				s.Assessment.Recommendation = engine.RecommendAbort
				return s
			}(),
			row: 10, action: table.Abort, control: table.Escalate, reason: table.ReasonAborted,
			message: "Nothing that is left can be fixed, and the budget allows no other pass. 1 finding needs you.",
		},
		{
			name:   "not worth another pass",
			limits: ten,
			state: func() table.State {
				s := after([]table.Entry{pass(1, "a"), pass(2, "b"), pass(3, "c")}, left("c", rules.Suggestion))
				s.Assessment = engine.Assessment{DiminishingReturns: true, Recommendation: engine.RecommendAccept}
				return s
			}(),
			row: 11, action: table.ExitSuccess, control: table.Proceed, reason: table.ReasonAccepted,
			message: "The last passes brought little, and what is left is below the gate: 1 finding.",
		},
		{
			name: "rejected without a reason",
			state: func() table.State {
				s := after(nil)
				s.Objections = []engine.Objection{{Text: "Reviewer model rejects the document: Start again."}}
				return s
			}(),
			row: 2, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonNeedsHuman,
			message: "Reviewer model rejects the document: Start again.",
		},
		{
			name: "out of time",
			state: func() table.State {
				s := after(nil, left("a", rules.Warning))
				s.Spent.ElapsedMS = 5 * 60 * 1000
				return s
			}(),
			row: 14, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonBudget,
			message: "The time budget of 5m0s is used up.",
		},
		{
			name: "out of tokens",
			state: func() table.State {
				s := after(nil, left("a", rules.Warning))
				s.Spent.Tokens = 1000
				return s
			}(),
			row: 14, action: table.EscalateHuman, control: table.Escalate, reason: table.ReasonBudget,
			message: "The budget of 1000 tokens is used up.",
		},
		{
			name:  "everything can be fixed",
			state: after(nil, left("a", rules.Blocker), left("b", rules.Suggestion)),
			row:   15, action: table.AutoFixAll, control: table.Retry, reason: table.ReasonContinue,
			message: "Pass 1 fixes all 2 findings.",
		},
		{
			name:  "some can be fixed",
			state: after(nil, left("a", rules.Warning), stuck("b", rules.Blocker)),
			row:   16, action: table.Continue, control: table.Retry, reason: table.ReasonContinue,
			message: "Pass 1 tries 1 of 2 findings.",
		},
		{
			name: "a gap to work on",
			state: func() table.State {
				s := after(nil, stuck("a", rules.Warning))
				s.Gaps = table.Gaps{Configured: true, Actionable: 1}
				return s
			}(),
			row: 16, action: table.Continue, control: table.Retry, reason: table.ReasonContinue,
			message: "Pass 1 works on 1 gap.",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.limits == (table.Limits{}) {
				tt.limits = limits()
			}
			d := table.Decide(tt.state, tt.limits)
			assert.Equal(t, tt.row, d.Row)
			assert.Equal(t, tt.action, d.Action)
			assert.Equal(t, tt.control, d.Control)
			assert.Equal(t, tt.reason, d.Reason)
			assert.Equal(t, tt.message, d.Message)
			require.Len(t, d.Trace, d.Row-1)
			for n, tried := range d.Trace {
				assert.Equal(t, n+1, tried.Row)
				assert.NotEmpty(t, tried.When)
				assert.NotEmpty(t, tried.Reason)
			}
		})
	}
}

// Where two rows hold, the earlier one wins: the state is such that every guard
// objects, and each threshold that is lifted lets the next one speak.
func TestDecideOrderOfGuards(t *testing.T) {
	s := after(nil, left("a", rules.Warning))
	for n := 1; n <= 5; n++ {
		e := pass(n, "a")
		e.Resolved, e.Score, e.Edited = 0, 50-float64(n), []review.Key{"a"}
		s.Iteration.History = append(s.Iteration.History, e)
	}
	s.Iteration.Current, s.Revision, s.Spent.Tokens = 5, "revision 5", 5000
	l := limits()
	assert.Equal(t, table.ReasonMaxIterations, table.Decide(s, l).Reason)
	l.Thresholds.MaxIterations = 10
	assert.Equal(t, table.ReasonCircuitBreaker, table.Decide(s, l).Reason)
	s.Iteration.History[4].Resolved = 1
	assert.Equal(t, table.ReasonQualityRegression, table.Decide(s, l).Reason)
	s.Iteration.History[4].Score = 99
	assert.Equal(t, table.ReasonThrashing, table.Decide(s, l).Reason)
	l.Thresholds.Thrashing = 6
	assert.Equal(t, table.ReasonStagnation, table.Decide(s, l).Reason)
	s.Iteration.History[3].Open = nil
	assert.Equal(t, table.ReasonBudget, table.Decide(s, l).Reason)
	s.Spent.Tokens = 0
	assert.Equal(t, table.ReasonContinue, table.Decide(s, l).Reason)
}
