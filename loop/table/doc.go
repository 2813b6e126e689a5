// Package table is the decision table of the loop: the state of a document decides about the next step.
//
// It may import package engine, reviews and rules. It knows nothing of the tracking of issues or of the loop.
//
// Invariants:
//   - Decide is pure. The same state and limits give the same decision.
//   - The last row always holds.
//
// What each file holds:
//
//	action.go    the words of a decision
//	attempts.go  the passes in words
//	decide.go    the rows with their conditions
//	ends.go      the rows that end a run with success, an objection or an abort
//	state.go     the state of a document, and the limits of a run
//	sums.go      the outcomes of the findings, counted
package table
