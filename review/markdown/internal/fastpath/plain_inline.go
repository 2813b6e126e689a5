package fastpath

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An inlineReader makes the inline nodes of a paragraph or a heading from its
// bytes: text, line breaks, code spans, emphasis that is nested as brackets are,
// and links and images whose destination stands behind them. It says no to
// everything else, rather once too often; then goldmark is to read the text.
//
// What it makes equals what goldmark makes: see FuzzPlainInlines.
type inlineReader struct {
	f          *tree.Flattener
	start, end int                     // of all text
	at         int                     // where it reads
	from       int                     // where the text begins that has no node yet
	parent     int                     // of the next node
	defined    func(label []byte) bool // nil where no label is
	brackets   int                     // how many are open that are text
	tildes     int
	open       []openEmphasis
}

// An openEmphasis is an emphasis that nothing has closed yet.
type openEmphasis struct {
	node  int
	char  byte
	width int
}

// plainParagraph adds the paragraph at s, of which the first byte and the last one
// are no white space, or reports false. defined tells which labels the document
// defines; it is nil where that is none.
func plainParagraph(f *tree.Flattener, s source.Span, parent int, defined func([]byte) bool) bool {
	f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Paragraph, Parent: parent, Span: s, Parts: &tree.NoParts})
	if !plainInlines(f, s, defined) {
		f.Nodes = f.Nodes[:len(f.Nodes)-1]
		return false
	}
	return true
}

// richHeading adds the heading that is all of a chunk, or reports false.
func richHeading(f *tree.Flattener, c *chunk, defined func([]byte) bool) bool {
	f.Nodes = append(f.Nodes, tree.Node{
		Kind: tree.ATXHeading, Level: c.level, Span: source.Span{Start: c.Start, End: f.LineEnd(c.text.End)}, Content: c.text, Parts: &tree.NoParts,
	})
	if !plainInlines(f, c.text, defined) {
		f.Nodes = f.Nodes[:len(f.Nodes)-1]
		return false
	}
	return true
}

// plainInlines adds the inline nodes of the text at s, all that the last node has,
// or reports false.
func plainInlines(f *tree.Flattener, s source.Span, defined func([]byte) bool) bool {
	var stack [8]openEmphasis
	parent := len(f.Nodes) - 1
	if f.Nodes[parent].Kind == tree.Paragraph && f.Nodes[f.Nodes[parent].Parent].Kind == tree.ListItem && f.Nodes[parent].Parent == parent-1 {
		s.Start += task(f, s, parent)
	}
	r := inlineReader{f: f, start: s.Start, end: s.End, at: s.Start, from: s.Start, parent: parent, defined: defined, open: stack[:0]}
	if !r.read(s.End, false) || r.brackets > 0 {
		f.Nodes = f.Nodes[:parent+1]
		return false
	}
	f.Nodes[parent].End = len(f.Nodes)
	return true
}

// task adds the mark of a task that the text of a list item may begin with, and
// returns how long it is with the space behind it.
func task(f *tree.Flattener, text source.Span, parent int) int {
	width := taskMark(f.Src[text.Start:text.End])
	if width > 0 {
		n := tree.Node{Kind: tree.TaskMark, Parent: parent, End: len(f.Nodes) + 1, Span: source.Span{Start: text.Start, End: text.Start + 3}, Parts: &tree.NoParts}
		if f.Src[text.Start+1] != ' ' {
			n.Marker = 'x'
		}
		f.Nodes = append(f.Nodes, n)
	}
	return width
}

// taskMark returns the length of the mark of a task and of the space behind it at the
// begin of text; 0 where there is none, or it is of no regular form.
func taskMark(text []byte) int {
	if len(text) < 5 || text[0] != '[' || text[1] != ' ' && text[1] != 'x' && text[1] != 'X' || text[2] != ']' || text[3] != ' ' || source.IsSpace(text[4]) {
		return 0
	}
	return 4
}

// read adds the nodes of what stands before an offset. Emphasis that begins there
// is to end there. label says that it is the text of a link or an image.
func (r *inlineReader) read(to int, label bool) bool {
	src, base := r.f.Src, len(r.open)
	for r.at < to {
		c := src[r.at]
		if !inlineBytes[c] {
			r.at++
			continue
		}
		next := byte('\n')
		if r.at+1 < r.end {
			next = src[r.at+1]
		}
		ok := true
		switch c {
		case '\n':
			r.lineBreak()
		case '\\':
			ok = !source.IsSpace(next) // at the end of a line goldmark takes what begins the next one for escaped
			r.at += 2
		case '`':
			ok = r.code(to)
		case '*', '_':
			ok = r.delimiter(base)
		case '[':
			ok = r.bracket(r.at, to, label)
		case '!':
			if r.at++; next == '[' {
				ok = r.bracket(r.at-1, to, label)
			}
		case ']':
			r.at++
			r.brackets--
			ok = r.brackets >= 0
		case '<':
			ok = next == ' '
			r.at++
		case '~': // a single one strikes nothing through
			r.at++
			r.tildes++
			ok = r.tildes == 1
		case ':':
			ok = label || next != '/'
			r.at++
		case '.':
			ok = label || r.at < r.start+3 || string(src[r.at-3:r.at]) != "www"
			r.at++
		case '@':
			ok = label || r.at == r.start || !mailByte(src[r.at-1])
			r.at++
		default:
			ok = c == '\r' && next == '\n'
			r.at++
		}
		if !ok {
			return false
		}
	}
	r.text(to)
	return r.at == to && len(r.open) == base
}

// mailByte reports whether c may stand before the @ of an address.
func mailByte(c byte) bool { return c > ' ' && bytes.IndexByte([]byte("()[]<>,:;\"\\@"), c) < 0 }

// inlineBytes are those that may be more than text.
var inlineBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' && c != '\t' || c == 0x7F
	}
	for _, c := range []byte("\\`*_[]!<~:.@") {
		t[c] = true
	}
	return t
}()

// text adds the text before an offset.
func (r *inlineReader) text(to int) {
	if r.from < to {
		s := source.Span{Start: r.from, End: to}
		r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: tree.Text, Parent: r.parent, End: len(r.f.Nodes) + 1, Span: s, Content: s, Parts: &tree.NoParts})
	}
	r.from = to
}

// lineBreak adds the text before the line feed and a break. Two spaces make that a
// hard one; of other white space at the end of the line goldmark takes one off.
func (r *inlineReader) lineBreak() {
	src, end, kind := r.f.Src, r.at, tree.SoftBreak
	if end > r.from && src[end-1] == '\r' {
		end--
	}
	if end-r.from >= 2 && src[end-1] == ' ' && src[end-2] == ' ' {
		end, kind = end-2, tree.HardBreak
	}
	if end > r.from && source.IsSpace(src[end-1]) {
		end--
	}
	r.text(end)
	s := source.Span{Start: end, End: r.at + 1}
	r.f.Nodes = append(r.f.Nodes, tree.Node{Kind: kind, Parent: r.parent, End: len(r.f.Nodes) + 1, Span: s, Content: s, Parts: &tree.NoParts})
	r.at++
	for r.at < r.end && (src[r.at] == ' ' || src[r.at] == '\t') {
		r.at++
	}
	r.from = r.at
}

// code adds the code span that begins here.
func (r *inlineReader) code(to int) bool {
	length := codeSpan(r.f.Src[r.at:to])
	if length == 0 || r.at > r.start && mailByte(r.f.Src[r.at-1]) && bytes.IndexByte(r.f.Src[r.at:r.at+length], '@') >= 0 {
		return false
	}
	r.text(r.at)
	width := source.Run(r.f.Src[r.at:to], '`')
	r.from = r.at + length
	r.f.Nodes = append(r.f.Nodes, tree.Node{
		Kind: tree.CodeSpan, Parent: r.parent, End: len(r.f.Nodes) + 1, Span: source.Span{Start: r.at, End: r.from},
		Content: source.Span{Start: r.at + width, End: r.from - width}, Parts: &tree.NoParts,
	})
	r.at = r.from
	return true
}

// delimiter takes a run of asterisks or underscores: text, the begin of an emphasis
// or its end. What can be both is not regular.
func (r *inlineReader) delimiter(base int) bool {
	src := r.f.Src
	c, width := src[r.at], source.Run(src[r.at:r.end], src[r.at])
	before, after := '\n', ' '
	if r.at > r.start {
		before, _ = utf8.DecodeLastRune(src[r.start:r.at])
	}
	if r.at+width < r.end {
		after, _ = utf8.DecodeRune(src[r.at+width : r.end])
	}
	if before == utf8.RuneError || after == utf8.RuneError {
		return false
	}
	spaceBefore, spaceAfter := util.IsSpaceRune(before), util.IsSpaceRune(after)
	signBefore, signAfter := util.IsPunctRune(before), util.IsPunctRune(after)
	left := !spaceAfter && (!signAfter || spaceBefore || signBefore)
	right := !spaceBefore && (!signBefore || spaceAfter || signAfter)
	opens, closes := left, right
	if c == '_' {
		opens, closes = left && (!right || signBefore), right && (!left || signAfter)
	}
	switch {
	case !opens && !closes:
		r.at += width
		return true
	case opens && closes || width > 2:
		return false
	}
	r.text(r.at)
	r.at += width
	r.from = r.at
	if opens {
		r.open = append(r.open, openEmphasis{len(r.f.Nodes), c, width})
		n := tree.Node{Kind: tree.Emphasis, Parent: r.parent, Span: source.Span{Start: r.at - width}, Parts: &tree.NoParts}
		if width == 2 {
			n.Kind = tree.Strong
		}
		r.parent = len(r.f.Nodes)
		r.f.Nodes = append(r.f.Nodes, n)
		return true
	}
	last := len(r.open) - 1
	if last < base || r.open[last].char != c || r.open[last].width != width {
		return false
	}
	n := &r.f.Nodes[r.open[last].node]
	n.End, n.Span.End = len(r.f.Nodes), r.at
	r.open, r.parent = r.open[:last], n.Parent
	return true
}

// bracket takes the bracket that begins here: text, or the link or image that
// begins at start.
func (r *inlineReader) bracket(start, to int, label bool) bool {
	src := r.f.Src
	open := start
	if src[start] == '!' {
		open++
	}
	end := r.closing(open+1, to)
	if end < 0 || src[open+1] == '^' || end == open+1 || end-open > 900 {
		return false
	}
	n := tree.Node{Kind: tree.Link, Parent: r.parent, Span: source.Span{Start: start}, Content: source.Span{Start: open + 1, End: end}}
	if open > start {
		n.Kind = tree.Image
	}
	if n.Parts, n.Span.End = r.target(n.Content, to); n.Parts == nil {
		r.at = open + 1
		r.brackets++
		return n.Span.End == 0 && !label
	}
	if label && open == start {
		return false // a link within a link
	}
	r.text(start)
	i := len(r.f.Nodes)
	r.f.Nodes = append(r.f.Nodes, n)
	r.at, r.from, r.parent = open+1, open+1, i
	if !r.read(end, true) {
		return false
	}
	r.f.Nodes[i].End = len(r.f.Nodes)
	r.at, r.from, r.parent = n.Span.End, n.Span.End, n.Parent
	return true
}

// target reads what stands behind the text of a link, and returns where the link
// ends. Without parts, the text is no link if that is 0, and else not regular.
func (r *inlineReader) target(text source.Span, to int) (*tree.Parts, int) {
	src, after := r.f.Src, text.End+1
	switch {
	case after < to && src[after] == '(':
		return r.destination(after+1, to)
	case after < to && src[after] == '[':
		end := r.closing(after+1, to)
		if label := (source.Span{Start: after + 1, End: end}); end > label.Start && r.defined != nil && r.defined(src[label.Start:label.End]) {
			return &tree.Parts{Reference: label}, end + 1
		}
		return nil, -1
	case r.defined != nil && r.defined(src[text.Start:text.End]):
		return &tree.Parts{Reference: text}, after
	}
	return nil, 0
}

// closing returns the offset of the bracket that closes the one before at, or -1 where a
// simple search does not find it.
func (r *inlineReader) closing(at, to int) int {
	src, depth := r.f.Src, 0
	for ; at < to; at++ {
		switch src[at] {
		case '`':
			length := codeSpan(src[at:to])
			if length == 0 {
				return -1
			}
			at += length - 1
		case '\\':
			at++
		case '[':
			depth++
		case ']':
			if depth == 0 {
				return at
			}
			depth--
		}
	}
	return -1
}

// destination reads what stands in the parentheses behind the text of a link, and
// returns where they end; -1 for what is not regular.
func (r *inlineReader) destination(start, to int) (*tree.Parts, int) {
	src, at := r.f.Src, start
	for at < to && destinationBytes[src[at]] {
		at++
	}
	parts := &tree.Parts{Destination: source.Span{Start: start, End: at}, Title: source.Span{Start: at, End: at}}
	if at+1 < to && src[at] == ' ' && src[at+1] == '"' {
		n := bytes.IndexAny(src[at+2:to], "\"\\\n")
		if n < 0 || src[at+2+n] != '"' {
			return nil, -1
		}
		parts.Title = source.Span{Start: at + 1, End: at + n + 3}
		at += n + 3
	}
	if at == to || src[at] != ')' || parts.Destination.Empty() {
		return nil, -1
	}
	return parts, at + 1
}

// destinationBytes are those that stand for themselves in a destination.
var destinationBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c > ' ' && c != 0x7F
	}
	for _, c := range []byte("()<>\\") {
		t[c] = false
	}
	return t
}()
