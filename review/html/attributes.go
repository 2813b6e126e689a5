package html

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// An Attribute is one attribute of a tag in raw HTML. The value stands without its quotes.
type Attribute struct {
	Tag, Name string
	Value     source.Span
}

// Attributes returns the attributes with values of all tags that begin within s.
func Attributes(src []byte, s source.Span) []Attribute {
	var out []Attribute
	for t := range Tags(src, s) {
		if t.Kind != Comment {
			out = tagAttributes(out, src[:t.End], t.Start+1)
		}
	}
	return out
}

// tagAttributes appends the attributes of the tag whose name starts at an offset and which src ends with.
func tagAttributes(out []Attribute, src []byte, at int) []Attribute {
	end := at
	for end < len(src) && NameByte(src[end]) {
		end++
	}
	if end == at {
		return out
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
	return out
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
