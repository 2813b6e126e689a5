package markdown

import (
	"sort"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Heading is one heading of a document and the section that it opens.
type Heading struct {
	// Node is the index of the heading in Document.Nodes.
	Node  int
	Level int
	// Text is the heading as a reader sees it: without markup, code spans and link texts included, images left out.
	Text string
	// Span is where the heading's content is written, without its marks.
	Span source.Span
	// Section reaches from the heading to the next one of the same or a higher level.
	Section source.Span
	// Parent is the index of the heading that this one stands under, -1 for none.
	Parent int
}

// Headings returns the document's headings in order.
func (d *Document) Headings() []Heading { return d.headings() }

func (d *Document) findHeadings() []Heading {
	var out []Heading
	var open []int // the indices of the headings whose sections are open
	for i := range d.tree.Nodes {
		n := &d.tree.Nodes[i]
		if n.Kind != tree.ATXHeading && n.Kind != tree.SetextHeading {
			continue
		}
		h := Heading{Node: i, Level: int(n.Level), Text: d.VisibleText(i), Span: n.Content, Parent: -1}
		h.Section = source.Span{Start: n.Span.Start, End: len(d.src)}
		for len(open) > 0 && out[open[len(open)-1]].Level >= h.Level {
			out[open[len(open)-1]].Section.End = n.Span.Start
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			h.Parent = open[len(open)-1]
		}
		open = append(open, len(out))
		out = append(out, h)
	}
	return out
}

// VisibleText returns what a reader sees of nodes[i]: its text and code without
// markup, white space for line breaks, nothing for images and HTML.
func (d *Document) VisibleText(i int) string { return string(d.AppendVisible(nil, i, false)) }

// AppendVisible appends the visible text of nodes[i]; images count with their descriptions or not at all.
func (d *Document) AppendVisible(out []byte, i int, images bool) []byte {
	for j := i + 1; j < d.tree.Nodes[i].End; j++ {
		n := &d.tree.Nodes[j]
		switch n.Kind {
		case tree.Text:
			out = AppendText(out, d.Bytes(n.Span))
		case tree.CodeSpan:
			out = append(out, trimCode(d.Bytes(n.Content))...)
		case tree.AutoLink:
			out = append(out, d.Bytes(n.Content)...)
		case tree.SoftBreak, tree.HardBreak:
			out = append(out, ' ')
		case tree.Image:
			if !images {
				j = n.End - 1
			}
		}
	}
	return out
}

// HeadingAt returns the index in Headings of the innermost section that holds offset,
// -1 before the first heading.
func (d *Document) HeadingAt(offset int) int {
	hs := d.Headings()
	return sort.Search(len(hs), func(i int) bool { return hs[i].Section.Start > offset }) - 1
}

// HeadingPath returns the texts of the headings above offset, outermost first.
func (d *Document) HeadingPath(offset int) []string {
	hs, at := d.Headings(), d.HeadingAt(offset)
	depth := 0
	for i := at; i >= 0; i = hs[i].Parent {
		depth++
	}
	if depth == 0 {
		return nil
	}
	path := make([]string, depth)
	for i := at; i >= 0; i = hs[i].Parent {
		depth--
		path[depth] = hs[i].Text
	}
	return path
}
