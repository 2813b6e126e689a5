// Package zone says what the bytes of a document are: prose, code, the destination of a link, a template, …
//
// Its Document is a markdown.Document with the zones of its bytes and the comments that
// switch rules off. The zones are built in three steps:
//
//	treeZones  // what the nodes of the tree say
//	overlay    // templates, math, wikilinks and other syntax that no Markdown tree knows
//	split      // identifiers and addresses in the prose that is left
//
// Invariants:
//   - Every byte is in exactly one zone; what nothing claims is Markup.
//   - A Document is never modified. Zones and suppressions are computed when they are
//     first asked for.
//   - Its time is linear in the text, also for openers that nothing closes.
package zone
