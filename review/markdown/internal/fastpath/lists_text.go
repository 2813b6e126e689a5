package fastpath

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// listText reports whether text has no tab, and nothing that may go on behind the end of its
// paragraph, as a formula may.
func listText(text []byte) bool {
	tags, braces := false, false
	for i := 0; i < len(text); i++ {
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
				return false // TeX
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
	return !tags || !braces // which JSX has
}

// specialBytes are those that listText looks at more closely.
var specialBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' && c != '\n' || c == 0x7F
	}
	for _, c := range []byte("<{$\\%") {
		t[c] = true
	}
	return t
}()

// startsText reports whether a line that begins so is text, and neither the start
// of another block nor what makes another block of the paragraph that it goes on
// with. Nor may it look like what templates know by the begin of its line; behind
// the marker of an item a formula does not begin the line.
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
		return bytes.HasPrefix(line, []byte("<http://")) || bytes.HasPrefix(line, []byte("<https://")) || behind && inlineTag(line)
	case behind && bytes.IndexByte([]byte(":!?=$%{}]^"), c) >= 0:
		return true
	case c == '[':
		return len(line) > 1 && line[1] != '^' && line[1] != '!'
	case c == '*' || c == '_':
		return len(bytes.TrimLeft(line, "*_ \t")) > 0 // else it may be a thematic break
	case c == '#':
		return len(line) > 1 && (source.IsDigit(line[1]) || source.IsLetter(line[1]))
	case c == '!':
		return len(line) > 1 && line[1] == '['
	}
	return bytes.IndexByte([]byte(`"'(,./;@&)`), line[0]) >= 0
}

// inlineTag reports whether a line begins with a tag that opens no block of HTML,
// because it is not one of those that do, and text follows it.
func inlineTag(line []byte) bool {
	n := 1
	for n < len(line) && source.IsLetter(line[n]) {
		n++
	}
	end := bytes.IndexByte(line, '>')
	return n <= end && end+1 < len(line) && !bytes.ContainsAny(line[:end], "\"'`") && slices.Contains(inlineElements, string(line[1:n])) &&
		(n == end || line[n] == ' ')
}

// inlineElements are some elements whose tags begin no block where text follows.
var inlineElements = []string{"a", "b", "em", "i", "img", "kbd", "small", "span", "strong", "sub", "sup", "u"}
