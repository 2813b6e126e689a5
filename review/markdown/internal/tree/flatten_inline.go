package tree

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// inlineEnd returns where an inline node ends, end being where its children do.
func (f *flattener) inlineEnd(n ast.Node, node *Node, end int) int {
	switch n := n.(type) {
	case *ast.CodeSpan:
		return f.codeSpan(node)
	case *ast.Emphasis:
		return end + n.Level
	case *extast.Strikethrough:
		return end + f.strikeWidth(n)
	case *ast.Link:
		return f.link(n.Reference, node, end, 1)
	case *ast.Image:
		return f.link(n.Reference, node, end, 2)
	case *ast.AutoLink:
		return node.Content.End + node.Content.Start - node.Span.Start
	case *ast.RawHTML:
		if s := n.Segments; s.Len() > 0 {
			return f.segment(s.At(s.Len() - 1)).End
		}
	case *extast.TaskCheckBox:
		return node.Span.Start + 3
	case *extast.FootnoteLink:
		close := bytes.IndexByte(f.src[node.Span.Start:], ']')
		if close < 2 {
			// goldmark put it behind what it stands before: there it names nothing.
			node.Content = source.Span{Start: node.Span.Start, End: node.Span.Start}
			return node.Span.Start
		}
		node.Content = source.Span{Start: node.Span.Start + 2, End: node.Span.Start + close}
		return node.Content.End + 1
	}
	return end
}

// delimiterStart returns where an emphasis starts. goldmark reports where the whole run of delimiters starts, and
// the node may be the inner part of it; the first child tells better.
func (f *flattener) delimiterStart(n ast.Node) int {
	width := 1
	switch n := n.(type) {
	case *ast.Emphasis:
		width = n.Level
	case *extast.Strikethrough:
		width = f.strikeWidth(n)
	}
	if first := firstPos(n); first >= 0 {
		return first + f.base - width
	}
	return n.Pos() + f.base
}

// firstPos returns where the content of n starts, -1 when nothing tells.
func firstPos(n ast.Node) int {
	switch c := n.FirstChild().(type) {
	case nil:
		return -1
	case *ast.Text:
		return c.Segment.Start
	case *ast.Emphasis:
		if p := firstPos(c); p >= 0 {
			return p - c.Level
		}
		return -1
	case *extast.Strikethrough:
		return -1
	case *ast.AutoLink:
		return -1
	default:
		return c.Pos()
	}
}

// strikeWidth returns the number of tildes around n: GFM takes one or two.
func (f *flattener) strikeWidth(n *extast.Strikethrough) int {
	p := n.Pos() + f.base
	if p+1 < len(f.src) && f.src[p] == '~' && f.src[p+1] == '~' {
		return 2
	}
	return 1
}

// codeSpan sets the content of a code span and returns where the span ends.
func (f *flattener) codeSpan(node *Node) int {
	start := node.Span.Start
	width := source.RunLength(f.src[start:], '`')
	end := start + CodeSpanLength(f.src[start:])
	if end == start { // nothing closes it
		node.Content = source.Span{Start: start + width, End: start + width}
		return start + width
	}
	node.Content = source.Span{Start: start + width, End: end - width}
	return end
}

// CodeSpanLength returns the length of the code span at the start of text, which ends at the next run of as many
// backticks, or 0.
func CodeSpanLength(text []byte) int {
	width := source.RunLength(text, '`')
	for i := width; i < len(text); {
		n := bytes.IndexByte(text[i:], '`')
		if n < 0 {
			return 0
		}
		i += n
		if n = source.RunLength(text[i:], '`'); n == width {
			return i + n
		}
		i += n
	}
	return 0
}

// autoLink sets the address of n and returns where n starts: at the angle
// bracket, or at the address itself. It is the first such text behind the last node.
func (f *flattener) autoLink(n *ast.AutoLink, node *Node) int {
	label := n.Label(f.src[f.base:])
	start := f.floor + max(0, bytes.Index(f.src[f.floor:], label))
	// goldmark may have it behind a table that it stands before, where its text is not to be found.
	node.Content = f.above(source.Span{Start: start, End: start + len(label)})
	if start > 0 && f.src[start-1] == '<' && node.Content.End < len(f.src) && f.src[node.Content.End] == '>' {
		return start - 1
	}
	return start
}

// link finds what stands behind the text of a link: the destination and the title, or the label of the definition that
// it refers to. open is the width of the opening bracket.
func (f *flattener) link(ref *ast.ReferenceLink, node *Node, end, open int) int {
	node.Parts = &Parts{}
	s := scanner{src: f.src, pos: max(end, node.Span.Start+open)}
	text := s.closing(']')
	node.Content = source.Span{Start: min(node.Span.Start+open, text), End: text}
	s.pos = min(text+1, len(f.src))
	switch {
	case ref == nil:
		s.pos = min(s.pos+1, len(f.src))
		node.Destination = s.destination()
		node.Title = s.title()
		s.space()
		return s.pos + 1
	case ref.Type == ast.ReferenceLinkFull:
		node.Reference.Start = min(s.pos+1, len(f.src))
		s.pos = node.Reference.Start
		node.Reference.End = s.closing(']')
		return node.Reference.End + 1
	case ref.Type == ast.ReferenceLinkCollapsed:
		node.Reference = node.Content
		return s.pos + 2
	}
	node.Reference = node.Content
	return s.pos
}

// A scanner reads the parts of a link or definition that goldmark has accepted already, so it need not judge them.
type scanner struct {
	src []byte
	pos int
}

// space skips white space, and the block quote marks that follow a line ending.
func (s *scanner) space() {
	newLine := false
	for s.pos < len(s.src) {
		switch c := s.src[s.pos]; {
		case c == '\n':
			newLine = true
		case c == ' ' || c == '\t' || c == '\r':
		case c == '>' && newLine:
		default:
			return
		}
		s.pos++
	}
}

// closing returns the offset of the next unescaped c.
func (s *scanner) closing(c byte) int {
	for i := s.pos; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
		case c:
			return i
		}
	}
	return len(s.src)
}

// destination reads a link destination, in angle brackets or bare, and returns it without the brackets.
func (s *scanner) destination() source.Span {
	s.space()
	if s.pos < len(s.src) && s.src[s.pos] == '<' {
		s.pos++
		d := source.Span{Start: s.pos, End: s.closing('>')}
		s.pos = min(d.End+1, len(s.src))
		return d
	}
	d := source.Span{Start: s.pos, End: s.pos}
	depth := 0
	for ; d.End < len(s.src); d.End++ {
		c := s.src[d.End]
		if c <= ' ' || c == ')' && depth == 0 {
			break
		}
		switch c {
		case '\\':
			d.End++
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	d.End = min(d.End, len(s.src))
	s.pos = d.End
	return d
}

// title reads a title, with its quotes or parentheses, where there is one.
func (s *scanner) title() source.Span {
	before := s.pos
	s.space()
	if s.pos == before || s.pos >= len(s.src) {
		return source.Span{Start: before, End: before}
	}
	closer := s.src[s.pos]
	switch closer {
	case '"', '\'':
	case '(':
		closer = ')'
	default:
		return source.Span{Start: before, End: before}
	}
	t := source.Span{Start: s.pos}
	s.pos++
	t.End = min(s.closing(closer)+1, len(s.src))
	s.pos = t.End
	return t
}
