// Package question makes the questions that a person is asked about a document: it is the only maker of questions.
//
// Package engine knows what an answer means, and the loop applies it.
//
// Invariants:
//   - Every open finding is in one question at most. The two sides of a conflict share one.
//   - The id of a question is the same in every run, so that no answer is asked for twice.
//
// What each file holds:
//
//	pattern.go  the pattern of a run's attempts
//	places.go   the places that a finding may mean, as choices
//	choices.go  choices that several questions offer
//	maker.go    the questions about a document
package question
