// Package review holds the built-in rules, one file each, and what they find.
//
// A Reviewer is a rule with its documentation, what it Needs of a document, and a Find
// function over a Pass. Find only reports. The package gives each Finding its rule, its
// place in the order and its Key. Reviewers lists the rules in the order in which they
// report.
//
// A Corpus is the documents that are looked at together and what they may link to. An
// Issue is a finding of an outside review before its place in the document is known;
// package locate makes a Finding of it.
//
// Invariants:
//   - Find is pure: the same document, corpus and rules give the same findings.
//   - What a comment in the document suppresses is not reported.
//   - A Key stays the same when the document is edited elsewhere. No two findings of a
//     document share one.
package review
