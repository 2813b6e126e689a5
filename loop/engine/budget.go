package engine

import "fmt"

// A Budget is what a run may use, what it used and what is left. A limit of 0
// bounds nothing, and what remains of it is null.
type Budget struct {
	MaxIterations       int    `json:"maxIterations"`
	CurrentIteration    int    `json:"currentIteration"`
	RemainingIterations int    `json:"remainingIterations"`
	TokenBudget         int    `json:"tokenBudget"`
	UsedTokens          int    `json:"usedTokens"`
	RemainingTokens     *int   `json:"remainingTokens"`
	TimeoutMS           int64  `json:"timeoutMs"`
	ElapsedMS           int64  `json:"elapsedMs"`
	RemainingMS         *int64 `json:"remainingMs"`
	// Blockers and Warnings are those of a check, where one was made.
	Blockers []string `json:"blockers,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
}

// A Cost is what an iteration uses.
type Cost struct {
	Tokens     int
	DurationMS int64
}

// NewBudget works out what remains.
func NewBudget(maxIterations, current, tokens, usedTokens int, timeoutMS, elapsedMS int64) Budget {
	b := Budget{
		MaxIterations: maxIterations, CurrentIteration: current, RemainingIterations: max(0, maxIterations-current),
		TokenBudget: tokens, UsedTokens: usedTokens, TimeoutMS: timeoutMS, ElapsedMS: elapsedMS,
	}
	if tokens > 0 {
		b.RemainingTokens = new(max(0, tokens-usedTokens))
	}
	if timeoutMS > 0 {
		b.RemainingMS = new(max(0, timeoutMS-elapsedMS))
	}
	return b
}

// A BudgetCheck says whether the budget allows an iteration.
type BudgetCheck struct {
	CanIterate bool
	Blockers   []string // iterations, tokens, time
	Warnings   []string
}

// Check says whether an iteration of the estimated cost fits in what is left,
// and warns where it would nearly use that up.
func (b Budget) Check(estimated Cost) BudgetCheck {
	var c BudgetCheck
	switch b.RemainingIterations {
	case 0:
		c.Blockers = append(c.Blockers, "iterations")
	case 1:
		c.Warnings = append(c.Warnings, "This is the last iteration.")
	}
	if b.RemainingTokens != nil {
		c.resource("tokens", int64(b.TokenBudget), int64(*b.RemainingTokens), int64(estimated.Tokens))
	}
	if b.RemainingMS != nil {
		c.resource("time", b.TimeoutMS, *b.RemainingMS, estimated.DurationMS)
	}
	c.CanIterate = len(c.Blockers) == 0
	return c
}

// resource checks one resource; it warns when less than a fifth of the whole
// would be left.
func (c *BudgetCheck) resource(name string, whole, remaining, estimated int64) {
	const scarce = 5
	left := remaining - estimated
	switch {
	case remaining <= 0 || left < 0:
		c.Blockers = append(c.Blockers, name)
	case left*scarce < whole:
		c.Warnings = append(c.Warnings, fmt.Sprintf("The next iteration leaves %.0f%% of the %s budget.",
			100*float64(left)/float64(whole), name))
	}
}
