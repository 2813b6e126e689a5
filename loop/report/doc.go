// Package report writes what a check found, one file per output format. Package runs writes what a run did.
//
// Findings takes what a review found and resolves it, once, into a [Report]: every byte offset into a line and columns
// in all three units, every finding into its source line, every planned fix into the edits and the replacement that
// show it. A Report holds all that any format needs and its JSON form loses nothing of it, so reports that were written
// by other processes can be read, joined and written again without the documents ([Join]).
//
// It reads and writes nothing but the io.Writer it is given.
//
// Invariants:
//   - Writers are pure and their output is a function of the Report and the
//     Style alone: findings are sorted when the Report is made, never later.
//   - Text of documents and reviews is hostile. What is meant for a terminal, a
//     log or XML passes through wording.Visible; formats for programs escape as their
//     format does. A writer never emits a raw control or direction character,
//     except for the unified diff that is not shown on a terminal, which must
//     be exact.
//   - Columns count from 1 and each field or format names its unit.
package report
