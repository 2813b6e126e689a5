package html

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Tag is a tag or a comment of raw HTML.
type Tag struct {
	source.Span
	Kind TagKind
	Name string // in lower case; "" for a comment
}

// A TagKind says what a Tag is.
type TagKind uint8

// The kinds of tags.
const (
	OpeningTag TagKind = iota
	ClosingTag
	EmptyTag // <br/>, or a tag that nothing closes
	Comment
)

// Tags returns the tags and comments that begin within s. What looks like one in a script, a style sheet, a text to
// edit, an instruction, a declaration or CDATA is not a tag. A comment that nothing closes ends the search.
func Tags(src []byte, s source.Span) iter.Seq[Tag] {
	return func(yield func(Tag) bool) {
		for at := s.Start; at < s.End; {
			open := bytes.IndexByte(src[at:s.End], '<')
			if open < 0 {
				return
			}
			at += open
			t, ok := tagAt(src[:s.End], at)
			if !ok {
				at += max(1, instructionLength(src[at:s.End]))
				continue
			}
			if t.Empty() || !yield(t) {
				return
			}
			at = t.End
			if t.Kind == OpeningTag && (t.Name == "script" || t.Name == "style" || t.Name == "textarea") {
				at += rawTextLength(src[at:s.End], t.Name)
			}
		}
	}
}

// instructionLength returns the length of the processing instruction, declaration or CDATA section at the start of
// text, 0 without one.
func instructionLength(text []byte) int {
	end := ""
	switch {
	case bytes.HasPrefix(text, []byte("<?")):
		end = "?>"
	case bytes.HasPrefix(text, []byte("<![CDATA[")):
		end = "]]>"
	case len(text) > 2 && text[1] == '!' && source.IsLetter(text[2]):
		end = ">"
	default:
		return 0
	}
	if n := bytes.Index(text, []byte(end)); n >= 0 {
		return n + len(end)
	}
	return len(text)
}

// rawTextLength returns how much of text stands before the tag that closes an element.
func rawTextLength(text []byte, name string) int {
	for at := 0; ; at++ {
		n := bytes.Index(text[at:], []byte("</"))
		if n < 0 {
			return len(text)
		}
		at += n
		if rest := text[at+2:]; len(rest) >= len(name) && strings.EqualFold(string(rest[:len(name)]), name) {
			return at
		}
	}
}

// tagAt returns the tag or comment at an offset. A comment that nothing closes is empty.
func tagAt(src []byte, at int) (Tag, bool) {
	rest := src[at:]
	t := Tag{Span: source.Span{Start: at, End: at}}
	if bytes.HasPrefix(rest, []byte("<!--")) {
		t.Kind = Comment
		if n := bytes.Index(rest[2:], []byte("-->")); n >= 0 { // <!--> is a comment
			t.End += 2 + n + len("-->")
		}
		return t, true
	}
	name, closing := bytes.CutPrefix(rest[1:], []byte("/"))
	if len(name) == 0 || !source.IsLetter(name[0]) {
		return Tag{}, false
	}
	t.Name = strings.ToLower(string(name[:NameLength(name)]))
	t.End += tagLength(rest)
	switch tag := src[at:t.End]; {
	case bytes.HasSuffix(tag, []byte("/>")), !bytes.HasSuffix(tag, []byte(">")):
		t.Kind = EmptyTag
	case closing:
		t.Kind = ClosingTag
	}
	return t, true
}

// tagLength returns the length of the tag at the start of text. Its attributes may be expressions in braces. A tag that
// nothing closes is all of text.
func tagLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '>':
			return i + 1
		case c == '{':
			i += braces(text[i:]) - 1
		case (c == '"' || c == '\'') && (source.IsSpace(text[i-1]) || text[i-1] == '='):
			n := bytes.IndexByte(text[i+1:], c)
			if n < 0 {
				return len(text)
			}
			i += n + 1
		}
	}
	return len(text)
}

// TextElement reports whether authors of Markdown write an element of this name, which is in lower case.
func TextElement(name string) bool { return slices.Contains(textElements(), name) }

var textElements = sync.OnceValue(func() []string {
	return strings.Fields("a abbr b bdi bdo blockquote br button center cite code dd del details dfn div dl dt em " +
		"figcaption figure font h1 h2 h3 h4 h5 h6 hr i img input ins kbd label li mark ol p picture pre q s samp section " +
		"small source span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var video wbr")
})
