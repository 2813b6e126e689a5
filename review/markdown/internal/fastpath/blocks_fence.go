package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func fenceMark(bare bool) chunkMarks {
	if bare {
		return hasBareFence
	}
	return hasNamedFence
}

// inFence takes a line of the code block that is open into account.
func (s *splitter) inFence(at, end int) {
	line := bytes.TrimRight(s.src[at:end], " \t\r\n")
	indent := 0
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	f := &s.fence
	n := source.Run(line[indent:], f.char)
	if n < f.width || n != len(line)-indent || indent > 3 {
		return
	}
	s.code = append(s.code, source.Span{Start: f.start, End: at})
	f.char = 0
	s.open, s.blank = s.doubt, false
}

// openFence returns the end of the line if it opens a fenced code block, unless it is
// in what is code anyway, 0 if it does not. Of code in a container it is the end
// of the code, where that is known.
func (s *splitter) openFence(at, first, end int, blank bool) int {
	line := bytes.TrimRight(s.src[first:end], " \t\r\n")
	n := source.Run(line, line[0])
	if n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return 0
	}
	if first-at > 3 && !s.containers && !s.doubt && !s.markup && bytes.IndexByte(s.src[at:first], '\t') < 0 {
		return end // in code, or in the text of a paragraph
	}
	s.current().marks |= fenceMark(n == len(line))
	switch {
	case s.doubt:
		return end
	case s.markup || bytes.IndexByte(s.src[at:first], '\t') >= 0:
		s.giveUp()
		return end
	case first > at && s.containers:
		closing := s.closing(first-at, line[:n], end)
		if closing == 0 {
			s.giveUp() // it may stand in the container, and end with it
			return end
		}
		if blank || first-at < 4 {
			s.code = append(s.code, source.Span{Start: end, End: closing})
		}
		return s.lineEnd(closing)
	}
	f := &s.fence
	f.char, f.width, f.start = line[0], n, end
	return end
}

// closing returns where the line starts that closes the fence of a code block within a
// container, whose body starts at at; 0 where that depends on what the container
// is. Where every line is indented as the fence is, all of them stand in the
// container, if the fence does; and if they are no code of a fence, they are code
// or text of a paragraph all the same, and open nothing.
func (s *splitter) closing(indent int, fence []byte, at int) int {
	for at < len(s.src) {
		end := s.lineEnd(at)
		line := bytes.TrimRight(s.src[at:end], " \t\r\n")
		first := 0
		for first < len(line) && line[first] == ' ' {
			first++
		}
		if n := source.Run(line[first:], fence[0]); n >= len(fence) && first+n == len(line) {
			if first != indent {
				return 0
			}
			return at
		}
		if len(line) > 0 && first < indent {
			return 0
		}
		at = end
	}
	return 0
}

// fenceBehindMark looks at a line on which something that may be a fence stands,
// at i, behind the marks of its containers.
func (s *splitter) fenceBehindMark(first, i, end int) {
	line := bytes.TrimRight(s.src[i:end], " \t\r\n")
	n := source.Run(line, line[0])
	if i == first || n < 3 || line[0] == '`' && bytes.IndexByte(line[n:], '`') >= 0 {
		return
	}
	s.current().marks |= fenceMark(n == len(line))
	if s.src[first] != '>' { // in a quotation the code ends with it, whose lines all begin so
		s.giveUp()
	}
}
