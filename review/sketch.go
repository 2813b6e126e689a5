package review

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A sketcher makes documents of which but some chunks are parsed. It is used by
// one goroutine at a time and keeps its memory: the tree of a document holds until
// the next one is made.
type sketcher struct {
	splitter
	definitions
	listReader listReader
	defined    func(label []byte) bool // whether the document defines a label; nil where it defines none
	needs      Needs
	edited     []source.Span // where the edits of a revision are
	nodes      []Node        // of the last document
	codeLines  []source.Span // the same
	regions    []source.Span // the same
	spare      *definedContext
}

// sketch gives d its tree as far as the reviewers need it, which is all of it where
// what they need isn't known. Of a revision, what its edits touched is parsed too.
func (s *sketcher) sketch(d *MdDocument, n Needs, of *revision) {
	s.nodes, s.codeLines, s.regions = scratch.Emptied(s.nodes), scratch.Emptied(s.codeLines), scratch.Emptied(s.regions)
	if d.partial = s.chunked(d, n, of); d.partial {
		s.assemble(d)
	} else {
		s.whole(d)
	}
	s.chunks, s.code, s.listReader.blocks = scratch.Emptied(s.chunks), scratch.Emptied(s.code), scratch.Emptied(s.listReader.blocks)
}

// chunked makes the chunks of d and marks which are needed. It reports false where the
// tree of the whole is.
func (s *sketcher) chunked(d *MdDocument, n Needs, of *revision) bool {
	if strings.HasSuffix(d.Path, ".mdx") || loneReturn(d.src) {
		return false
	}
	s.split(d.src, d.front.End)
	if s.needs, s.edited = n, s.edited[:0]; d.parser != nil {
		d.cuts = s.cuts()
	}
	return !n.Everything && s.mark(n) && (of == nil || s.touch(d, of))
}

// whole gives d the tree of all of it.
func (s *sketcher) whole(d *MdDocument) {
	s.nodes, s.codeLines = treeOf(s.nodes, s.codeLines, d.src, d.front.End)
	s.regions = append(s.regions, source.Span{Start: d.front.End, End: len(d.src)})
	d.nodes, d.code, d.regions = s.nodes, s.codeLines, s.regions
}

// mark sets which chunks are needed. It reports false where the tree of the whole
// document is.
func (s *sketcher) mark(n Needs) bool {
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
func (s *sketcher) holds(marks chunkMarks) bool {
	return slices.ContainsFunc(s.chunks, func(c chunk) bool { return c.marks&marks != 0 })
}

// markText marks what stands in [start,end), which is no code.
func (s *sketcher) markText(n Needs, start, end int) bool {
	text := s.src[start:end]
	if n.Spans(text, !s.doubt, func(at int) { s.suppressed(start + at) }) {
		return false
	}
	s.markDefinitions(start, end)
	for _, next := range n.Text {
		for at := next(text, 0); at < len(text); {
			c := s.at(start + at)
			if c.marks&hasDefinition == 0 || !plainDefinitions(s.src[c.Start:c.End], nil) { // which hold no prose
				c.marks |= hasTerm | needed
			}
			at = next(text, min(c.End-start, len(text)))
		}
	}
	if n.Links {
		for at := bytes.IndexAny(text, "[<"); at >= 0 && at < len(text); {
			c := s.at(start + at)
			c.marks |= inlines | needed
			at = min(c.End-start, len(text))
			next := bytes.IndexAny(text[at:], "[<")
			if next < 0 {
				break
			}
			at += next
		}
	}
	return true
}

// suppressed marks what is read by the comment at an offset: the chunk that it stands
// in, and the next one, because the comment may be about that block alone.
func (s *sketcher) suppressed(at int) {
	i := s.index(at)
	s.chunks[i].marks |= needed | inlines
	if i+1 < len(s.chunks) {
		s.chunks[i+1].marks |= needed
	}
}

// at is the chunk that holds an offset.
func (s *sketcher) at(offset int) *chunk { return &s.chunks[s.index(offset)] }

// index is that of the chunk that holds an offset, or of the first behind it.
func (s *sketcher) index(offset int) int {
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
