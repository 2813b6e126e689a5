package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// markLinks marks the chunks in [start,end) that may link to a place within the repository or define an anchor. A
// destination that is visibly a URL needs no parsing.
func (s *Reader) markLinks(start, end int) {
	for at := start; at < end; {
		n := bytes.IndexByte(s.src[at:end], ']')
		if n < 0 {
			break
		}
		at += n + 1
		if at < len(s.src) && (s.src[at] == '(' || s.src[at] == ':') && !leavesRepository(s.src[at+1:]) {
			at = s.want(at, end)
		}
	}
	for at := start; at < end; {
		n := bytes.IndexByte(s.src[at:end], '<')
		if n < 0 {
			break
		}
		if at += n + 1; at < len(s.src) && html.NameByte(s.src[at]) {
			c := s.at(at)
			if namesPlace(s.src[at:c.End]) {
				c.marks |= inlines | needed
			}
			at = min(c.End, end)
		}
	}
	for at := start; at < end; { // a code block that names the file it quotes
		n := bytes.Index(s.src[at:end], []byte("file="))
		if n < 0 {
			break
		}
		at = s.want(at+n, end)
	}
}

// want marks the chunk that holds an offset as needed. It returns the end of the chunk, at most end.
func (s *Reader) want(at, end int) int {
	c := s.at(at)
	c.marks |= inlines | needed
	return min(c.End, end)
}

// leavesRepository reports whether a destination begins with a URL on the same line. text starts behind the "(" or the
// ":" in front of the destination.
func leavesRepository(text []byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if bytes.HasPrefix(text, []byte("<")) {
		text = text[1:]
	}
	return bytes.HasPrefix(text, []byte("//")) || source.HasScheme(text)
}

// namesPlace reports whether a tag in text may have an attribute with a link into the repository or with an anchor.
func namesPlace(text []byte) bool {
	for at := 0; ; {
		n := bytes.IndexByte(text[at:], '=')
		if n < 0 {
			return false
		}
		name := bytes.TrimRight(text[:at+n], " \t\r\n")
		at += n + 1
		start := len(name)
		for start > 0 && html.NameByte(name[start-1]) {
			start--
		}
		switch string(bytes.ToLower(name[start:])) {
		case "id", "name":
			return true
		case "href", "src":
			value := bytes.TrimLeft(text[at:], " \t\r\n")
			if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
				value = value[1:]
			}
			if !leavesRepository(value) {
				return true
			}
		}
	}
}
