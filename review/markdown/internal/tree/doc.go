// Package tree turns what goldmark parses into a flat list of nodes that know where they are written.
//
// goldmark's nodes know the text between markers, and often not the markers. A flattener
// walks them once and works out both ends of each.
//
// Invariants:
//   - Nodes are in source order, a parent before its children. A node lies within its
//     parent; siblings do not overlap.
//   - Every byte of a node's span belongs to the document: nothing is made up.
//   - There is one goldmark parser in the program. It has no state of its own. Where goldmark reads footnotes, marks of
//     tasks, tables and empty items otherwise than GitHub, a parser around its own says so and mends it.
package tree
