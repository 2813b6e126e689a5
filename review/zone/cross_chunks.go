package zone

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// crossesChunks reports whether text may open something that continues over blank lines: a template, an environment of
// TeX, or an element that holds code. Other chunks cannot be parsed alone then. Formulas and the like end with their
// paragraph, so they do not count.
//
// It calls switches with the offset of each comment that may switch rules off. known says that text is no code wherever
// it looks like a comment.
//
// It searches for one byte at a time, because that search handles 32 bytes a step: BenchmarkReaches.
func crossesChunks(text []byte, known bool, switches func(at int)) bool {
	whole := text
	comment := -1 // the last end of a comment that nextOf found
	for {
		angle := bytes.IndexByte(text, '<')
		if angle < 0 {
			return opensTemplate(text)
		}
		if opensTemplate(text[:angle]) {
			return true
		}
		text = text[angle:]
		at := len(whole) - len(text)
		switch next := 1; {
		case len(text) == 1:
			return false
		case bytes.HasPrefix(text, []byte("<!--")):
			if suppresses(text[len("<!--"):]) {
				switches(at)
			}
			if known && (at == 0 || whole[at-1] == '\n') {
				if comment = nextOf(whole, "-->", at, comment); comment < len(whole) {
					next = comment - at
				}
			}
			text = text[next:]
		case source.IsLetter(text[1]) && html.VerbatimTag(text[1:]):
			if next = wholeElement(text); next == 0 && known && (at == 0 || whole[at-1] == '\n') {
				next = wholeBlock(text)
			}
			if next == 0 {
				return true
			}
			fallthrough
		default:
			text = text[next:]
		}
	}
}

// opensTemplate reports whether text may open a template or an environment of TeX.
func opensTemplate(text []byte) bool {
	if bytes.Contains(text, []byte(`\begin{`)) {
		return true
	}
	var tags templateTags
	for at := 0; ; at++ {
		n := bytes.IndexByte(text[at:], '{')
		if at += n; n < 0 || at+1 == len(text) {
			return false
		}
		if (text[at+1] == '{' || text[at+1] == '%') && !tags.whole(text, at) {
			return true
		}
	}
}

// templateTags reads the tags of templates in one text, in order. It remembers the next line end and the next closers:
// searching for them again at each tag would take quadratic time.
type templateTags struct{ line, braces, percent int }

// whole reports whether the tag at an offset ends on its line and encloses nothing.
func (t *templateTags) whole(text []byte, at int) bool {
	from := at + len("{{")
	end := &t.braces
	closer := "}}"
	if text[at+1] == '%' {
		end, closer = &t.percent, "%}"
	}
	*end, t.line = nextOf(text, closer, from, *end), nextOf(text, "\n", from, t.line)
	return *end < t.line && !slices.Contains(verbatimTags, tagName(text[from:*end+len(closer)]))
}

// nextOf returns the offset of the next s in text at or after from, or len(text). known is an earlier result for a
// smaller from; it is used again if it is not before from.
func nextOf(text []byte, s string, from, known int) int {
	if known >= from {
		return known
	}
	if n := bytes.Index(text[from:], []byte(s)); n >= 0 {
		return from + n
	}
	return len(text)
}

// wholeElement returns the length of the code element at the start of text if the element ends on the same line and
// contains only text and tags of other elements; else 0.
func wholeElement(text []byte) int {
	name := text[1 : 1+html.NameLength(text[1:])]
	for at := 0; ; {
		open := bytes.IndexAny(text[at+1:], "<>\n") + at + 1
		if open < at+2 || text[open] != '>' {
			return 0
		}
		tag := text[at+1 : open]
		switch {
		case at > 0 && tag[0] == '/' && bytes.EqualFold(tag[1:], name):
			return open + 1
		case at == 0 && text[open-1] == '/', at > 0 && (tag[0] == '!' || html.VerbatimTag(bytes.TrimPrefix(tag, []byte("/")))):
			return 0
		}
		next := bytes.IndexAny(text[open:], "<\n")
		if next < 0 || text[open+next] == '\n' {
			return 0
		}
		at = open + next
	}
}

// wholeBlock returns the length of the HTML block at the start of text, of a kind that only a closing tag ends, if its
// own tag ends it and it contains only text and tags; else 0.
func wholeBlock(text []byte) int {
	if !html.OpensVerbatim(text) {
		return 0
	}
	name := text[1 : 1+html.NameLength(text[1:])]
	for at := 0; ; {
		open := bytes.IndexAny(text[at+1:], "<>") + at + 1
		if open < at+2 || text[open] != '>' || text[at+1] == '!' {
			return 0
		}
		if html.ClosesVerbatim(text[at : open+1]) {
			if !bytes.EqualFold(text[at+2:open], name) {
				return 0
			}
			return open + 1
		}
		next := bytes.IndexByte(text[open:], '<')
		if next < 0 || at > 0 && text[at+1] == '/' && html.VerbatimTag(text[at+2:]) && !bytes.HasPrefix(text[at+2:], []byte("code>")) {
			return 0
		}
		at = open + next
	}
}

// suppresses reports whether a comment may switch rules off. comment is its text.
func suppresses(comment []byte) bool {
	for len(comment) > 0 && (comment[0] <= ' ' || comment[0] >= 0x80) {
		comment = comment[1:]
	}
	for _, program := range programs {
		if len(comment) >= len(program) && bytes.EqualFold(comment[:len(program)], []byte(program)) {
			return true
		}
	}
	return false
}
