// Package fastpath makes the nodes that goldmark makes, sooner, or gives no answer.
//
// A Reader cuts a document into chunks that cannot influence each other and parses only the chunks that somebody needs.
// It reads plain headings, fences, lists and text without goldmark. In doubt it leaves the chunk, or the whole
// document, to goldmark.
//
// The package saves time and does nothing else: where Read returns false, package markdown calls tree.ReadAll. Fuzz
// tests compare the nodes of both. Where they disagree, the remedy is to answer less, not more code.
//
// Invariants:
//   - The nodes of what was asked for are those of goldmark. One empty paragraph stands in place of each part that
//     nobody asked for.
//   - A Reader is for one goroutine. It keeps its memory and nothing of a document.
package fastpath
