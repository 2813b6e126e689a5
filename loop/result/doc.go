// Package result holds what comes of a run: what became of every finding, the fixes and the passes that were made, and
// the state of each document, from which a later run goes on.
//
// It may import the decision table, the tracking of issues and all that is below those. It knows nothing of the loop, so
// that reports and the history of runs need not know the loop either.
//
// Invariants:
//   - Every finding that came in has exactly one Status. Document.Add counts it.
//   - A checkpoint that an older version of this program wrote can still be read.
//
// What each file holds:
//
//	outcome.go  what became of a finding, and the fixes that were made
//	state.go    what a run needs to go on from where it was
//	run.go      what a run returns, and what its caller does next
package result
