// Package engine is the arithmetic behind the loop's decisions. Everything in it
// is pure: no clock, no file, no program, no repository. It may import rules,
// review and review/source.
//
// What each file holds:
//
//	guards.go     the four guards that stop a run which goes nowhere
//	score.go      the quality score of a document and the trend over passes
package engine
