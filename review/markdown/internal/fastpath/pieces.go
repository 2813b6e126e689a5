package fastpath

import (
	"runtime"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A document longer than inOnePiece is parsed in pieces of about pieceSize bytes: goldmark's own tree of a document of
// 12 MB takes 95 MB, and nobody needs it once its nodes are copied.
//
// For a document longer than worthGC the memory of the pieces is collected at once. For 4 MB that does not change the
// size of the process.
const (
	inOnePiece = 1 << 20
	pieceSize  = 256 << 10
	worthGC    = 4 << 20
)

// ReadInPieces has goldmark parse all of src[from:], a piece at a time. It returns false, and sets nothing, if src is
// short enough for one piece.
func (s *Reader) ReadInPieces(t *tree.Tree, src []byte, from int) bool {
	if len(src)-from <= inOnePiece {
		return false
	}
	t.Clear()
	s.inPieces(t, src, from, pieceSize)
	return true
}

// inPieces makes the whole tree from pieces, one after another. A piece is a run of whole chunks with at least least
// bytes.
func (s *Reader) inPieces(t *tree.Tree, src []byte, from, least int) {
	s.split(src, from)
	if len(s.chunks) > 0 {
		s.markDefinitions(from, len(src))
	}
	f := tree.Flattener{Src: src, Code: t.Code}
	// Long documents are mostly prose and have about one node in thirty bytes.
	f.Start(t.Nodes, 16+len(src)/28, from)
	for i := 0; i < len(s.chunks); {
		span := s.chunks[i].Span
		for i++; i < len(s.chunks) && span.Len() < least; i++ {
			span.End = s.chunks[i].End
		}
		s.parse(&f, span, 0)
	}
	f.Finish(t)
	t.Regions = append(t.Regions[:0], source.Span{Start: from, End: len(src)})
	collect(src)
}

// collect frees the memory of the pieces of a long document: else the next stage would first take as much again.
func collect(src []byte) {
	if len(src) > worthGC {
		runtime.GC()
	}
}
