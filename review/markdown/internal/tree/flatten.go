package tree

import (
	"bytes"
	"cmp"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A flattener turns goldmark's tree into nodes in source order. goldmark says where a
// node starts, and not even that for all of them; the ends are derived here, once.
type flattener struct {
	src   []byte
	base  int // what goldmark's offsets are relative to
	nodes []Node
	code  []source.Span
	// floor is the end of the last leaf or marker so far: no later node starts before it. It makes order and nesting
	// true by construction, also where goldmark reports a position that is a little off.
	floor int
}

// children appends the descendants of n.
func (f *flattener) children(n ast.Node, parent int) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		f.node(c, parent)
	}
}

// count returns how many nodes n and its descendants make at most.
func count(n ast.Node) int {
	total := 1
	if t, ok := n.(*ast.Text); ok && (t.SoftLineBreak() || t.HardLineBreak()) {
		total++
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		total += count(c)
	}
	return total
}

// node appends n and its descendants. What is no node of ours (goldmark's plain
// text block of a tight list item) is left out, its children are not.
func (f *flattener) node(n ast.Node, parent int) {
	i := len(f.nodes)
	switch n := n.(type) {
	case *ast.Text:
		f.text(n, parent)
		return
	case *ast.String:
		return
	}
	kind := kindOf(n)
	f.nodes = append(f.nodes, Node{Kind: kind, Parent: parent, Parts: &noParts})
	f.open(n, i)
	if kind != CodeSpan && kind != AutoLink && kind != FootnoteReference {
		f.children(n, i)
	}
	f.close(n, i)
	f.nodes[i].End = len(f.nodes)
}

// kinds has what goldmark's nodes are here. A list may be ordered, and emphasis strong. goldmark makes no others but
// paragraphs with the extensions that newParser chooses.
var kinds = map[ast.NodeKind]Kind{
	ast.KindHeading: ATXHeading, ast.KindThematicBreak: ThematicBreak, ast.KindCodeBlock: IndentedCode,
	ast.KindFencedCodeBlock: FencedCode, ast.KindHTMLBlock: HTMLBlock, ast.KindBlockquote: Blockquote,
	ast.KindList: BulletList, ast.KindListItem: ListItem, ast.KindLinkReferenceDefinition: LinkDefinition,
	ast.KindCodeSpan: CodeSpan, ast.KindEmphasis: Emphasis, ast.KindLink: Link, ast.KindImage: Image,
	ast.KindAutoLink: AutoLink, ast.KindRawHTML: InlineHTML,
	extast.KindTable: Table, extast.KindTableHeader: TableHeader, extast.KindTableRow: TableRow,
	extast.KindTableCell: TableCell, extast.KindFootnote: FootnoteDefinition, kindBody: Body,
	extast.KindStrikethrough: Strikethrough,
	extast.KindTaskCheckBox:  TaskMark, extast.KindFootnoteLink: FootnoteReference,
}

func kindOf(n ast.Node) Kind {
	switch n := n.(type) {
	case *foreign:
		return n.as
	case *ast.List:
		if n.IsOrdered() {
			return OrderedList
		}
	case *ast.Emphasis:
		if n.Level == 2 {
			return Strong
		}
	}
	return cmp.Or(kinds[n.Kind()], Paragraph)
}

func (f *flattener) text(n *ast.Text, parent int) {
	s := f.segment(n.Segment)
	if last := &f.nodes[len(f.nodes)-1]; last.Kind == Text && last.Parent == parent && last.Span.End == s.Start {
		// goldmark leaves a text in pieces wherever a delimiter came to nothing.
		last.Span.End, last.Content.End, f.floor = s.End, s.End, s.End
	} else if !s.Empty() {
		f.leaf(Text, parent, s)
	}
	if !n.SoftLineBreak() && !n.HardLineBreak() {
		return
	}
	kind := SoftBreak
	if n.HardLineBreak() {
		kind = HardBreak
		s.End = f.trimBreak(parent, s.End)
	}
	end := s.End
	if nl := bytes.IndexByte(f.src[end:], '\n'); nl >= 0 {
		end += nl + 1
	}
	f.leaf(kind, parent, source.Span{Start: s.End, End: end})
}

// trimBreak takes the spaces that break a line at an offset off the text before them, where goldmark leaves some
// there. It returns where they start.
func (f *flattener) trimBreak(parent, at int) int {
	last := &f.nodes[len(f.nodes)-1]
	if at == len(f.src) || f.src[at] != ' ' || last.Kind != Text || last.Parent != parent || last.Span.End != at {
		return at
	}
	start := last.Span.Start + len(bytes.TrimRight(f.src[last.Span.Start:at], " "))
	last.Span.End, last.Content.End, f.floor = start, start, start
	if last.Span.Empty() {
		f.nodes = f.nodes[:len(f.nodes)-1]
	}
	return start
}

func (f *flattener) leaf(kind Kind, parent int, s source.Span) {
	if s = f.above(s); s.Empty() && kind == Text {
		return // all of it lies below the floor
	}
	f.nodes = append(f.nodes, Node{Kind: kind, Parent: parent, End: len(f.nodes) + 1, Span: s, Content: s,
		Parts: &noParts})
	f.floor = s.End
}

// segment turns a range of goldmark's into one of the document's bytes. For goldmark, a blank line in a list item
// begins with its line feed, behind the carriage return.
func (f *flattener) segment(s text.Segment) source.Span {
	out := source.Span{Start: s.Start + f.base, End: max(s.Start, s.Stop) + f.base}
	if out.Start > f.base && out.Start < out.End && f.src[out.Start] == '\n' && f.src[out.Start-1] == '\r' {
		out.Start--
	}
	return out
}

// mend returns where a block of this kind starts. Behind a tab that is partly indentation and partly content goldmark's
// position is off by the columns that it has made up; then the first byte of the line that may start such a block, past
// the marks of the containers, is the right one.
func (f *flattener) mend(kind Kind, pos int) int {
	if pos >= len(f.src) || kind.Inline() || opens(kind, f.src[pos]) {
		return pos
	}
	line := max(f.floor, bytes.LastIndexByte(f.src[:pos], '\n')+1)
	for i := line; i < len(f.src) && f.src[i] != '\n'; i++ {
		if opens(kind, f.src[i]) {
			return i
		}
		if c := f.src[i]; c != ' ' && c != '\t' && c != '>' {
			break
		}
	}
	return pos
}

// opens reports whether a block of this kind may start with c; blocks without a mark of their own start with anything.
func opens(kind Kind, c byte) bool {
	switch kind {
	case BulletList:
		return c == '-' || c == '*' || c == '+'
	case OrderedList:
		return source.IsDigit(c)
	case ListItem:
		return c == '-' || c == '*' || c == '+' || source.IsDigit(c)
	case Blockquote:
		return c == '>'
	case FencedCode:
		return c == '`' || c == '~'
	case ThematicBreak:
		return c == '-' || c == '*' || c == '_'
	case FootnoteDefinition:
		return c == '['
	}
	return true
}

// above moves what lies below the floor up to it.
func (f *flattener) above(s source.Span) source.Span {
	s.Start = min(max(s.Start, f.floor), len(f.src))
	s.End = min(max(s.End, s.Start), len(f.src))
	return s
}

// open sets where node i starts and what stands before its children.
func (f *flattener) open(n ast.Node, i int) {
	node := &f.nodes[i]
	start := f.floor
	if p := n.Pos(); p >= 0 {
		start = max(start, f.mend(node.Kind, p+f.base))
	}
	switch n := n.(type) {
	case *ast.Emphasis, *extast.Strikethrough:
		start = f.delimiterStart(n)
	case *ast.AutoLink:
		start = f.autoLink(n, node)
	case *ast.HTMLBlock, *ast.CodeBlock, *ast.Paragraph, *ast.TextBlock, *ast.LinkReferenceDefinition, *foreign:
		if l := n.Lines(); l.Len() > 0 {
			start = max(f.floor, l.At(0).Start+f.base)
		}
	}
	node.Span = f.above(source.Span{Start: start, End: start})
	switch n := n.(type) {
	case *ast.ListItem:
		node.Content = f.listMarker(node.Span.Start)
		f.floor = node.Content.End
	case *ast.List:
		node.Marker, node.Tight, node.Start = n.Marker, n.IsTight, int32(n.Start)
	case *extast.Footnote:
		label := bytes.IndexByte(f.src[node.Span.Start:], ']')
		node.Content = source.Span{Start: node.Span.Start + 2, End: node.Span.Start + label}
		f.floor = node.Content.End + 2
	case *extast.TaskCheckBox:
		if n.IsChecked {
			node.Marker = 'x'
		}
	case *extast.Table, *extast.TableRow:
		f.floor = node.Span.Start // a cell without text has no place of its own
	case *extast.TableCell:
		if l := n.Lines(); l.Len() > 0 {
			node.Span = f.above(f.segment(l.At(0)))
		}
		node.Content = node.Span
	}
}

// close sets where node i ends. Its descendants are all there.
func (f *flattener) close(n ast.Node, i int) {
	node := &f.nodes[i]
	end := max(f.floor, node.Span.Start)
	if !node.Kind.Inline() {
		end = f.blockEnd(n, node, end)
	} else {
		end = f.inlineEnd(n, node, end)
	}
	node.Span.End = min(max(end, f.floor, node.Span.Start), len(f.src))
	f.floor = max(f.floor, node.Span.End)
	f.widen(i)
}

// widen keeps a parent that started too late around its first child.
func (f *flattener) widen(i int) {
	node := &f.nodes[i]
	if i+1 < len(f.nodes) && f.nodes[i+1].Span.Start < node.Span.Start {
		node.Span.Start = f.nodes[i+1].Span.Start
	}
}

// lineEnd returns where the line of offset ends, before its line ending.
func (f *flattener) lineEnd(offset int) int {
	n := bytes.IndexByte(f.src[offset:], '\n')
	if n < 0 {
		return len(f.src)
	}
	end := offset + n
	if end > offset && f.src[end-1] == '\r' {
		end--
	}
	return end
}

// nextLine returns where the line after that of offset starts.
func (f *flattener) nextLine(offset int) int {
	n := bytes.IndexByte(f.src[offset:], '\n')
	if n < 0 {
		return len(f.src)
	}
	return offset + n + 1
}
