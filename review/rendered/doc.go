// Package rendered is a document's text as readers see it, and where they may see a term begin.
//
// Markup, escapes, character references and invisible characters don't stand in it. Each byte knows what stands for it
// in the document. The two go together: what may hide a part of a word is what a search has to look for at its start.
//
// Invariants: a part of a document in which no term starts holds none that a reader sees.
package rendered
