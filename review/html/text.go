package html

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A TextReader finds what a reader sees of raw HTML. It is for the blocks of one document, in their order.
type TextReader struct {
	verbatim string // the name of the open element that holds no prose; "" for none
}

// Read calls text for each stretch of text within s. apart is set where something else is seen between it and the
// stretch before, or where an element ends.
func (r *TextReader) Read(src []byte, s source.Span, text func(stretch source.Span, apart bool)) {
	src = src[:s.End]
	apart := true
	for at := s.Start; at < len(src); {
		if r.verbatim != "" {
			if at = r.behindVerbatim(src, at); at < 0 {
				return
			}
			apart = true
		}
		end := at + textLength(src[at:])
		if end > at {
			text(source.Span{Start: at, End: end}, apart)
			apart = false
		}
		if end == len(src) {
			return
		}
		var seen bool
		at, seen = r.markup(src, end)
		apart = apart || seen
	}
}

// Tag takes the tag of a line of text into account: it may close the element that a block opened.
func (r *TextReader) Tag(tag []byte) {
	if bytes.HasPrefix(tag, []byte("</")) && strings.EqualFold(r.verbatim, string(tag[2:2+NameLength(tag[2:])])) {
		r.verbatim = ""
	}
}

// behindVerbatim returns where the closing tag of the open element starts, or -1 for none.
func (r *TextReader) behindVerbatim(src []byte, at int) int {
	for {
		n := bytes.Index(src[at:], []byte("</"))
		if n < 0 {
			return -1
		}
		at += n
		if r.Tag(src[at:]); r.verbatim == "" {
			return at
		}
		at += len("</")
	}
}

// textLength returns how much of src is text: all before a tag, an expression or code.
func textLength(src []byte) int {
	for i := range src {
		switch src[i] {
		case '{', '`':
			return i
		case '<':
			if i+1 < len(src) && (source.IsLetter(src[i+1]) || strings.IndexByte("/!?%>", src[i+1]) >= 0) {
				return i
			}
		}
	}
	return len(src)
}

// markup returns where what is no text ends, and whether a reader sees that it is there.
func (r *TextReader) markup(src []byte, at int) (end int, seen bool) {
	rest := src[at:]
	switch {
	case rest[0] == '{':
		return at + braces(rest), true
	case rest[0] == '`':
		ticks := rest[:source.RunLength(rest, '`')]
		return until(src, at+len(ticks), string(ticks)), true
	case bytes.HasPrefix(rest, []byte("<!--")):
		return until(src, at+len("<!--"), "-->"), false
	case bytes.HasPrefix(rest, []byte("<!")), bytes.HasPrefix(rest, []byte("<?")), bytes.HasPrefix(rest, []byte("<%")):
		return until(src, at, ">"), true
	}
	tag := rest[:tagLength(rest)]
	if !bytes.HasPrefix(tag, []byte("</")) && VerbatimTag(tag[1:]) && !bytes.HasSuffix(tag, []byte("/>")) {
		r.verbatim = string(tag[1 : 1+NameLength(tag[1:])])
	}
	return at + len(tag), !WithinWords(tag) && !ClosesVerbatimElement(tag) // one that was opened is not text
}

// until returns the offset behind the next closer, or the end of src for none.
func until(src []byte, from int, closer string) int {
	if n := bytes.Index(src[from:], []byte(closer)); n >= 0 {
		return from + n + len(closer)
	}
	return len(src)
}

// braces returns the length of the expression in braces at the start of text.
func braces(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// WithinWords reports whether a reader doesn't see that a tag stands between two letters. A comment is such a tag.
func WithinWords(tag []byte) bool {
	if bytes.HasPrefix(tag, []byte("<!--")) {
		return true
	}
	name := bytes.TrimPrefix(tag[1:], []byte("/"))
	return slices.Contains(inlineElements, strings.ToLower(string(name[:NameLength(name)])))
}

// longestTag is how many bytes of a text are searched for the other end of a tag.
const longestTag = 512

// WithoutMarks returns the texts before and behind a place without the marks of emphasis, and the tags within words,
// between which it lies.
func WithoutMarks(before, behind []byte) (_, _ []byte) {
	const marks = "_*~"
	for n := -1; n != len(before); {
		n = len(before)
		before = bytes.TrimRight(before, marks)
		if !bytes.HasSuffix(before, []byte(">")) {
			break
		}
		near := before[max(0, len(before)-longestTag):]
		tag := near[max(0, bytes.LastIndexByte(near, '<')):]
		if bytes.IndexByte(tag, '>') == len(tag)-1 && tag[0] == '<' && WithinWords(tag) {
			before = before[:len(before)-len(tag)]
		}
	}
	for n := -1; n != len(behind); {
		n = len(behind)
		behind = bytes.TrimLeft(behind, marks)
		if !bytes.HasPrefix(behind, []byte("<")) || !WithinWords(behind) {
			break
		}
		if end := bytes.IndexByte(behind[:min(len(behind), longestTag)], '>'); end > 0 {
			behind = behind[end+1:]
		}
	}
	return before, behind
}

// inlineElements are shown within a line of text, and have no look of their own that parts words.
var inlineElements = []string{
	"a", "abbr", "b", "bdi", "bdo", "big", "cite", "del", "dfn", "em", "font", "i", "ins", "mark", "q", "s", "small",
	"span", "strike", "strong", "sub", "sup", "u", "wbr",
}
