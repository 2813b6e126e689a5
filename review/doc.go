// Package review holds what a reviewer reports about a document and what it may know.
//
// A [Reviewer] is a rule with its documentation and a Find function over a [Pass]. Find only reports. [Corpus.Review]
// gives each [Finding] its rule, its place in the order and its [Key]. Package rule has the built-in reviewers.
//
// A [Corpus] is the documents that are reviewed together and the targets of their links. An [Issue] is a finding of an
// outside review before its place in the document is known; package locate makes a Finding of it.
//
// Invariants:
//   - A finding that a comment in the document suppresses is not reported.
//   - A Key stays the same when the document is edited elsewhere. No two findings of a document share one.
package review
