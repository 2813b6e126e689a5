// Package result has the results of a run: the outcome of every finding, the fixes and the passes, and the state of
// each document, from which a later run goes on.
//
// It may import the decision table, the tracking of issues and all that is below those. It knows nothing of the loop,
// so that reports and the history of runs need not know the loop either.
//
// Invariants:
//   - Every finding that came in has exactly one Status. Document.Add counts it.
//   - A checkpoint that an older version of this program wrote can still be read.
//
// What each file holds:
//
//	outcome.go  the outcomes of findings, and the fixes
//	state.go    the checkpoints from which a run goes on
//	run.go      the result of a run, and the next step of its caller
package result
