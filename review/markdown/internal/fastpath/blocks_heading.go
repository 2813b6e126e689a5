package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// isHeading reports whether a line that begins with # is a heading.
func isHeading(line []byte) bool {
	n := source.RunLength(line, '#')
	return n <= 6 && (n == len(line) || bytes.IndexByte([]byte(" \t\r\n"), line[n]) >= 0)
}

// heading reports whether the line that begins a chunk is a heading that is the whole chunk, and records it there.
func (s *chunker) heading(at, end int) bool {
	level := source.RunLength(s.src[at:end], '#')
	if level > 6 {
		return false
	}
	text := source.Span{Start: at + level, End: end}
	for text.End > text.Start && bytes.IndexByte([]byte(" \t\r\n"), s.src[text.End-1]) >= 0 {
		text.End--
	}
	if text.Empty() || s.src[text.Start] != ' ' {
		return false
	}
	rich := !plainText(s.src[text.Start:text.End])
	if rich && !headingText(s.src[text.Start:text.End]) {
		return false
	}
	for s.src[text.Start] == ' ' {
		text.Start++
	}
	c := s.current()
	c.level, c.text, c.rich = uint8(level), text, rich
	s.open = false
	return true
}

// plainText reports whether a line contains only text and code spans, whatever block it is in, and no template or
// formula.
func plainText(text []byte) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			span := tree.CodeSpanLength(text[i:])
			if span == 0 {
				return false
			}
			i += span - 1
		case c == '!' && (i+1 == len(text) || text[i+1] != '['):
		case !plainBytes[c]:
			return false
		case c == '.' && i > 0 && text[i-1]|0x20 == 'w', c == ':' && i+1 < len(text) && text[i+1] != ' ':
			return false // www.… and http://… and :emoji:
		}
	}
	return true
}

// headingText reports whether a line is the complete content of a heading, whatever container it is in: no template or
// formula continues behind its end.
func headingText(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7F || bytes.IndexByte([]byte("<{$%\\"), c) >= 0 {
			return false
		}
	}
	return text[len(text)-1] != '#'
}

// plainBytes are the bytes that never mean anything but themselves in text.
var plainBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= ' ' && c != 0x7F
	}
	for _, c := range []byte("*_`[]<>&\\~!@#{}$%|") {
		t[c] = false
	}
	return t
}()
