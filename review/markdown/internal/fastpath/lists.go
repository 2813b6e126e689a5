package fastpath

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A listBlock is a block of a plain chunk: a list item or a paragraph.
type listBlock struct {
	source.Span       // the marker of an item, the text of a paragraph
	depth       int   // how many items it stands in
	marker      byte  // of an item: its bullet or delimiter; 0 for a paragraph
	number      int32 // of the first item of an ordered list
	ordered     bool
	fresh       bool // the item is the first one of its list
	blank       bool // the line before it is blank
	wanted      bool // a paragraph whose inline nodes are wanted
}

// An openItem is a list item that is open, with the column of what stands in it.
type openItem struct {
	content int
	marker  byte
	ordered bool
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
	empty  int // the depth of an item without text that was the last block, else -1
}

// read reports whether src[c.Start:c.End] is plain; then blocks are its blocks.
func (p *listReader) read(src []byte, c source.Span) bool {
	if !listText(src[c.Start:c.End]) {
		return false
	}
	p.blocks, p.open = p.blocks[:0], p.open[:0]
	text, blank := false, false // a paragraph is open, the line before is blank
	p.empty = -1
	for at := c.Start; at < c.End; {
		end := c.End
		if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
			end = at + n + 1
		}
		first, last := at, end
		for first < last && src[first] == ' ' {
			first++
		}
		for last > first && (src[last-1] == '\n' || src[last-1] == '\r' || src[last-1] == ' ' || src[last-1] == '\t') {
			last--
		}
		switch {
		case first == last:
			blank, text = true, false
		case p.empty >= 0 && (blank || tree.ItemMarker(src[first:last]) == 0):
			return false
		case tree.ItemMarker(src[first:last]) > 0:
			if !p.item(src, at, first, last, blank, text) {
				return false
			}
			blank, text = false, p.empty < 0
		case !startsText(src[first:last], false):
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

// item opens a list item at first, on the line that begins at at. text says that a
// paragraph is open.
func (p *listReader) item(src []byte, at, first, last int, blank, text bool) bool {
	width := tree.ItemMarker(src[first:last])
	body := first + width
	for body < last && src[body] == ' ' {
		body++
	}
	depth, left := p.container(first - at)
	indent := first - at - left
	if indent > 3 && text { // code, which interrupts no paragraph
		p.blocks[len(p.blocks)-1].End = last
		return true
	}
	if indent > 3 || body-first-width > 4 {
		return false
	}
	empty := body >= last
	if empty && body < len(src) && src[body] == '\r' && body == first+width {
		return false // a carriage return behind a bullet makes it text
	}
	within := !empty && tree.ItemMarker(src[body:last]) > 0 // another item begins the text
	if !empty && (within && isBreak(src[first:last]) || within && isBreak(src[body:last]) || !within && !startsText(src[body:last], true)) {
		return false
	}
	// goldmark takes what is indented below an item without text for its sibling.
	if p.empty >= 0 && depth > p.empty {
		return false
	}
	b := listBlock{
		Span: source.Span{Start: first, End: first + width}, depth: depth, marker: src[first+width-1], ordered: width > 1, fresh: true, blank: blank,
	}
	for _, c := range src[first : first+width-1] {
		b.number = 10*b.number + int32(c-'0')
	}
	if depth < len(p.open) {
		b.fresh = p.open[depth].marker != b.marker || p.open[depth].ordered != b.ordered
	}
	if b.fresh && text && (empty || b.ordered && b.number != 1) { // which interrupts no paragraph
		open := &p.blocks[len(p.blocks)-1]
		open.End = last
		return open.depth == depth && b.marker != '-' // the text of another container, or a heading
	}
	p.open = append(p.open[:depth], openItem{body - at, b.marker, b.ordered})
	p.blocks = append(p.blocks, b)
	if p.empty = -1; empty {
		p.empty = depth
		return true
	}
	if within {
		return p.item(src, at, body, last, false, false) && p.empty < 0
	}
	p.blocks = append(p.blocks, listBlock{Span: source.Span{Start: body, End: last}, depth: depth + 1})
	return true
}

// container returns how many of the open items hold what is indented to a column, and
// the column of what the last of them holds.
func (p *listReader) container(column int) (depth, left int) {
	for depth = len(p.open); depth > 0 && p.open[depth-1].content > column; {
		depth--
	}
	if depth == 0 {
		return 0, 0
	}
	return depth, p.open[depth-1].content
}

// paragraph opens a paragraph at first, on the line that begins at at.
func (p *listReader) paragraph(at, first, last int, blank bool) bool {
	depth, left := p.container(first - at)
	if first-at-left > 3 {
		return false // code
	}
	p.open = p.open[:depth]
	p.blocks = append(p.blocks, listBlock{Span: source.Span{Start: first, End: last}, depth: depth, blank: blank})
	return true
}

// sound reports whether no paragraph defines anything, and none has tildes of which
// two of different lengths may make one strikethrough.
func (p *listReader) sound(src []byte) bool {
	for i := range p.blocks {
		text := src[p.blocks[i].Start:p.blocks[i].End]
		if text[0] == '[' && mayDefine(text) || bytes.IndexByte(text, '~') >= 0 && !sameTildes(text) {
			return false
		}
	}
	return true
}

// mayDefine reports whether a paragraph that begins with a bracket may define a link:
// behind what would be the destination there is no other text.
func mayDefine(text []byte) bool {
	end := bytes.IndexByte(text, ']')
	if end < 0 || text[end-1] != '\\' && (end+1 == len(text) || text[end+1] != ':') {
		return false
	}
	line, _, _ := bytes.Cut(text[end+1:], []byte("\n"))
	words := bytes.FieldsFunc(line, func(r rune) bool { return r < utf8.RuneSelf && source.IsSpace(byte(r)) })
	return text[end-1] == '\\' || len(words) < 3 || len(words[0]) > 1 || words[1][0] == '<' || bytes.IndexByte([]byte("\"'("), words[2][0]) >= 0
}

// sameTildes reports whether all runs of tildes are one long, or all are two.
func sameTildes(text []byte) bool {
	width := 0
	for i := 0; i < len(text); i++ {
		if text[i] != '~' {
			continue
		}
		n := source.RunLength(text[i:], '~')
		if n > 2 || width > 0 && n != width {
			return false
		}
		width, i = n, i+n
	}
	return true
}

// lists adds the nodes of a chunk that p has read. parse adds those
// of paragraphs that are wanted.
func lists(f *tree.Flattener, p *listReader, parse func(text source.Span, parent int)) {
	f.Nodes = slices.Grow(f.Nodes, len(p.blocks)+len(p.blocks)/4)
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
			f.Nodes[i].End, f.Nodes[i].Span.End = len(f.Nodes), end
		}
		open = open[:depth]
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.marker == 0 {
			shut(2 * b.depth)
			if b.blank && b.depth > 0 {
				f.Nodes[open[2*b.depth-2]].Tight = false
			}
			if b.wanted {
				parse(b.Span, parent())
			} else {
				f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Paragraph, Parent: parent(), End: len(f.Nodes) + 1, Span: b.Span, Parts: &tree.NoParts})
			}
			end = b.End
			continue
		}
		if b.fresh {
			shut(2 * b.depth)
			if b.blank && b.depth > 0 {
				f.Nodes[open[2*b.depth-2]].Tight = false
			}
			list := tree.Node{Kind: tree.BulletList, Tight: true, Marker: b.marker, Parent: parent(), Span: source.Span{Start: b.Start}, Parts: &tree.NoParts}
			if b.ordered {
				list.Kind, list.Start = tree.OrderedList, b.number
			}
			f.Nodes = append(f.Nodes, list)
			open = append(open, len(f.Nodes)-1)
		} else {
			shut(2*b.depth + 1)
			if b.blank {
				f.Nodes[open[2*b.depth]].Tight = false
			}
		}
		end = b.End
		f.Nodes = append(f.Nodes, tree.Node{Kind: tree.ListItem, Parent: parent(), Span: source.Span{Start: b.Start}, Content: b.Span, Parts: &tree.NoParts})
		open = append(open, len(f.Nodes)-1)
	}
	shut(0)
}
