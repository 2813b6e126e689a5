// Package testdocs provides documents that the tests of several packages share: the examples of the CommonMark
// specification, the files of a corpus, seeds for fuzzing and documents made by chance. Only tests import it. It imports
// nothing of this module, so that the tests of any package can use it.
//
// Invariant: what is made by chance is the same in every run.
package testdocs
