// Package engine is the arithmetic behind the loop's decisions. Everything in it
// is pure: no clock, no file, no program, no repository.
//
// It may import reviews and rules, and nothing else of the loop.
//
// What each file holds:
//
//	guards.go       the four guards that stop a run which goes nowhere
//	score.go        the quality score of a document and the trend over passes
//	signals.go      what is known of an output, and the triggers that follow
//	strategy.go     how to go on, and what the next program is told
//	budget.go       what may be used, what was, and whether another iteration fits
//	assess.go       whether another iteration is worth it
//	report.go       triggers, strategy, budget and assessment as one decision
//	gaps.go         what the reviews lack, and who is asked about it
//	opinion.go      what reviewers say of a document as a whole, and what objects to an end
//	convergence.go  whether the reviews are thorough and sure enough
//	integrate.go    what one finding is to another
//	control.go      proceed, retry or escalate, for validation loops of others
//	feedback.go     what the maker of the next output is told
//	question.go     a question with its choices, and what an answer to it does
//	answer.go       what an answer means
//	metrics.go      what iterations cost and brought
package engine
