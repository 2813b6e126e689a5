// Package html reads the tags and attributes of raw HTML in Markdown.
//
// It is for those questions about HTML that parsers of Markdown leave open: which attributes a tag has, and which
// elements hold text that is no prose. It builds no tree.
//
// Invariants:
//   - It takes any bytes, and looks for nothing outside those that it is given.
//   - Its time is linear in the text.
package html
