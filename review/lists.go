package review

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A listBlock is a block of a plain chunk: a list item or a paragraph.
type listBlock struct {
	source.Span      // the marker of an item, the text of a paragraph
	depth       int  // how many items it stands in
	marker      byte // of an item, 0 for a paragraph
	fresh       bool // the item is the first one of its list
	blank       bool // the line before it is blank
	wanted      bool // a paragraph whose inline nodes are wanted
}

// A openItem is a list item that is open, with the columns of its marker and of
// what stands in it.
type openItem struct {
	column, content int
	marker          byte
}

// A listReader reads chunks that are nothing but bullet lists and paragraphs, of
// the regular form in which most are written: each marker stands right below that
// of its list, or where the text of the item around it begins. It says no to
// everything else, rather once too often; then goldmark is to read the chunk.
//
// Most documents that need a tree need one because of their bullets, and making it
// from the lines takes a tenth of the time. What it says of a chunk equals what
// goldmark says: see FuzzLists.
type listReader struct {
	blocks []listBlock
	open   []openItem
}

// read reports whether src[c.Start:c.End] is plain; then blocks are its blocks.
func (p *listReader) read(src []byte, c source.Span) bool {
	if !listText(src[c.Start:c.End]) {
		return false
	}
	p.blocks, p.open = p.blocks[:0], p.open[:0]
	text, blank := false, false // a paragraph is open, the line before is blank
	for at := c.Start; at < c.End; {
		end := c.End
		if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
			end = at + n + 1
		}
		first, last := at, end
		for first < last && src[first] == ' ' {
			first++
		}
		for last > first && (src[last-1] == '\n' || src[last-1] == '\r' || src[last-1] == ' ') {
			last--
		}
		switch {
		case first == last:
			blank, text = true, false
		case isBullet(src[first:last]):
			if !p.item(src, at, first, last, blank) {
				return false
			}
			blank, text = false, true
		case !startsText(src[first:last], !text):
			return false
		case text:
			p.blocks[len(p.blocks)-1].End = last
		default:
			if !p.paragraph(at, first, last, blank) {
				return false
			}
			blank, text = false, true
		}
		at = end
	}
	return p.sound(src)
}

// isBullet reports whether a line begins with a bullet and a space.
func isBullet(line []byte) bool {
	return len(line) > 1 && line[1] == ' ' && (line[0] == '-' || line[0] == '*' || line[0] == '+')
}

// item opens a list item at first, on the line that begins at at.
func (p *listReader) item(src []byte, at, first, last int, blank bool) bool {
	body := first + 1
	for body < last && src[body] == ' ' {
		body++
	}
	// goldmark takes lines less indented than a text five columns behind the start of
	// the bullet for a part of it.
	if body-first > 4 || !startsText(src[body:last], true) || isBullet(src[body:last]) {
		return false
	}
	column, depth := first-at, len(p.open)
	if depth == 0 && column > 0 {
		return false
	}
	if depth == 0 || column != p.open[depth-1].content {
		for depth > 0 && p.open[depth-1].column != column {
			depth--
		}
		if depth == 0 && len(p.open) > 0 {
			return false
		}
		depth = max(0, depth-1)
	}
	b := listBlock{source.Span{Start: first, End: first + 1}, depth, src[first], true, blank, false}
	if depth < len(p.open) {
		b.fresh = p.open[depth].marker != b.marker
	}
	p.open = append(p.open[:depth], openItem{column, body - at, b.marker})
	p.blocks = append(p.blocks, b, listBlock{Span: source.Span{Start: body, End: last}, depth: depth + 1})
	return true
}

// paragraph opens a paragraph at first, on the line that begins at at.
func (p *listReader) paragraph(at, first, last int, blank bool) bool {
	column, depth := first-at, len(p.open)
	for depth > 0 && p.open[depth-1].content > column {
		depth--
	}
	left := 0
	if depth > 0 {
		left = p.open[depth-1].content
	} else if len(p.open) > 0 {
		return false
	}
	if column-left > 3 {
		return false // code
	}
	p.open = p.open[:depth]
	p.blocks = append(p.blocks, listBlock{Span: source.Span{Start: first, End: last}, depth: depth, blank: blank})
	return true
}

// sound reports whether no paragraph defines anything.
func (p *listReader) sound(src []byte) bool {
	for i := range p.blocks {
		if b := &p.blocks[i]; src[b.Start] == '[' && bytes.Contains(src[b.Start:b.End], []byte("]:")) {
			return false
		}
	}
	return true
}

// listText reports whether nothing in text may reach over the end of its
// paragraph, such as a formula, and no column is made up by a tab.
func listText(text []byte) bool {
	for i, c := range text {
		if reachingBytes[c] {
			switch {
			case c == '\r' && i+1 < len(text) && text[i+1] == '\n':
			case c == '\\' && i+1 < len(text) && text[i+1] != '(' && text[i+1] != '[':
			case c == '%' && i+1 < len(text) && text[i+1] != '%':
			default:
				return false
			}
		}
	}
	return true
}

var reachingBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = c < ' ' && c != '\n' || c == 0x7F
	}
	for _, c := range []byte("<{$\\%") {
		t[c] = true
	}
	return t
}()

// startsText reports whether a line that begins so is text, and neither the start
// of another block nor what makes another block of the paragraph that it goes on
// with. Text that begins a paragraph may not look like what ends at its line
// ending in templates, either.
func startsText(line []byte, begins bool) bool {
	switch c := line[0]; {
	case isLetter(c) || c >= 0x80:
		return true
	case isDigit(c):
		n := 1
		for n < len(line) && isDigit(line[n]) {
			n++
		}
		return n == len(line) || line[n] != '.' && line[n] != ')'
	case c == '`':
		return run(line, '`') < 3
	case c == '[':
		return len(line) > 1 && line[1] != '^' && line[1] != '!'
	case c == '*' || c == '_':
		n := 0
		for n < len(line) && (line[n] == '*' || line[n] == '_') {
			n++
		}
		return n < len(line) && line[n] != ' '
	case c == '#':
		return len(line) > 1 && (isDigit(line[1]) || isLetter(line[1]))
	case c == '!':
		return len(line) > 1 && line[1] == '['
	}
	return bytes.IndexByte([]byte(`"'(,./;@&\)`), line[0]) >= 0
}

// lists adds the nodes of a chunk that p has read. parse adds those
// of paragraphs that are wanted.
func (f *flattener) lists(p *listReader, parse func(text source.Span, parent int)) {
	var open []int // the lists and items that are open, in turn
	parent := func() int {
		if len(open) == 0 {
			return 0
		}
		return open[len(open)-1]
	}
	end := 0 // of the last paragraph
	shut := func(depth int) {
		for _, i := range open[depth:] {
			f.nodes[i].End, f.nodes[i].Span.End = len(f.nodes), end
		}
		open = open[:depth]
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.marker == 0 {
			shut(2 * b.depth)
			if b.blank && b.depth > 0 {
				f.nodes[open[2*b.depth-2]].Tight = false
			}
			if b.wanted {
				parse(b.Span, parent())
			} else {
				f.nodes = append(f.nodes, Node{Kind: Paragraph, Parent: parent(), End: len(f.nodes) + 1, Span: b.Span, Parts: &noParts})
			}
			end = b.End
			continue
		}
		if b.fresh {
			shut(2 * b.depth)
			if b.blank && b.depth > 0 {
				f.nodes[open[2*b.depth-2]].Tight = false
			}
			f.nodes = append(f.nodes, Node{
				Kind: BulletList, Tight: true, Marker: b.marker, Parent: parent(), Span: source.Span{Start: b.Start}, Parts: &noParts,
			})
			open = append(open, len(f.nodes)-1)
		} else {
			shut(2*b.depth + 1)
			if b.blank {
				f.nodes[open[2*b.depth]].Tight = false
			}
		}
		f.nodes = append(f.nodes, Node{Kind: ListItem, Parent: parent(), Span: source.Span{Start: b.Start}, Content: b.Span, Parts: &noParts})
		open = append(open, len(f.nodes)-1)
	}
	shut(0)
}
