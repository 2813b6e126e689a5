package tree

import (
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Kind says what a node is, in the terms of CommonMark and GFM.
type Kind uint8

const (
	Root Kind = iota
	Paragraph
	ATXHeading
	SetextHeading
	ThematicBreak
	IndentedCode
	FencedCode
	HTMLBlock
	Blockquote
	BulletList
	OrderedList
	ListItem
	LinkDefinition
	Table
	TableHeader
	TableRow
	TableCell
	FootnoteDefinition
	// Foreign is lines of another language: see Overlay.
	Foreign
	// Body is a note, details or a tab of Python-Markdown: a line, and indented text below it.
	Body
	Text
	CodeSpan
	Emphasis
	Strong
	Strikethrough
	Link
	Image
	AutoLink
	InlineHTML
	TaskMark
	FootnoteReference
	SoftBreak
	HardBreak
)

var kindNames = [...]string{
	"document", "paragraph", "heading", "setext heading", "thematic break", "indented code", "fenced code block",
	"HTML block", "block quote", "bullet list", "ordered list", "list item", "reference definition", "table",
	"table header", "table row", "table cell", "footnote", "foreign block", "body", "text", "code span",
	"emphasis", "strong emphasis",
	"strikethrough", "link", "image", "autolink", "inline HTML", "task list marker", "footnote reference",
	"soft line break", "hard line break",
}

func (k Kind) String() string { return kindNames[k] }

// Inline reports whether nodes of this kind stand within a line of text.
func (k Kind) Inline() bool { return k >= Text }

// HoldsBlocks reports whether nodes of the kind have blocks for children, or the rows of a table.
func (k Kind) HoldsBlocks() bool {
	switch k {
	case Root, Blockquote, BulletList, OrderedList, ListItem, Table, FootnoteDefinition, Body:
		return true
	}
	return false
}

// A Node is one node of a Document's tree. Nodes are kept in one slice in source order, a parent before its children; a
// node's descendants are the nodes between it and End.
//
// Spans are nested and ordered: a node lies within its parent, and siblings do not overlap. A block's span starts at
// its first marker and ends before the line ending of its last line; blank lines behind it are not part of it.
type Node struct {
	Kind Kind
	// Level is the level of a heading, 1 to 6.
	Level uint8
	// Tight is set for lists that are rendered without paragraphs.
	Tight bool
	// Marker is the list's bullet or delimiter (- + * . or a parenthesis), a
	// fenced code block's fence character, x for a task that is done, or what is Inside a foreign block.
	Marker byte
	// Start is the number of an ordered list's first item.
	Start int32
	// Parent is the index of the parent node; the root is its own parent.
	Parent int
	// End is the index behind the node's last descendant.
	End int
	// Span is where the node stands, with its markers.
	Span source.Span
	// Content is the part within the markers: a heading's text, an info string for FencedCode, the marker for
	// ListItem, the bytes between the backticks of a code span, the label of a reference definition or of a footnote,
	// the text of a table cell, the address of an autolink.
	Content source.Span
	// Parts is never nil: nodes that have none share an empty one.
	*Parts
}

// Parts is what links, reference definitions and code blocks have beyond other nodes. It is kept apart because most
// nodes have none and documents have many nodes.
type Parts struct {
	// Destination is where the destination of a link, image or definition is
	// written; empty for links that refer to a definition.
	Destination source.Span
	// Title is where a link's title is written, with its quotes.
	Title source.Span
	// Reference is where the label of a reference link is written; empty for inline links.
	Reference source.Span
	// Body is the code of a FencedCode: the whole lines between the fences, with
	// the prefixes of the containers that the block stands in. See Document.Code.
	Body source.Span

	// Lines is the range of Tree.Code that holds the lines of a code block.
	Lines source.Span
}

// noParts is what most nodes have. It is never written to.
var noParts Parts

// Values returns where the values of a node stand, without its children.
func (n *Node) Values() []source.Span {
	switch n.Kind {
	case ListItem, CodeSpan, AutoLink, FootnoteReference, FootnoteDefinition:
		return []source.Span{n.Content}
	case FencedCode:
		return []source.Span{n.Content, n.Body}
	case IndentedCode, HTMLBlock, InlineHTML, LinkDefinition, Foreign:
		return []source.Span{n.Span}
	case Link, Image:
		return []source.Span{n.Destination, n.Title, n.Reference}
	}
	return nil
}
