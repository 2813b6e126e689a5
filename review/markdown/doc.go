// Package markdown parses GitHub flavoured Markdown, and says whether two revisions of a document mean the same.
//
// A Document is one revision of one file: its bytes and a flat tree of nodes, in source order, with both ends of every
// node. Parse makes it with goldmark. Compare is the proof that all fixers rely on: it returns a Difference where a
// candidate differs from its base in more than the edits that were meant. CheckComplexity refuses text that would take
// too long to parse.
//
// Invariants:
//   - Every sequence of bytes is a document.
//   - A Document is never modified. Its parts beyond the tree are computed once, when they
//     are first asked for.
//   - goldmark's own nodes stay in internal/tree. Other packages see Node, a plain value.
package markdown
