// Package review turns bytes into a Document and a Document into findings.
//
// A Document is one revision of one Markdown file: its bytes, a flat tree of
// nodes with both ends of every node, the zone of every byte, the headings and
// the suppressions. It is made by Parse and never modified. The built-in
// reviewers, one file a rule, are pure functions from a Document and a rules.Set
// to findings; Reviewers lists them in the order in which they report.
//
// The package also holds the one proof that the fixers rely on: Outline and
// Compare, which say whether a candidate revision differs from its base in
// nothing but the edits that were meant.
//
// The nodes of goldmark, the Markdown parser, never leave it: other packages see
// Node, a plain value.
//
// Of this module it imports internal/lazy, internal/scratch, review/casing, review/casing/usage, review/link,
// review/markdown, review/source, review/zone, rules and rules/term.
package review
