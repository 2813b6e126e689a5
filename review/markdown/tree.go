package markdown

import "github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"

// A Node is one node of a Document's tree.
type Node = tree.Node

// Parts is what links, reference definitions and code blocks have beyond other nodes.
type Parts = tree.Parts

// A Kind says what a node is, in the terms of CommonMark and GFM.
type Kind = tree.Kind

// The kinds of nodes.
const (
	Root               = tree.Root
	Paragraph          = tree.Paragraph
	ATXHeading         = tree.ATXHeading
	SetextHeading      = tree.SetextHeading
	ThematicBreak      = tree.ThematicBreak
	IndentedCode       = tree.IndentedCode
	FencedCode         = tree.FencedCode
	HTMLBlock          = tree.HTMLBlock
	Blockquote         = tree.Blockquote
	BulletList         = tree.BulletList
	OrderedList        = tree.OrderedList
	ListItem           = tree.ListItem
	LinkDefinition     = tree.LinkDefinition
	Table              = tree.Table
	TableHeader        = tree.TableHeader
	TableRow           = tree.TableRow
	TableCell          = tree.TableCell
	FootnoteDefinition = tree.FootnoteDefinition
	Foreign            = tree.Foreign
	Body               = tree.Body
	Text               = tree.Text
	CodeSpan           = tree.CodeSpan
	Emphasis           = tree.Emphasis
	Strong             = tree.Strong
	Strikethrough      = tree.Strikethrough
	Link               = tree.Link
	Image              = tree.Image
	AutoLink           = tree.AutoLink
	InlineHTML         = tree.InlineHTML
	TaskMark           = tree.TaskMark
	FootnoteReference  = tree.FootnoteReference
	SoftBreak          = tree.SoftBreak
	HardBreak          = tree.HardBreak
)

// A Fence opens a fenced code block. The zero Fence opens nothing.
type Fence = tree.Fence

// OpeningFence returns the fence that a line begins with, behind its indentation and the
// marks of its containers. It is the zero Fence for any other line.
func OpeningFence(line []byte) Fence { return tree.OpeningFence(line) }

// ItemMarker returns the length of the marker of a list item that a line begins with, whose
// end is trimmed, or 0 for none.
func ItemMarker(line []byte) int { return tree.ItemMarker(line) }
