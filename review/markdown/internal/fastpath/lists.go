package fastpath

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A listBlock is a block of a chunk of plain lists: a list item or a paragraph.
type listBlock struct {
	source.Span       // of an item its marker, of a paragraph its text
	depth       int   // the number of items around it
	marker      byte  // of an item: the bullet or delimiter; 0 for a paragraph
	number      int32 // of an item of an ordered list
	ordered     bool
	fresh       bool // the item begins a new list
	blank       bool // the line before it is blank
	wanted      bool // a paragraph that goldmark is to parse for its inline nodes
}

// An openItem is a list item that is open, with the column of its content.
type openItem struct {
	content int
	marker  byte
	ordered bool
}

// A listReader reads chunks that contain only bullet lists, numbered lists and paragraphs in their regular form: each
// marker is directly below the marker of its list or at the start of the text of the item around it. It refuses
// everything else, and in doubt it refuses too; then goldmark reads the chunk.
//
// Bullets are why most documents need a tree at all. Reading them from the lines takes a tenth of the time. FuzzLists
// compares the nodes with goldmark's.
type listReader struct {
	blocks []listBlock
	open   []openItem
	empty  int // depth of the last block if that is an item without text, else -1
}

// read reports whether src[c.Start:c.End] has the regular form, and sets blocks to what it contains.
func (p *listReader) read(src []byte, c source.Span) bool {
	if !listText(src[c.Start:c.End]) {
		return false
	}
	p.blocks, p.open = p.blocks[:0], p.open[:0]
	text, blank := false, false // text: a paragraph is open; blank: the last line was blank
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

// item reads a list item at first, on the line that begins at at. text says whether a paragraph is open.
func (p *listReader) item(src []byte, at, first, last int, blank, text bool) bool {
	width := tree.ItemMarker(src[first:last])
	body := first + width
	for body < last && src[body] == ' ' {
		body++
	}
	depth, left := p.container(first - at)
	indent := first - at - left
	if indent > 3 && text { // indented code, which cannot interrupt a paragraph: it is text
		p.blocks[len(p.blocks)-1].End = last
		return true
	}
	if indent > 3 || body-first-width > 4 {
		return false
	}
	empty := body >= last
	nested := !empty && tree.ItemMarker(src[body:last]) > 0 // the text of the item begins with another item
	if nested && (isBreak(src[first:last]) || isBreak(src[body:last])) ||
		!nested && !empty && !startsText(src[body:last], true) {
		return false
	}
	// goldmark reads a marker that is indented below an item without text as its sibling.
	if p.empty >= 0 && depth > p.empty {
		return false
	}
	b := listBlock{
		Span: source.Span{Start: first, End: first + width}, depth: depth, marker: src[first+width-1], ordered: width > 1,
		fresh: true, blank: blank,
	}
	for _, c := range src[first : first+width-1] {
		b.number = 10*b.number + int32(c-'0')
	}
	if depth < len(p.open) {
		b.fresh = p.open[depth].marker != b.marker || p.open[depth].ordered != b.ordered
	}
	// Such an item cannot interrupt a paragraph: the line is text.
	if b.fresh && text && (empty || b.ordered && b.number != 1) {
		open := &p.blocks[len(p.blocks)-1]
		open.End = last
		return open.depth == depth && b.marker != '-' // else it is text of another container, or a setext underline
	}
	p.open = append(p.open[:depth], openItem{body - at, b.marker, b.ordered})
	p.blocks = append(p.blocks, b)
	if p.empty = -1; empty {
		p.empty = depth
		return true
	}
	if nested {
		return p.item(src, at, body, last, false, false) && p.empty < 0
	}
	p.blocks = append(p.blocks, listBlock{Span: source.Span{Start: body, End: last}, depth: depth + 1})
	return true
}

// container returns the number of open items that contain a line indented to this column, and the column of the content
// of the innermost of them.
func (p *listReader) container(column int) (depth, left int) {
	for depth = len(p.open); depth > 0 && p.open[depth-1].content > column; {
		depth--
	}
	if depth == 0 {
		return 0, 0
	}
	return depth, p.open[depth-1].content
}

// paragraph reads text that begins at first, on the line that begins at at.
func (p *listReader) paragraph(at, first, last int, blank bool) bool {
	depth, left := p.container(first - at)
	if first-at-left > 3 {
		return false // indented code
	}
	p.open = p.open[:depth]
	p.blocks = append(p.blocks, listBlock{Span: source.Span{Start: first, End: last}, depth: depth, blank: blank})
	return true
}

// sound reports whether no paragraph may define a link, and none mixes runs of one and two tildes, which goldmark may
// pair as a strikethrough.
func (p *listReader) sound(src []byte) bool {
	for i := range p.blocks {
		text := src[p.blocks[i].Start:p.blocks[i].End]
		if text[0] == '[' && mayDefine(text) || bytes.IndexByte(text, '~') >= 0 && !sameTildes(text) {
			return false
		}
	}
	return true
}

// mayDefine reports whether a paragraph that begins with a bracket may define a link: no text follows the possible
// destination.
func mayDefine(text []byte) bool {
	end := bytes.IndexByte(text, ']')
	if end < 0 || text[end-1] != '\\' && (end+1 == len(text) || text[end+1] != ':') {
		return false
	}
	line, _, _ := bytes.Cut(text[end+1:], []byte("\n"))
	words := bytes.FieldsFunc(line, func(r rune) bool { return r < utf8.RuneSelf && source.IsSpace(byte(r)) })
	return text[end-1] == '\\' || len(words) < 3 || len(words[0]) > 1 || words[1][0] == '<' ||
		bytes.IndexByte([]byte("\"'("), words[2][0]) >= 0
}

// sameTildes reports whether all runs of tildes in text have length one, or all have length two.
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

// lists adds the nodes of a chunk that p has read. It calls parse for each wanted paragraph.
func lists(f *tree.Flattener, p *listReader, parse func(text source.Span, parent int)) {
	f.Nodes = slices.Grow(f.Nodes, len(p.blocks)+len(p.blocks)/4)
	var open []int // the open lists and items, outermost first
	parent := func() int {
		if len(open) == 0 {
			return 0
		}
		return open[len(open)-1]
	}
	end := 0 // end of the last paragraph
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
				f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Paragraph, Parent: parent(), End: len(f.Nodes) + 1, Span: b.Span,
					Parts: &tree.NoParts})
			}
			end = b.End
			continue
		}
		if b.fresh {
			shut(2 * b.depth)
			if b.blank && b.depth > 0 {
				f.Nodes[open[2*b.depth-2]].Tight = false
			}
			list := tree.Node{Kind: tree.BulletList, Tight: true, Marker: b.marker, Parent: parent(),
				Span: source.Span{Start: b.Start}, Parts: &tree.NoParts}
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
		f.Nodes = append(f.Nodes, tree.Node{Kind: tree.ListItem, Parent: parent(), Span: source.Span{Start: b.Start},
			Content: b.Span, Parts: &tree.NoParts})
		open = append(open, len(f.Nodes)-1)
	}
	shut(0)
}
