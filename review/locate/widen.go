package locate

import (
	"sort"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// blocks is where the blocks begin that hold text, in order.
func (l *locator) blocks() []int {
	var out []int
	for _, n := range l.d.Nodes() {
		switch n.Kind {
		case review.Paragraph, review.ATXHeading, review.SetextHeading, review.FencedCode, review.IndentedCode,
			review.HTMLBlock, review.TableCell, review.ThematicBreak, review.LinkDefinition:
			out = append(out, n.Span.Start)
		}
	}
	return out
}

// crosses reports whether s reaches from one block into another.
func (l *locator) crosses(s source.Span) bool {
	starts := l.blockList()
	i := sort.SearchInts(starts, s.Start+1)
	return i < len(starts) && starts[i] < s.End
}

// placeOf is what a match stands for in the document: what was found as it is
// rendered must cut no markup.
func (l *locator) placeOf(m match, rendered bool) place {
	p := place{match: m, span: m.span()}
	if rendered {
		p.span = l.widen(p.span)
	}
	return p
}

// widen makes a span that was found on the rendered page so wide that it cuts no
// link, emphasis or code span open.
func (l *locator) widen(s source.Span) source.Span {
	for {
		wide := l.around(s.Start, s)
		wide = l.around(wide.End-1, wide)
		if wide == s {
			return s
		}
		s = wide
	}
}

// around is s united with the inline nodes around offset that it cuts.
func (l *locator) around(offset int, s source.Span) source.Span {
	nodes := l.d.Nodes()
	i := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start > offset }) - 1
	for ; i > 0; i = nodes[i].Parent {
		n := &nodes[i]
		if n.Kind == review.Text || offset >= n.Span.End {
			continue
		}
		if !n.Kind.Inline() {
			break
		}
		if !n.Span.Contains(s) {
			s.Start, s.End = min(s.Start, n.Span.Start), max(s.End, n.Span.End)
		}
	}
	return s
}
