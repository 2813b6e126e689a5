package html

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// An Attribute is one attribute of a tag in raw HTML. The value stands
// without its quotes.
type Attribute struct {
	Tag, Name string
	Value     source.Span
}

// Attributes returns the attributes with values of all tags that start within s and outside
// comments.
func Attributes(src []byte, s source.Span) []Attribute {
	var out []Attribute
	for at := s.Start; at < s.End; {
		open := bytes.IndexByte(src[at:s.End], '<')
		if open < 0 {
			break
		}
		at += open + 1
		if bytes.HasPrefix(src[at:s.End], []byte("!--")) {
			end := bytes.Index(src[at:s.End], []byte("-->"))
			if end < 0 {
				break
			}
			at += end
			continue
		}
		out, at = tagAttributes(out, src[:s.End], at)
	}
	return out
}

// tagAttributes reads the attributes of the tag whose name starts at at, and
// returns where it ends.
func tagAttributes(out []Attribute, src []byte, at int) ([]Attribute, int) {
	end := at
	for end < len(src) && NameByte(src[end]) {
		end++
	}
	if end == at {
		return out, at
	}
	tag := string(src[at:end])
	for at = end; at < len(src) && src[at] != '>'; {
		if !NameByte(src[at]) {
			at++
			continue
		}
		end = at
		for end < len(src) && NameByte(src[end]) {
			end++
		}
		name := string(src[at:end])
		at = skipSpace(src, end)
		if at >= len(src) || src[at] != '=' {
			continue
		}
		var value source.Span
		value, at = attributeValue(src, skipSpace(src, at+1))
		out = append(out, Attribute{tag, name, value})
	}
	return out, at
}

func attributeValue(src []byte, at int) (value source.Span, next int) {
	if at < len(src) && (src[at] == '"' || src[at] == '\'') {
		if n := bytes.IndexByte(src[at+1:], src[at]); n >= 0 {
			return source.Span{Start: at + 1, End: at + 1 + n}, at + n + 2
		}
		return source.Span{Start: len(src), End: len(src)}, len(src)
	}
	end := at
	for end < len(src) && src[end] != '>' && !source.IsSpace(src[end]) {
		end++
	}
	return source.Span{Start: at, End: end}, end
}

func skipSpace(src []byte, at int) int {
	for at < len(src) && source.IsSpace(src[at]) {
		at++
	}
	return at
}

// NameByte reports whether c may be part of the name of a tag or an attribute.
func NameByte(c byte) bool {
	return source.IsLetter(c) || source.IsDigit(c) || c == '-' || c == '_' || c == ':' || c == '.' || c == '@'
}

// TagLength is the length of the tag at the start of text, 0 where there is none. A tag with
// an attribute that nothing closes is all of the text.
func TagLength(text []byte) int {
	if len(text) < 2 || !source.IsLetter(text[1]) && text[1] != '/' {
		return 0
	}
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '>':
			return i + 1
		case (c == '"' || c == '\'') && (source.IsSpace(text[i-1]) || text[i-1] == '='):
			end := bytes.IndexByte(text[i+1:], c)
			if end < 0 {
				return len(text)
			}
			i += end + 1
		}
	}
	return len(text)
}
