package fastpath

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An inlineReader reads the inline nodes of one line that contains only text, code spans, emphasis whose delimiters can
// either open or close it but not both, and links whose destinations stand beside their texts. Nothing of that depends
// on other lines, or on what the document defines.
type inlineReader struct {
	f    *tree.Flattener
	line source.Span
	at   int
}

// plainInlines adds the nodes of such a line. It returns false for any other line, of which it may have added some.
func plainInlines(f *tree.Flattener, line source.Span, parent int) bool {
	r := inlineReader{f: f, line: line, at: line.Start}
	return r.read(parent, "")
}

// read adds nodes up to the byte that closes the parent, or to the end of the line. within has the bytes that close
// what is open, the innermost one first.
func (r *inlineReader) read(parent int, within string) bool {
	src := r.f.Src
	for text := r.at; ; text = r.at {
		for r.at < r.line.End && (plainBytes[src[r.at]] || src[r.at] == '!') {
			switch c := src[r.at]; {
			case c == '!' && r.next() == '[', c == '.' && r.before() == 'w',
				c == ':' && !strings.ContainsRune(" *_`]", r.next()):
				return false // an image, www.… and http://… and :emoji:
			}
			r.at++
		}
		if text < r.at {
			s := source.Span{Start: text, End: r.at}
			r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: tree.Text, Parent: parent, End: len(r.f.Nodes) + 1,
				Span: s, Content: s, Parts: &tree.NoParts})
		}
		if r.at == r.line.End {
			return within == ""
		}
		c, ok := src[r.at], false
		switch open := strings.IndexByte(within, c); {
		case open == 0:
			return true
		case c == '`':
			ok = r.codeSpan(parent)
		case open < 0 && (c == '*' || c == '_'):
			ok = r.emphasis(parent, within)
		case c == '[' && strings.IndexByte(within, ']') < 0:
			ok = r.link(parent, within)
		}
		if !ok {
			return false
		}
	}
}

// next returns the byte behind the one that is read, a space at the end of the line.
func (r *inlineReader) next() rune { return r.byteAt(r.at + 1) }

// before returns the byte before the one that is read, in lower case; a space at the start of the line.
func (r *inlineReader) before() rune { return r.byteAt(r.at-1) | 0x20 }

func (r *inlineReader) byteAt(i int) rune {
	if i < r.line.Start || i >= r.line.End {
		return ' '
	}
	return rune(r.f.Src[i])
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
	text := r.f.Src[r.at:r.line.End]
	length, width := tree.CodeSpanLength(text), source.RunLength(text, '`')
	if length == 0 {
		return false
	}
	node := r.open(tree.CodeSpan, parent)
	r.f.Nodes[node].Content = source.Span{Start: r.at + width, End: r.at + length - width}
	r.at += length
	return r.close(node)
}

// emphasis adds the emphasis that begins with the run of delimiters at r.at, and what is in it.
func (r *inlineReader) emphasis(parent int, within string) bool {
	c := r.f.Src[r.at]
	width := source.RunLength(r.f.Src[r.at:r.line.End], c)
	if width > 2 || !r.onlyOpens(width) {
		return false
	}
	kind := tree.Emphasis
	if width == 2 {
		kind = tree.Strong
	}
	node := r.open(kind, parent)
	r.at += width
	if !r.read(node, string(c)+within) || source.RunLength(r.f.Src[r.at:r.line.End], c) != width || !r.onlyCloses(width) {
		return false
	}
	r.at += width
	return r.close(node)
}

// onlyOpens reports whether a run of delimiters can open emphasis and not close it, for any parser.
func (r *inlineReader) onlyOpens(width int) bool {
	switch before, next := classOf(r.byteAt(r.at-1)), classOf(r.byteAt(r.at+width)); before {
	case spaces:
		return next == letters || next == signs
	case signs:
		return next == letters
	}
	return false
}

// onlyCloses reports whether a run of delimiters can close emphasis and not open it, for any parser.
func (r *inlineReader) onlyCloses(width int) bool {
	switch before, next := classOf(r.byteAt(r.at-1)), classOf(r.byteAt(r.at+width)); next {
	case spaces:
		return before == letters || before == signs
	case signs:
		return before == letters
	}
	return false
}

// A byteClass is what a byte is for the delimiters beside it.
type byteClass uint8

const (
	otherBytes byteClass = iota // controls, delimiters, and parts of characters
	spaces
	letters
	signs
)

func classOf(c rune) byteClass {
	switch {
	case c == ' ':
		return spaces
	case c < 0x80 && (source.IsLetter(byte(c)) || source.IsDigit(byte(c))):
		return letters
	case '!' <= c && c <= '}' && !strings.ContainsRune("*_", c):
		return signs
	}
	return otherBytes
}

// link adds the link whose text begins at r.at, and what is in it.
func (r *inlineReader) link(parent int, within string) bool {
	if r.next() == '^' {
		return false // a footnote
	}
	node := r.open(tree.Link, parent)
	r.at++
	text := r.at
	if !r.read(node, "]"+within) || r.next() != '(' {
		return false
	}
	r.f.Nodes[node].Content = source.Span{Start: text, End: r.at}
	start := r.at + 2
	end := start
	for end < r.line.End && destinationBytes[r.f.Src[end]] {
		end++
	}
	if end == r.line.End || r.f.Src[end] != ')' {
		return false
	}
	r.f.Nodes[node].Parts = &tree.Parts{
		Destination: source.Span{Start: start, End: end}, Title: source.Span{Start: end, End: end},
	}
	r.at = end + 1
	return r.close(node)
}

// destinationBytes are the bytes of destinations that mean nothing there.
var destinationBytes = func() (t [256]bool) {
	for c := range t {
		b := byte(c)
		t[c] = source.IsLetter(b) || source.IsDigit(b) || strings.IndexByte("-._~/?#=%+,;:@!'", b) >= 0
	}
	return t
}()
