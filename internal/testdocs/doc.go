// Package testdocs provides what the tests of several packages share: the examples of the CommonMark specification, the
// files of a corpus, seeds for fuzzing, documents made by chance, and the comparison of types with JSON schemas. Only
// tests import it. It imports nothing of this module, so that the tests of any package can use it.
//
// Invariant: what is made by chance is the same in every run.
package testdocs
