package locate

import (
	"sort"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// blocks returns where the blocks with text begin, in order.
func (x *Index) blocks() []int {
	var out []int
	for _, n := range x.d.Nodes() {
		switch n.Kind {
		case markdown.Paragraph, markdown.ATXHeading, markdown.SetextHeading, markdown.FencedCode, markdown.IndentedCode,
			markdown.HTMLBlock, markdown.TableCell, markdown.ThematicBreak, markdown.LinkDefinition:
			out = append(out, n.Span.Start)
		}
	}
	return out
}

// crosses reports whether s has parts of several blocks.
func (l *locator) crosses(s source.Span) bool {
	starts := l.blockList()
	i := sort.SearchInts(starts, s.Start+1)
	return i < len(starts) && starts[i] < s.End
}

// occurrenceOf returns the place of a match. One in the rendered page is widened so that it cuts no markup.
func (l *locator) occurrenceOf(m reading.Match, rendered bool) occurrence {
	p := occurrence{Match: m, span: m.Span()}
	if rendered {
		p.span = l.widen(p.span)
	}
	return p
}

// widen returns the smallest span around s that contains only whole links, emphasis and code spans.
func (l *locator) widen(s source.Span) source.Span {
	for {
		wide := l.cutNodes(s.Start, s)
		wide = l.cutNodes(wide.End-1, wide)
		if wide == s {
			return s
		}
		s = wide
	}
}

// cutNodes returns s extended by the inline nodes around offset that it cuts.
func (l *locator) cutNodes(offset int, s source.Span) source.Span {
	nodes := l.d.Nodes()
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start > offset }) - 1
	for ; i > 0; i = nodes[i].Parent {
		n := &nodes[i]
		if n.Kind == markdown.Text || offset >= n.Span.End {
			continue
		}
		if !n.Kind.Inline() {
			break
		}
		if !n.Span.Contains(s) {
			s = s.Union(n.Span)
		}
	}
	return s
}
