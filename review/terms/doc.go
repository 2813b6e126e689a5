// Package terms finds the hits of a table of terms in a document.
//
// [Hits] searches the text of the document as it is written. [RenderedHits] searches the [Rendered] text, in which
// markup, escapes, character references and invisible characters do not stand, and reports what Hits does not find.
package terms
