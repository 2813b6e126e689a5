package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// fenceMark returns the mark of a chunk with a fence, bare or with an info string.
func fenceMark(bare bool) chunkMarks {
	if bare {
		return hasBareFence
	}
	return hasNamedFence
}

// inFence takes a line of the code block that is open into account.
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

// openFence returns the end of the line if it opens a fenced code block, unless it is
// in what is code anyway, 0 if it does not. Of code in a container it is the end
// of the code, where that is known.
func (s *chunker) openFence(at, first, end int, blank bool) int {
	line := bytes.TrimRight(s.src[first:end], " \t\r\n")
	fence := tree.OpeningFence(line)
	if fence.Width == 0 {
		return 0
	}
	if first-at > 3 && !s.containers && !s.doubt && !s.markup && bytes.IndexByte(s.src[at:first], '\t') < 0 {
		return end // in code, or in the text of a paragraph
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
			s.giveUp() // it may stand in the container, and end with it
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

// closing returns where the line starts that closes the fence of a code block within a
// container, whose body starts at at; 0 where that depends on what the container
// is. Where every line is indented as the fence is, all of them stand in the
// container, if the fence does; and if they are no code of a fence, they are code
// or text of a paragraph all the same, and open nothing.
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

// fenceBehindMark looks at a line on which something that may be a fence stands,
// at i, behind the marks of its containers.
func (s *chunker) fenceBehindMark(first, i, end int) {
	line := bytes.TrimRight(s.src[i:end], " \t\r\n")
	fence := tree.OpeningFence(line)
	if i == first || fence.Width == 0 {
		return
	}
	s.current().marks |= fenceMark(fence.Width == len(line))
	if s.src[first] != '>' { // in a quotation the code ends with it, whose lines all begin so
		s.giveUp()
	}
}
