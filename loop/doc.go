// Package loop runs the passes over the documents of a run and decides, after every review, what happens next.
//
// A pass plans the fixes of the open findings, proves them, reviews the candidate, compares the findings before and
// after, and decides; only a pass that the decision accepts is published. The decision is pure (package table); all
// input and output goes through the interfaces of a Job: its Ledger, its externals and its clock.
//
// Invariants:
//   - A candidate is reviewed and judged before it is published; a rejected one
//     never leaves memory but through Ledger.Record.
//   - Every finding that came in leaves in exactly one Status; Run checks the sums.
//   - Documents that share a change stand or fall together.
//
// What each file holds:
//
//	adopt.go       what a pass makes of the documents
//	answer.go      what people answered, obeyed
//	approve.go     a person decides about edits and answers questions while the run waits
//	ask.go         asking other programs, and what that costs
//	checkpoint.go  what a run needs to go on from where it was
//	close.go       the closed ledger: what becomes of every finding
//	escalate.go    what a person is asked
//	gapwork.go     other reviewers for what the reviews lack
//	job.go         what a run is given, and the interfaces it works through
//	judge.go       reviewing a candidate and comparing it with its base
//	pass.go        one pass over all documents
//	record.go      closed issues and fixes as a checkpoint stores them
//	regress.go     who is to blame for a regression, and what can be saved
//	result.go      what a run returns
//	remember.go    what a person rejected, for later passes and runs
//	rewrite.go     text from external fixers
//	run.go         the run
//	signals.go     a document as the engine looks at it
//	start.go       the documents and the first review; of clean ones little is kept
package loop
