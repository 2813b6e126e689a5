package fastpath

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Reader makes trees in which only the needed chunks are parsed. It keeps its memory for the next document and is for
// one goroutine at a time.
type Reader struct {
	chunker
	definitions
	listReader listReader
	needs      Needs
	edited     []source.Span // where the edits of the revision are
	regions    []source.Span // the parts of the document that were parsed
	spare      *definedContext
}

// A Change says how a revision differs from the document that it was made of.
type Change struct {
	// Touched returns the parts of the revision, in order, whose meaning may have changed, or false if it cannot say. cuts
	// holds the starts of the chunks.
	Touched func(cuts []int32) ([]source.Span, bool)
	// Edited holds the places that the edits wrote.
	Edited []source.Span
}

// Read makes the tree of src[from:] in the memory of t: the parts that n asks for, and those that c changed. The nodes
// are goldmark's; one empty paragraph stands for each part that nobody asked for. Read returns false if goldmark is to
// parse the whole document; then it has set only the cuts of t.
func (s *Reader) Read(t *tree.Tree, src []byte, from int, n Needs, c *Change) bool {
	t.Clear()
	if n.Everything {
		s.wholly(t, src, from)
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
	s.chunks, s.code, s.listReader.blocks = scratch.Emptied(s.chunks), scratch.Emptied(s.code),
		scratch.Emptied(s.listReader.blocks)
	return ok
}

// cuts returns the starts of the chunks.
func (s *chunker) cuts() []int32 {
	out := make([]int32, len(s.chunks))
	for i := range s.chunks {
		out[i] = int32(s.chunks[i].Start)
	}
	return out
}

// touch marks the chunks that a change touches. It returns false if they are not known.
func (s *Reader) touch(c *Change, cuts []int32) bool {
	touched, ok := c.Touched(cuts)
	if !ok {
		return false
	}
	for _, t := range touched {
		for i := s.index(t.Start); i < len(s.chunks) && s.chunks[i].Start < t.End; i++ {
			// An edit may have removed the term because of which the chunk was read as lists before.
			s.chunks[i].marks |= needed | hasTerm
		}
	}
	s.edited = c.Edited
	return true
}

// mark sets which chunks are needed. It returns false if the whole document is.
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

// markText marks the needed chunks in [start,end), which contains no code.
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

// suppressed marks the chunk with the suppression comment at an offset, and the next chunk: the comment may concern
// only that.
func (s *Reader) suppressed(at int) {
	i := s.index(at)
	s.chunks[i].marks |= needed | inlines
	if i+1 < len(s.chunks) {
		s.chunks[i+1].marks |= needed
	}
}

// at returns the chunk that holds an offset.
func (s *Reader) at(offset int) *chunk { return &s.chunks[s.index(offset)] }

// index returns the index of the chunk that holds an offset, else of the first chunk behind it.
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
