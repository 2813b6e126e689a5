// Package question makes the questions that a person is asked about a document: it is the only maker of questions.
//
// It may import what comes of a run, the decision table, the tracking of issues and all that is below those. What an
// answer means is for package engine, and what is done about it for the loop.
//
// Invariants:
//   - Every open finding is in one question at most. The two sides of a conflict share one.
//   - The id of a question is the same in every run, so that no answer is asked for twice.
//
// What each file holds:
//
//	pattern.go  what the attempts of a run have in common
//	places.go   the places that a finding may mean, as choices, and what is replaced there
//	choices.go  choices that several questions offer
//	maker.go    the questions about a document
package question
