// Package engine is the arithmetic behind the loop's decisions. Everything in it
// is pure: no clock, no file, no program, no repository.
//
// It may import reviews and rules, and nothing else of the loop.
//
// What each file holds:
//
//	guards.go       the four guards that stop a run without progress
//	score.go        the quality score of a document and the trend over passes
//	signals.go      the signals of an output, and the triggers that follow
//	strategy.go     how to go on, and the guidance for the next program
//	budget.go       the budget, its use, and whether another iteration fits
//	assess.go       whether another iteration is worth it
//	report.go       triggers, strategy, budget and assessment as one decision
//	gaps.go         the gaps of the reviews, and the reviewers that can close them
//	opinion.go      opinions of reviewers on a document as a whole, and objections to an end
//	convergence.go  whether the reviews are thorough and sure enough
//	integrate.go    the relation of two findings
//	control.go      proceed, retry or escalate, for validation loops of others
//	feedback.go     feedback for the maker of the next output
//	question.go     a question with its choices, and what an answer to it does
//	answer.go       what an answer means
//	metrics.go      the costs and gains of iterations
package engine
