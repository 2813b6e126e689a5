// Package table is the decision table of the loop: from the state of a document it tells what happens next.
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
//	attempts.go  what the passes did, for people
//	decide.go    the rows, and what each asks of a state
//	ends.go      the rows that end a run with success, an objection or an abort
//	state.go     what the rows look at, and the limits of a run
//	sums.go      what became of the findings, counted, and as a reader adds it up
package table
