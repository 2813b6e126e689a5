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
	// Blockers and Warnings are from Check: iterations, tokens or time; and sentences.
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

// Check notes what keeps an iteration of the estimated cost from fitting in what is left, and warns where it would
// nearly use that up.
func (b *Budget) Check(estimated Cost) {
	switch b.RemainingIterations {
	case 0:
		b.Blockers = append(b.Blockers, "iterations")
	case 1:
		b.Warnings = append(b.Warnings, "This is the last iteration.")
	}
	if b.RemainingTokens != nil {
		b.resource("tokens", int64(b.TokenBudget), int64(*b.RemainingTokens), int64(estimated.Tokens))
	}
	if b.RemainingMS != nil {
		b.resource("time", b.TimeoutMS, *b.RemainingMS, estimated.DurationMS)
	}
}

// resource checks one resource. It warns when less than a fifth of the whole would be left.
func (b *Budget) resource(name string, whole, remaining, estimated int64) {
	const scarce = 5
	left := remaining - estimated
	switch {
	case remaining <= 0 || left < 0:
		b.Blockers = append(b.Blockers, name)
	case left*scarce < whole:
		b.Warnings = append(b.Warnings, fmt.Sprintf("The next iteration leaves %.0f%% of the %s budget.",
			100*float64(left)/float64(whole), name))
	}
}
