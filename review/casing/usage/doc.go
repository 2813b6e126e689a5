// Package usage counts how the text of a run writes the words of its headings: with a
// capital or without, alone or next to other capitals, in code, in links.
//
// Gather goes over all texts twice. The first time it collects the words of the headings, the second time it counts
// them. It reads bytes with a lexer of its own that knows lines, containers, code and links, because a run has more
// text than is worth a tree. Lexicon says what English dictionaries know of a word.
//
// Invariants:
//   - Headings are no evidence: they are what is judged.
//   - The result does not depend on the order of the texts or on the number of goroutines.
//   - Evidence is never modified once Gather has returned it.
package usage
