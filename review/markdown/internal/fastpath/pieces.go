package fastpath

import (
	"runtime"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
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

// inPieces makes the whole tree, of pieces of whole chunks that together have at least so
// many bytes, one after another.
func (s *Reader) inPieces(t *tree.Tree, src []byte, from, least int) {
	s.split(src, from)
	if len(s.chunks) > 0 {
		s.markDefinitions(from, len(src))
	}
	f := tree.Flattener{Src: src, Code: t.Code}
	// One node in thirty bytes is usual for long documents, which are mostly prose.
	f.Start(t.Nodes, 16+len(src)/28, from)
	for i := 0; i < len(s.chunks); {
		span := s.chunks[i].Span
		for i++; i < len(s.chunks) && span.Len() < least; i++ {
			span.End = s.chunks[i].End
		}
		s.parse(&f, span, 0)
	}
	f.Finish(t)
	t.Regions = append(t.Regions, source.Span{Start: from, End: len(src)})
	if len(src) > worthGC {
		runtime.GC() // the collector would come to it when the next stage has taken as much again
	}
}
