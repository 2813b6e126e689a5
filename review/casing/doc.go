// Package casing decides how a heading reads in sentence case.
//
// A Judge looks at the words of a heading one by one. The configuration of the rules decides first, then the text of
// the run (package usage), then an English lexicon. If none of them shows whether a word is a name, the Judge changes
// nothing and gives the reason.
//
//	judge := NewJudge(doc, set, evidence) // the document, the configured names, what the text shows
//	judge.Sentence(heading, old)          // the heading, or why it isn't known
//
// Invariants:
//   - It changes capitals only; the letters of a heading stay the same under case folding.
//   - One Judge is for one document.
package casing
