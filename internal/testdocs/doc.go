// Package testdocs has the documents that several packages are tested with: those of the
// CommonMark specification and of a corpus, seeds for fuzzing, and documents and edits that
// are made by chance. Only tests use it.
package testdocs
