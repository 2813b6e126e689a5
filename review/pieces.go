package review

import (
	"runtime"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A document longer than inOnePiece is parsed in pieces of about pieceSize bytes: goldmark's own
// tree of one of 12 MB takes 95 MB, which nothing needs when it has been flattened.
//
// What the pieces took is given back at once where the document is longer than worthGC.
// For one of 4 MB that makes no difference to the process yet.
const (
	inOnePiece = 1 << 20
	pieceSize  = 256 << 10
	worthGC    = 4 << 20
)

// treeOf is the tree of src from offset base on, and the lines of all code blocks, in the
// memory of nodes and code.
func treeOf(nodes []Node, code []source.Span, src []byte, base int) ([]Node, []source.Span) {
	if len(src)-base <= inOnePiece || loneReturn(src) {
		return flatten(nodes, code, src, base)
	}
	nodes, code = inPieces(nodes, code, src, base, pieceSize)
	if len(src) > worthGC {
		runtime.GC() // the collector would come to it when the next stage has taken as much again
	}
	return nodes, code
}

// inPieces is flatten, of whole chunks that together have at least so many bytes, one
// after another.
func inPieces(nodes []Node, code []source.Span, src []byte, base, least int) ([]Node, []source.Span) {
	s := &sketcher{}
	s.split(src, base)
	if len(s.chunks) > 0 {
		s.markDefinitions(base, len(src))
	}
	f := flattener{src: src, code: code[:0]}
	// One node in thirty bytes is usual for long documents, which are mostly prose.
	f.nodes = append(slices.Grow(nodes[:0], 16+len(src)/28), Node{Kind: Root, Parts: &noParts, Span: source.Span{Start: base, End: len(src)}})
	for i := 0; i < len(s.chunks); {
		span := s.chunks[i].Span
		for i++; i < len(s.chunks) && span.Len() < least; i++ {
			span.End = s.chunks[i].End
		}
		s.parse(&f, span, 0)
	}
	f.nodes[0].End = len(f.nodes)
	return f.nodes, f.code
}
