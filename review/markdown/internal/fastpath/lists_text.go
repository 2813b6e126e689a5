package fastpath

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// listText reports whether nothing in text may reach over the end of its
// paragraph, such as a formula, and no column is made up by a tab: tabs stand behind
// text, or at the end of a line, alone.
func listText(text []byte) bool {
	tags, braces := false, false
	var tabs tabReader
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !reachingBytes[c] {
			continue
		}
		next := byte('\n')
		if i+1 < len(text) {
			next = text[i+1]
		}
		switch c {
		case '\t':
			if !tabs.behindText(text, i) && !tabs.endLine(text, i) {
				return false
			}
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

// A tabReader looks at the tabs of a text, one behind the other. It remembers what it
// has seen of their line, which may hold very many of them.
type tabReader struct {
	seen   int  // up to where the text was looked at
	letter bool // a letter stands on the line before that
	blank  int  // where a line ends at whose end there is nothing but white space
}

// behindText reports whether a letter stands before an offset on its line.
func (t *tabReader) behindText(text []byte, at int) bool {
	if n := bytes.LastIndexByte(text[t.seen:at], '\n'); n >= 0 {
		t.seen, t.letter = t.seen+n+1, false
	}
	t.letter = t.letter || slices.ContainsFunc(text[t.seen:at], source.IsLetter)
	t.seen = at
	return t.letter
}

// endLine reports whether nothing but white space stands between text and the end
// of its line from an offset on. Behind what may be a bullet that is not known.
func (t *tabReader) endLine(text []byte, at int) bool {
	if at < t.blank {
		return true
	}
	end := at
	for ; end < len(text) && text[end] != '\n'; end++ {
		if !source.IsSpace(text[end]) {
			return false
		}
	}
	for at--; at >= 0 && (text[at] == ' ' || text[at] == '\t'); at-- {
	}
	if at >= 0 && bytes.IndexByte([]byte("-*+.)>"), text[at]) >= 0 && (at == 0 || text[at] != '.' || !source.IsLetter(text[at-1])) {
		return false
	}
	t.blank = end
	return true
}

// reachingBytes are those that listText looks at more closely.
var reachingBytes = func() (t [256]bool) {
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
		return source.Run(line, c) < 3
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
