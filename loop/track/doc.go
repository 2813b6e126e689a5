// Package track follows findings through the revisions of a document: an Issue is a
// finding with what a run knows of it beyond what its reviewer said.
//
// Its pipeline, for each revision:
//
//	g := Gather(revision, open)      // what several reviewers say, made one
//	g.Admit(found, reviewer, …)
//	pairs := Match(open, found, m)   // after edits: which finding is which issue
//	i.Carried(after, m)              // where nobody can be asked
//
// Invariants:
//   - It is pure: nothing here asks a program, reads a clock or writes.
//   - An issue keeps the Key and the ID that it began with.
//   - A Record read back is the issue that it was made of.
package track
