package table

import "github.com/doc-iterate/doc-iterate/loop/engine"

// An Action is the action of a decision, in the words of the decision matrix.
type Action string

// The actions of the decision table.
const (
	ExitSuccess       Action = "EXIT_SUCCESS"
	AutoFixAll        Action = "AUTO_FIX_ALL"
	Continue          Action = "CONTINUE"
	EscalateHuman     Action = "ESCALATE_HUMAN"
	EscalateStuck     Action = "ESCALATE_STUCK"
	EscalateImmediate Action = "ESCALATE_IMMEDIATE"
	Abort             Action = "ABORT"
	Rollback          Action = "ROLLBACK + ESCALATE"
)

// Outcome returns the action in the three words of an iteration result: continue,
// success or escalate.
func (a Action) Outcome() string {
	switch a {
	case ExitSuccess:
		return "success"
	case AutoFixAll, Continue:
		return "continue"
	}
	return "escalate"
}

// A Control is the action in the form that callers use.
type Control string

// The controls.
const (
	Proceed  Control = "proceed"
	Retry    Control = "retry"
	Escalate Control = "escalate"
)

// Recommendation returns the decision in the words of an assessment.
func (d Decision) Recommendation() engine.Recommendation {
	switch {
	case d.Control == Proceed:
		return engine.RecommendAccept
	case d.Control == Retry:
		return engine.RecommendIterate
	case d.Action == Abort:
		return engine.RecommendAbort
	}
	return engine.RecommendEscalate
}

// A Reason says in a word why a decision was made.
type Reason string

// The reasons, in the order of the table's rows.
const (
	ReasonRegression        Reason = "regression"
	ReasonClean             Reason = "clean"
	ReasonConverged         Reason = "converged"
	ReasonMaxIterations     Reason = "max_iterations"
	ReasonCircuitBreaker    Reason = "circuit_breaker"
	ReasonQualityRegression Reason = "quality_regression"
	ReasonThrashing         Reason = "thrashing"
	ReasonAllFixesFailed    Reason = "all_fixes_failed"
	ReasonStagnation        Reason = "stagnation"
	ReasonAborted           Reason = "aborted"
	ReasonAccepted          Reason = "accepted"
	ReasonBlocker           Reason = "blocker"
	ReasonNeedsHuman        Reason = "needs_human"
	ReasonBudget            Reason = "budget"
	ReasonContinue          Reason = "continue"
)
