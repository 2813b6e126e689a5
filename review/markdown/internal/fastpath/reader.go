package fastpath

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Reader makes trees in which only the needed chunks are parsed. One goroutine uses it
// at a time. It keeps its memory.
type Reader struct {
	chunker
	definitions
	listReader listReader
	needs      Needs
	edited     []source.Span // where the edits of a revision are
	regions    []source.Span // that were parsed
	spare      *definedContext
}

// A Change is what made a revision of another document.
type Change struct {
	// Touched returns the parts of the revision, in order, that may mean something else
	// now. cuts is where its chunks begin. It is false where those parts aren't known.
	Touched func(cuts []int32) ([]source.Span, bool)
	// Edited is what the edits wrote.
	Edited []source.Span
}

// Read makes the tree of src from an offset on, as far as n asks and where a change
// touched it, in the memory of t. It has the nodes that goldmark makes, but for a single
// empty paragraph in place of what nobody asks for. It is false where goldmark is to make
// all of it; then t has nothing but cuts.
func (s *Reader) Read(t *tree.Tree, src []byte, from int, n Needs, c *Change) bool {
	t.Clear()
	if n.Everything {
		if len(src)-from <= inOnePiece {
			return false
		}
		s.inPieces(t, src, from, pieceSize)
		return true
	}
	s.split(src, from)
	s.needs, s.edited = n, s.edited[:0]
	t.Cuts = s.cuts()
	ok := s.mark(n) && (c == nil || s.touch(c, t.Cuts))
	if ok {
		t.Partial, t.Links = true, n.Links
		s.assemble(t, from)
	}
	s.chunks, s.code, s.listReader.blocks = scratch.Emptied(s.chunks), scratch.Emptied(s.code), scratch.Emptied(s.listReader.blocks)
	return ok
}

// cuts returns where the chunks begin.
func (s *chunker) cuts() []int32 {
	out := make([]int32, len(s.chunks))
	for i := range s.chunks {
		out[i] = int32(s.chunks[i].Start)
	}
	return out
}

// touch marks the chunks that a change touches. It reports false where those aren't known.
func (s *Reader) touch(c *Change, cuts []int32) bool {
	touched, ok := c.Touched(cuts)
	if !ok {
		return false
	}
	for _, t := range touched {
		for i := s.index(t.Start); i < len(s.chunks) && s.chunks[i].Start < t.End; i++ {
			// An edit may have taken the term away for which the base was read as lists.
			s.chunks[i].marks |= needed | hasTerm
		}
	}
	s.edited = c.Edited
	return true
}

// mark sets which chunks are needed. It reports false where the tree of the whole
// document is.
func (s *Reader) mark(n Needs) bool {
	if len(s.chunks) == 0 {
		return true
	}
	at := s.chunks[0].Start
	for _, code := range s.code {
		if !s.markText(n, at, code.Start) {
			return false
		}
		at = code.End
	}
	if !s.markText(n, at, len(s.src)) {
		return false
	}
	wanted := n.marks()
	if n.NamedFences && s.holds(hasBareFence) {
		wanted |= hasNamedFence
	}
	for i := range s.chunks {
		if c := &s.chunks[i]; c.marks&wanted != 0 {
			c.marks |= needed
		}
	}
	return true
}

// holds reports whether a chunk has one of the marks.
func (s *Reader) holds(marks chunkMarks) bool {
	return slices.ContainsFunc(s.chunks, func(c chunk) bool { return c.marks&marks != 0 })
}

// markText marks what stands in [start,end), which is no code.
func (s *Reader) markText(n Needs, start, end int) bool {
	text := s.src[start:end]
	if n.Spans(text, !s.doubt, func(at int) { s.suppressed(start + at) }) {
		return false
	}
	s.markDefinitions(start, end)
	for _, next := range n.Text {
		for at := next(text, 0); at < len(text); {
			c := s.at(start + at)
			c.marks |= hasTerm | needed
			at = next(text, min(c.End-start, len(text)))
		}
	}
	if n.Links {
		s.markLinks(start, end)
	}
	return true
}

// suppressed marks what is read by the comment at an offset: the chunk that it stands
// in, and the next one, because the comment may be about that block alone.
func (s *Reader) suppressed(at int) {
	i := s.index(at)
	s.chunks[i].marks |= needed | inlines
	if i+1 < len(s.chunks) {
		s.chunks[i+1].marks |= needed
	}
}

// at returns the chunk that holds an offset.
func (s *Reader) at(offset int) *chunk { return &s.chunks[s.index(offset)] }

// index returns the index of the chunk that holds an offset, or of the first behind it.
func (s *Reader) index(offset int) int {
	low, high := 0, len(s.chunks)
	for low < high {
		if mid := (low + high) / 2; s.chunks[mid].End <= offset {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
