package table

import (
	"time"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A State is the state of the iteration of one document. Decide judges it, and `status` prints it. Its JSON is the
// structured state format of the iteration loop, and more fields.
type State struct {
	Document  string       `json:"document"`
	Iteration Iteration    `json:"iteration"`
	Remaining []Remaining  `json:"remaining_issues"`
	Trend     engine.Trend `json:"trend"`

	Run string `json:"run,omitempty"`
	// Original and Revision are the SHA-256 of the original and of the present bytes.
	Original string `json:"original_sha256"`
	Revision string `json:"document_sha256"`
	// Score is the quality score, from 0 to 100.
	Score float64 `json:"quality_score"`
	// Reviews are the reviewers' opinions on the document as a whole.
	Reviews []engine.Opinion `json:"reviews,omitempty"`
	// Objections are those to an end with nothing left to fix.
	Objections []engine.Objection `json:"objections,omitempty"`
	Silenced   int                `json:"silenced,omitzero"` // findings that comments suppressed in the first review
	Gaps       Gaps               `json:"gaps"`
	Spent      Spent              `json:"spent"`
	// Metrics are the sums of the iterations, or the costs of the first review if no iteration followed.
	Metrics engine.Metrics `json:"metrics"`
	// Assessment is that of another iteration, from before the decision.
	Assessment engine.Assessment `json:"assessment,omitzero"`
	// Convergence is nil if no reviewer can close gaps.
	Convergence *engine.Convergence `json:"convergence,omitempty"`
	// Halted is a person's decision about the document as a whole: pause or abort.
	Halted engine.Effect `json:"halted,omitempty"`
	// Decision is the last one made from this state, nil before.
	Decision *Decision `json:"decision,omitempty"`
	// Questions are those that a person was asked when the loop ended.
	Questions []engine.Ask `json:"questions,omitempty"`
	// Answered are the answers of people that this run got.
	Answered []engine.Resolution `json:"answered,omitempty"`
}

// Iteration counts and records the passes.
type Iteration struct {
	// Current is the number of the last pass; 0 before the first. A review that
	// says it is the third begins with 2 behind it.
	Current   int       `json:"current"`
	Max       int       `json:"max"`
	StartedAt time.Time `json:"started_at"`
	History   []Entry   `json:"history"`
}

// An Entry is one finished pass.
type Entry struct {
	Iteration    int       `json:"iteration"`
	IssuesIn     int       `json:"issues_in"`
	IssuesOut    int       `json:"issues_out"`
	FixesApplied []string  `json:"fixes_applied"` // ids of findings
	Timestamp    time.Time `json:"timestamp"`
	DurationMS   int64     `json:"duration_ms"`

	Verdict Verdict `json:"verdict"`
	// Because names the document whose regression took this pass back.
	Because string `json:"because,omitempty"`
	// Tried are the ids of the findings that the pass tried to fix, Failed those whose fix could not be made.
	Tried  []string `json:"fixes_tried"`
	Failed []string `json:"fixes_failed"`
	// Resolved, Raised and NewBlockers compare the findings after the pass with
	// those before it, over the same reviewers.
	Resolved    int `json:"resolved"`
	Raised      int `json:"raised"`
	NewBlockers int `json:"new_blockers"`
	// Progress says that other reviewers closed or narrowed a gap.
	Progress bool `json:"gap_progress,omitempty"`
	// Edited are the places that the pass edited, Open the findings left after it.
	Edited []review.Key `json:"edited_keys"`
	Open   []review.Key `json:"open_keys"`
	// Score and Revision are those after the pass.
	Score    float64 `json:"quality_score"`
	Revision string  `json:"document_sha256"`
	// Strategy is what other programs were told for the pass, "" where there are none.
	Strategy engine.StrategyType `json:"strategy,omitempty"`
	// Metrics are the costs and gains of the iteration.
	Metrics *engine.Metrics `json:"metrics,omitempty"`
}

// Passed reports whether the pass improved the document or its reviews.
func (e Entry) Passed() bool { return (e.Resolved > 0 || e.Progress) && e.Verdict == Accepted }

// A Verdict is the outcome of a pass.
type Verdict string

// The verdicts.
const (
	Accepted Verdict = "accepted"
	Rejected Verdict = "rejected"
)

// A Remaining is one open finding.
type Remaining struct {
	ID            string         `json:"id"`
	Rule          string         `json:"rule,omitempty"`
	Severity      rules.Severity `json:"severity"`
	RequiresHuman bool           `json:"requires_human"`
	Description   string         `json:"description"`

	// Key is its identity. Place is the Key of the first finding in a chain in which each was raised where the one
	// before was fixed.
	Key   review.Key `json:"key"`
	Place review.Key `json:"place"`
	// Reason says why it is not fixed: a StatusReason, with details.
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
	// Attemptable says whether the next pass can try to fix it.
	Attemptable bool `json:"attemptable"`
	// Late says that a reviewer that answers differently each time raised it away from the edits.
	Late bool `json:"late,omitempty"`
}

// Gaps are the gaps of the reviews of a document.
type Gaps struct {
	// Configured says whether any reviewer is there to close gaps; without one they play no part in the decision.
	Configured bool `json:"configured"`
	Converged  bool `json:"converged"`
	// Actionable is the number of open gaps that a reviewer can still work on.
	Actionable int `json:"actionable"`
	// Open are the gaps, the next ones to work on first.
	Open []engine.Gap `json:"open,omitempty"`
}

// Spent is the used part of the run's budget.
type Spent struct {
	Tokens    int   `json:"tokens"`
	Refused   int   `json:"refused,omitzero"` // asks about the document that lacked tokens
	ElapsedMS int64 `json:"elapsed_ms"`
}

// Limits are the budget and the goal of a run.
type Limits struct {
	// Thresholds of the guards; MaxIterations is the number of passes.
	Thresholds engine.Thresholds
	// Gate is the least severity of a finding that keeps a document from being clean; 0 is no gate.
	Gate rules.Severity
	// Time and Tokens bound the run; 0 is no bound.
	Time   time.Duration
	Tokens int
	// Blockers says what a blocker that nothing can fix does to the first pass.
	Blockers Blockers
}

// LimitsOf returns the limits that a configuration sets, with the given gate.
func LimitsOf(set *rules.Set, gate rules.Severity) Limits {
	it := set.Iteration
	return Limits{
		Thresholds: engine.Thresholds{
			MaxIterations:  it.MaxIterations,
			CircuitBreaker: it.CircuitBreakerThreshold,
			Thrashing:      it.ThrashingThreshold,
		},
		Gate:   gate,
		Time:   it.TimeBudget,
		Tokens: it.TokenBudget,
	}
}

// Blockers says what a blocker that nothing can fix does to the first pass.
type Blockers uint8

const (
	// BlockersFix applies the safe fixes of the first pass, then escalates.
	BlockersFix Blockers = iota
	// BlockersStop escalates before any edit.
	BlockersStop
	// BlockersKnown lets passes go on: a person was asked about them in this run.
	BlockersKnown
)
