// Package usage counts how the text of a run writes the words of its headings: with a
// capital or without, alone or next to other capitals, in code, in links.
//
// Gather goes over all texts twice. The first time it collects the words of the headings, the second time it counts
// them. It reads bytes with its own lexer, which knows lines, containers, code and links: trees of all the text would
// cost too much. Lexicon says how English dictionaries write a word.
//
// Invariants:
//   - Headings are no evidence, because they are judged.
//   - The result does not depend on the order of the texts or on the number of goroutines.
//   - Evidence is never modified once Gather has returned it.
package usage
