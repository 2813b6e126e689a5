package fastpath

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An inlineReader reads the inline nodes of a text that contains only text, code spans, emphasis that ends before other
// delimiters of its kind, links, and line endings with at most one space before them.
type inlineReader struct {
	*Reader
	f    *tree.Flattener
	line source.Span // the one that is read, without the white space around it
	at   int
	end  int // of the text
}

// plainInlines adds the nodes of such a text. It returns false for any other, of which it may have added some.
func (s *Reader) plainInlines(f *tree.Flattener, text source.Span, parent int) bool {
	r := inlineReader{Reader: s, f: f, end: text.End}
	r.begin(text.Start)
	return r.read(parent, "")
}

// begin begins with the line at an offset.
func (r *inlineReader) begin(at int) {
	src := r.f.Src[:r.end]
	r.at = at + source.RunLength(src[at:], ' ')
	r.line = source.Span{Start: r.at, End: min(r.f.LineEnd(at), r.end)}
	if r.line.End < r.end && r.line.Len() > 1 && src[r.line.End-1] == ' ' {
		r.line.End-- // more would break the line
	}
}

// softBreak goes on with the next line. It returns false where the line ends otherwise.
func (r *inlineReader) softBreak(parent int) bool {
	if r.line.Empty() || source.IsSpace(r.f.Src[r.at-1]) {
		return false
	}
	end := r.f.NextLine(r.at)
	span := source.Span{Start: r.at, End: end}
	r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: tree.SoftBreak, Parent: parent, End: len(r.f.Nodes) + 1, Span: span,
		Content: span, Parts: &tree.NoParts})
	r.begin(end)
	return true
}

// defines reports whether the document defines the label of a link.
func (s *Reader) defines(label []byte) bool {
	s.gather()
	_, ok := s.references[util.ToLinkReference(label)]
	return ok
}

// read adds nodes up to the byte that closes the parent, or to the end of the text. within has the bytes that close
// what is open, the innermost one first.
func (r *inlineReader) read(parent int, within string) bool {
	src := r.f.Src
	label := strings.IndexByte(within, ']') >= 0 // goldmark looks for no addresses there
	for text := r.at; ; text = r.at {
		for r.at < r.line.End && inlineBytes[src[r.at]] {
			switch c := src[r.at]; {
			case c == '!' && r.next() == '[',
				!label && (c == '.' && r.before() == 'w' && r.afterWWW() || c == ':' && r.next() == '/'):
				return false // an image, www.… and an address where none is looked for
			case c == 'h' && !label && r.mayBeAddress():
				r.text(text, parent)
				if !r.address(parent) {
					return false
				}
				text = r.at
				continue
			}
			r.at++
		}
		r.text(text, parent)
		if r.at == r.line.End {
			if r.at == r.end {
				return within == ""
			}
			if !r.softBreak(parent) {
				return false
			}
			continue
		}
		c, ok := src[r.at], false
		switch open := strings.IndexByte(within, c); {
		case open == 0:
			return true
		case c == '`':
			ok = r.codeSpan(parent)
		case open < 0 && (c == '*' || c == '_'):
			ok = r.emphasis(parent, within)
		case c == '[' && !label:
			ok = r.link(parent, within)
		case c == '@' && (label || strings.IndexByte(" (", r.before()) >= 0):
			ok = r.asText(1, parent)
		case c == '\\' && r.at+1 < r.line.End:
			escape := 1
			if util.IsPunct(r.next()) {
				escape++
			}
			ok = r.asText(escape, parent)
		}
		if !ok {
			return false
		}
	}
}

// text adds the text from an offset to r.at, or makes the text before it longer.
func (r *inlineReader) text(start, parent int) {
	s := source.Span{Start: start, End: r.at}
	if last := &r.f.Nodes[len(r.f.Nodes)-1]; last.Kind == tree.Text && last.Parent == parent && last.Span.End == start {
		last.Span.End, last.Content.End = r.at, r.at
	} else if !s.Empty() {
		r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: tree.Text, Parent: parent, End: len(r.f.Nodes) + 1,
			Span: s, Content: s, Parts: &tree.NoParts})
	}
}

// asText adds so many bytes as text.
func (r *inlineReader) asText(n, parent int) bool {
	r.at += n
	r.text(r.at-n, parent)
	return true
}

// next returns the byte behind the one that is read, a space at the end of the line.
func (r *inlineReader) next() byte {
	if r.at+1 == r.line.End {
		return ' '
	}
	return r.f.Src[r.at+1]
}

// afterWWW reports whether r.at is behind www, with which an address may begin.
func (r *inlineReader) afterWWW() bool {
	return bytes.HasSuffix(r.f.Src[r.line.Start:r.at], []byte("www"))
}

// before returns the byte before the one that is read, a space at the start of the line.
func (r *inlineReader) before() byte {
	if r.at == r.line.Start {
		return ' '
	}
	return r.f.Src[r.at-1]
}

// open adds a node that has children. close sets where it ends.
func (r *inlineReader) open(kind tree.Kind, parent int) int {
	r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: kind, Parent: parent, Span: source.Span{Start: r.at},
		Parts: &tree.NoParts})
	return len(r.f.Nodes) - 1
}

func (r *inlineReader) close(node int) bool {
	r.f.Nodes[node].Span.End, r.f.Nodes[node].End = r.at, len(r.f.Nodes)
	return true
}

func (r *inlineReader) codeSpan(parent int) bool {
	text := r.f.Src[r.at:r.end]
	length, width := tree.CodeSpanLength(text), source.RunLength(text, '`')
	if length == 0 {
		return false
	}
	node := r.open(tree.CodeSpan, parent)
	r.f.Nodes[node].Content = source.Span{Start: r.at + width, End: r.at + length - width}
	for end := r.at + length; ; r.begin(r.f.NextLine(r.line.End)) {
		if end <= r.line.End {
			r.at = end
			return r.close(node)
		}
	}
}

// emphasis adds the emphasis that begins with the run of delimiters at r.at and what is in it, or the run as text where
// it is that for sure.
func (r *inlineReader) emphasis(parent int, within string) bool {
	c := r.f.Src[r.at]
	width := source.RunLength(r.f.Src[r.at:r.line.End], c)
	switch opens, closes, valid := r.flanks(c, width); {
	case !valid || width > 2 || !opens && closes:
		return false
	case !opens:
		r.at += width
		r.text(r.at-width, parent)
		return true
	}
	kind := tree.Emphasis
	if width == 2 {
		kind = tree.Strong
	}
	node := r.open(kind, parent)
	r.at += width
	if !r.read(node, string(c)+within) || source.RunLength(r.f.Src[r.at:r.line.End], c) != width {
		return false
	}
	if _, closes, valid := r.flanks(c, width); !closes || !valid {
		return false
	}
	r.at += width
	return r.close(node)
}

// flanks reports whether the run of delimiters at r.at can open emphasis, and whether it can close some. It is not
// valid beside bytes that are no UTF-8.
func (r *inlineReader) flanks(c byte, width int) (opens, closes, valid bool) {
	before := classOf(utf8.DecodeLastRune(r.f.Src[r.line.Start:r.at]))
	next := classOf(utf8.DecodeRune(r.f.Src[r.at+width : r.line.End]))
	left := next != spaces && (next != signs || before != letters)
	right := before != spaces && (before != signs || next != letters)
	if c == '_' {
		left, right = left && (!right || before == signs), right && (!left || next == signs)
	}
	return left, right, before != broken && next != broken
}

// A runeClass is what a character is for the delimiters beside it.
type runeClass uint8

const (
	letters runeClass = iota
	spaces
	signs
	broken // no character
)

// classOf returns the class of a rune of this length; the end of a line is a space.
func classOf(r rune, length int) runeClass {
	switch {
	case length == 0, unicode.IsSpace(r):
		return spaces
	case length == 1 && r == utf8.RuneError:
		return broken
	case unicode.IsPunct(r), unicode.IsSymbol(r):
		return signs
	}
	return letters
}

// link adds the link whose text begins at r.at and what is in it, or the brackets as text.
func (r *inlineReader) link(parent int, within string) bool {
	if r.next() == '^' {
		return false // a footnote
	}
	first, start, line := len(r.f.Nodes), r.at, r.line
	node := r.open(tree.Link, parent)
	r.at++
	text := r.at
	if !r.read(node, "]"+within) {
		return false
	}
	content := source.Span{Start: text, End: r.at}
	var parts tree.Parts
	switch r.next() {
	case '(':
		d := source.Span{Start: r.at + 2, End: r.at + 2}
		for d.End < r.line.End && destinationBytes[r.f.Src[d.End]] {
			d.End++
		}
		if d.End == r.line.End || r.f.Src[d.End] != ')' {
			return false
		}
		parts, r.at = tree.Parts{Destination: d, Title: source.Span{Start: d.End, End: d.End}}, d.End+1
	case '[':
		n := bytes.IndexAny(r.f.Src[r.at+2:r.line.End], "[]\\")
		if n < 0 || r.f.Src[r.at+2+n] != ']' {
			return false
		}
		label := source.Span{Start: r.at + 2, End: r.at + 2 + n}
		parts.Reference, r.at = label, label.End+1
		if label.Empty() {
			parts.Reference, label = content, content
		}
		if !r.defines(r.f.Src[label.Start:label.End]) {
			return false
		}
	default:
		switch {
		case r.defines(r.f.Src[content.Start:content.End]):
			parts.Reference, r.at = content, r.at+1
		case content.Len() < 2 && text-1 == r.line.Start:
			return false // it may be the mark of a task
		default:
			r.f.Nodes, r.at, r.line = r.f.Nodes[:first], start, line
			return r.brackets(parent, within)
		}
	}
	r.f.Nodes[node].Content, r.f.Nodes[node].Parts = content, &parts
	return r.close(node)
}

// brackets adds what was read as the text of a link as what it is: text, and what is in that.
func (r *inlineReader) brackets(parent int, within string) bool {
	r.asText(1, parent)
	if !r.read(parent, "]"+within) {
		return false
	}
	return r.asText(1, parent)
}

// inlineBytes are the bytes that mean nothing but themselves within a line. An exclamation mark does, but not before a
// bracket.
var inlineBytes = func() (t [256]bool) {
	t = plainBytes
	for _, c := range []byte("!#{}$%>&") {
		t[c] = true
	}
	return t
}()

// destinationBytes are the bytes of destinations that mean nothing there.
var destinationBytes = func() (t [256]bool) {
	for c := range t {
		b := byte(c)
		t[c] = source.IsLetter(b) || source.IsDigit(b) || strings.IndexByte("-._~/?#=%+,;:@!'&", b) >= 0
	}
	return t
}()
