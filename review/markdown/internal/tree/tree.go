package tree

import (
	"slices"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Tree is the nodes of a document, and what it takes to read them.
type Tree struct {
	// Nodes is in source order; the first node is the root.
	Nodes []Node
	// Code is the lines of all code blocks, without container prefixes.
	Code []source.Span
}

// Read has goldmark parse src from an offset on. goldmark ends no line at a lone carriage return, so src must have
// none.
func Read(src []byte, from int, syntax Syntax) Tree {
	if syntax.JSX {
		return read(mdx(), src, from, syntax)
	}
	return read(markdown(), src, from, syntax)
}

func read(p parser.Parser, src []byte, from int, syntax Syntax) Tree {
	// To a line of code that nothing ends goldmark appends a line ending. It must not land in the bytes behind src.
	context := parser.WithContext(newContext(syntax))
	root := p.Parse(text.NewReader(slices.Clip(src[from:])), context)
	f := &flattener{src: src, base: from, floor: from, nodes: make([]Node, 1, count(root))}
	f.nodes[0] = Node{Kind: Root, Parts: &noParts, Span: source.Span{Start: from, End: len(src)}}
	f.children(root, 0)
	f.nodes[0].End = len(f.nodes)
	return Tree{Nodes: slices.Clip(f.nodes), Code: f.code}
}
