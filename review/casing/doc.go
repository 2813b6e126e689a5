// Package casing decides how a heading reads in sentence case.
//
// A Judge looks at the words of a heading one by one. What the rules configure comes first, then what the text of the
// run shows (package usage), then what English says of the word. Where nothing shows whether a word is a name, the
// Judge changes nothing and gives the reason.
//
//	judge := NewJudge(doc, set, evidence) // the document, the configured names, what the text shows
//	judge.Sentence(heading, old)          // the heading, or why it isn't known
//
// Invariants:
//   - It changes capitals only; the letters of a heading stay the same under case folding.
//   - One Judge is for one document.
package casing
