package tree

import (
	"slices"
	"unsafe"

	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Tree is the nodes of a document, and what it takes to read them.
type Tree struct {
	// Nodes is in source order; the first node is the root.
	Nodes []Node
	// Code is the lines of all code blocks, without container prefixes.
	Code []source.Span
	// Regions is the parts that were parsed, in order.
	Regions []source.Span
	// Cuts is where the chunks begin that the document was cut into; nil when it was not.
	Cuts []int32
	// Partial says that not all was parsed.
	Partial bool
	// Links says that a partial tree has every node that may lead within the repository, and every tag that links
	// may lead to.
	Links bool
}

// Clear leaves nothing but the memory of t.
func (t *Tree) Clear() {
	*t = Tree{Nodes: scratch.Emptied(t.Nodes), Code: scratch.Emptied(t.Code), Regions: scratch.Emptied(t.Regions)}
}

// Size returns how many bytes of memory t takes.
func (t *Tree) Size() int {
	return len(t.Nodes)*int(unsafe.Sizeof(Node{})) + (len(t.Code)+len(t.Regions))*int(unsafe.Sizeof(source.Span{})) +
		len(t.Cuts)*int(unsafe.Sizeof(t.Cuts[0]))
}

// Reader has goldmark read src. To a line of code that nothing ends goldmark appends a line ending, which must not land
// in the bytes behind src.
func Reader(src []byte) text.Reader { return text.NewReader(slices.Clip(src)) }

// ReadAll has goldmark parse src from an offset on, into the memory of t. goldmark ends no
// line at a lone carriage return, so src must have none.
func (t *Tree) ReadAll(src []byte, from int) {
	f := &Flattener{Src: src, base: from, Code: t.Code[:0]}
	// One node in a dozen bytes is usual; growing the slice costs more than the
	// memory that a longer one wastes.
	f.Start(t.Nodes, 16+len(src)/12, from)
	f.floor = from
	f.children(markdown().Parse(Reader(src[from:])), 0)
	f.Finish(t)
	t.Regions = append(t.Regions[:0], source.Span{Start: from, End: len(src)})
}
