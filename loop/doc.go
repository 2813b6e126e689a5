// Package loop runs the passes over the documents of a run and decides, after every review, what happens next.
//
// A pass plans the fixes of the open findings, proves them, reviews the candidate, compares the findings before and
// after, and decides; only a pass that the decision accepts is published. The decision is pure (package table); all
// input and output go through the interfaces of a Job: its Ledger, its externals and its clock.
//
// Invariants:
//   - A candidate is reviewed and judged before it is published; a rejected one
//     never leaves memory but through Ledger.Record.
//   - Every finding that came in leaves in exactly one Status; Run checks the sums.
//   - Documents that share a change stand or fall together.
//
// A pass is a chain of values, one from each step: a proposal (the plan), the judged candidates, a verdict (the fixes
// that stand and those that fall), an adoption, and the Pass for the ledger. A run and its documents have the state
// that lives longer. Each file uses only those before it, in this order:
//
//	person.go      what a person who decides while the run waits is shown, and what they reply
//	job.go         what a run is given, and the interfaces it works through
//	purse.go       the token budget
//	reviews.go     what the reviews say about a document as a whole
//	document.go    one document on its way through the passes
//	closing.go     issues that leave before the end of the run
//	checkpoint.go  states and snapshots for the ledger
//	run.go         what lives as long as the run
//	restore.go     a document as its checkpoints say
//	signals.go     a document as the engine looks at it
//	ask.go         asking other programs, and what that costs
//	gapwork.go     other reviewers for what the reviews lack
//	answer.go      what people answered, obeyed and remembered
//	start.go       the first review of a document
//	decide.go      whether a document goes on
//	propose.go     the plan of the next pass, proved
//	rewrite.go     text from external fixers
//	judge.go       reviewing a candidate and comparing it with its base
//	regress.go     the verdict: who is to blame for a regression, and what can be saved
//	adopt.go       what a verdict makes of the documents
//	close.go       the result: what became of every finding
//	approve.go     a person decides about edits and answers questions while the run waits
//	pass.go        one pass over all documents
//	loop.go        the loop
package loop
