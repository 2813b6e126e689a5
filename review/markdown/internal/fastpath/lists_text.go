package fastpath

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// listText reports whether text has no tab and nothing that may continue behind the end of its paragraph, such as a
// template.
func listText(text []byte) bool {
	tags, braces := false, false
	for i := range text {
		c := text[i]
		if !specialBytes[c] {
			continue
		}
		next := byte('\n')
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch c {
		case '\r':
			if next != '\n' {
				return false
			}
		case '\\':
			if next == '(' || next == 'b' {
				return false // an environment of TeX
			}
		case '$', '%':
			if next == c {
				return false
			}
		case '{':
			if braces = true; next == '#' || next == '{' || next == '%' {
				return false
			}
		case '<':
			if tags = true; next == '%' {
				return false
			}
		default:
			return false
		}
	}
	return !tags || !braces // JSX has both
}

// specialBytes are the bytes that make listText look closer.
var specialBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' && c != '\n' || c == 0x7F
	}
	for _, c := range []byte("<{$\\%") {
		t[c] = true
	}
	return t
}()

// startsText reports whether a line is text: it starts no other block, does not change the block that it continues, and
// no template syntax goes by the start of such a line. behind says that the line stands behind the marker of an item,
// where no formula can start.
func startsText(line []byte, behind bool) bool {
	switch c := line[0]; {
	case source.IsLetter(c) || c >= 0x80:
		return true
	case source.IsDigit(c):
		n := 1
		for n < len(line) && source.IsDigit(line[n]) {
			n++
		}
		return n == len(line) || line[n] != '.' && line[n] != ')' || n+1 < len(line) && line[n+1] != ' '
	case c == '`' || c == '~':
		return source.RunLength(line, c) < 3
	case c == '-' || c == '+' || c == ':':
		return len(line) > 1 && (source.IsLetter(line[1]) || source.IsDigit(line[1]) && c != '-')
	case c == '\\':
		return behind || len(line) > 1 && line[1] != '['
	case c == '<':
		return bytes.HasPrefix(line, []byte("<http://")) || bytes.HasPrefix(line, []byte("<https://"))
	case behind && bytes.IndexByte([]byte(":!?=$%{}]^"), c) >= 0:
		return true
	case c == '[':
		return len(line) > 1 && line[1] != '^' && line[1] != '!'
	case c == '*' || c == '_':
		return len(bytes.TrimLeft(line, "*_ \t")) > 0 // else it may be a thematic break or a bullet
	case c == '#':
		return len(line) > 1 && (source.IsDigit(line[1]) || source.IsLetter(line[1]))
	case c == '!':
		return len(line) > 1 && line[1] == '['
	}
	return bytes.IndexByte([]byte(`"'(,./;@&)`), line[0]) >= 0
}
