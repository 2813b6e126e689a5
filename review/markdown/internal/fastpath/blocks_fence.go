package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// fenceMark returns the mark for a fence without an info string (bare) or with one.
func fenceMark(bare bool) chunkMarks {
	if bare {
		return hasBareFence
	}
	return hasNamedFence
}

// inFence reads a line while a fenced code block is open.
func (s *chunker) inFence(at, end int) {
	line := s.src[at:end]
	indent := source.RunLength(line, ' ')
	if indent > 3 || !s.fence.ClosedBy(line[indent:]) {
		return
	}
	s.code = append(s.code, source.Span{Start: s.body, End: at})
	s.fence = tree.Fence{}
	s.open, s.blank = s.doubt, false
}

// openFence returns the end of the line if the line opens a fenced code block, 0 if it does not. For a block in a
// container it returns the end of the code, where that is known. A line inside other code opens nothing.
func (s *chunker) openFence(at, first, end int, blank bool) int {
	line := bytes.TrimRight(s.src[first:end], " \t\r\n")
	fence := tree.OpeningFence(line)
	if fence.Width == 0 {
		return 0
	}
	if first-at > 3 && !s.containers && !s.doubt && !s.markup && bytes.IndexByte(s.src[at:first], '\t') < 0 {
		return end // it is indented code, or text of a paragraph
	}
	s.current().marks |= fenceMark(fence.Width == len(line))
	switch {
	case s.doubt:
		return end
	case s.markup || bytes.IndexByte(s.src[at:first], '\t') >= 0:
		s.giveUp()
		return end
	case first > at && s.containers:
		closing := s.closing(first-at, fence, end)
		if closing == 0 {
			s.giveUp() // the fence may be in the container and end with it
			return end
		}
		if blank || first-at < 4 {
			s.code = append(s.code, source.Span{Start: end, End: closing})
		}
		return s.lineEnd(closing)
	}
	s.fence, s.body = fence, end
	return end
}

// closing returns the start of the line that closes a fence in a container. The body starts at at. It returns 0 if the
// answer depends on the kind of container.
//
// If every line is indented like the fence, then either all of them are in the container, or the fence opens nothing
// and they are code or paragraph text, which open nothing either.
func (s *chunker) closing(indent int, fence tree.Fence, at int) int {
	for at < len(s.src) {
		end := s.lineEnd(at)
		line := bytes.TrimRight(s.src[at:end], " \t\r\n")
		first := source.RunLength(line, ' ')
		switch closes := fence.ClosedBy(line[first:]); {
		case closes && first == indent:
			return at
		case closes || len(line) > 0 && first < indent:
			return 0
		}
		at = end
	}
	return 0
}

// fenceBehindMark reads a line with container marks and, at offset i behind them, what may be a fence.
func (s *chunker) fenceBehindMark(first, i, end int) {
	line := bytes.TrimRight(s.src[i:end], " \t\r\n")
	fence := tree.OpeningFence(line)
	if i == first || fence.Width == 0 {
		return
	}
	s.current().marks |= fenceMark(fence.Width == len(line))
	if s.src[first] != '>' { // code in a quote ends with the quote, and each of its lines begins with the mark
		s.giveUp()
	}
}
