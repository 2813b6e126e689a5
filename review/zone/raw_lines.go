package zone

import (
	"bytes"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// InRawLines reports whether a byte of s is in lines, up to a blank one, that GitHub takes for raw HTML or for text,
// and the parser here for something else. An empty s is, if it lies inside of them and not at their edge.
func (d *Document) InRawLines(s source.Span) bool {
	lines := d.rawLines()
	i := sort.Search(len(lines), func(i int) bool { return lines[i].End > s.Start })
	return i < len(lines) && (lines[i].Start < s.End || lines[i].Start < s.Start)
}

// findRawLines returns spans in order, none within another. It looks at each line a few times, however many blocks
// there are without a blank line between them: of what begins in the last span only the lines behind that count.
func (d *Document) findRawLines() []source.Span {
	var out []source.Span
	if d.Dialect.MDX {
		return nil // where a tag begins and ends is settled there
	}
	list, quote, raw := 0, 0, 0 // where the last outermost list, the last outermost quote and the last span end
	nodes := d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		lazy := false
		var lines source.Span
		switch n.Kind {
		case markdown.BulletList, markdown.OrderedList:
			if n.Span.Start >= list {
				list, lazy = n.Span.End, d.lazyTag(i)
			}
		case markdown.Blockquote, markdown.FootnoteDefinition:
			if n.Span.Start >= quote {
				quote, lazy = n.Span.End, d.lazyTagInQuote(n.Span)
			}
		case markdown.LinkDefinition:
			lazy = n.Span.Start >= raw && d.underlined(n.Span.End)
		case markdown.Paragraph, markdown.SetextHeading, markdown.HTMLBlock:
			if n.Span.Start >= raw {
				lines = d.rawLinesFrom(i)
			}
		}
		if lazy && n.Span.End > raw {
			lines = source.Span{Start: n.Span.Start, End: d.blankLine(n.Span.End)}
		}
		if last := len(out) - 1; lines.Empty() {
			continue
		} else if last >= 0 && lines.Start < raw {
			out[last] = source.Span{Start: min(lines.Start, out[last].Start), End: max(lines.End, raw)}
		} else {
			out = append(out, lines)
		}
		raw = out[len(out)-1].End
	}
	return out
}

// rawLinesFrom returns those behind a closing tag that opens block i, or around an opening tag that is no HTML block in
// every version of the specification. It returns the empty span for other blocks.
func (d *Document) rawLinesFrom(i int) source.Span {
	n := &d.Nodes()[i]
	start, begin := n.Span.Start, n.Span.Start
	for begin < n.Span.End && d.Text()[begin] == ' ' {
		begin++
	}
	if begin == n.Span.End || d.Text()[begin] != '<' {
		return source.Span{}
	}
	end := d.Lines().End(begin)
	for t := range html.Tags(d.Text(), source.Span{Start: begin, End: end}) {
		closes := t.Kind == html.ClosingTag && slices.Contains(html.VerbatimElements, t.Name)
		switch alone := len(bytes.TrimSpace(d.Text()[t.End:end])) == 0; {
		case t.Start > begin:
		case n.Kind == markdown.HTMLBlock && slices.Contains(unsettledElements, t.Name):
			end = d.blankLine(n.Span.End)
			if raw := d.Bytes(n.Span); bytes.Contains(raw, []byte("```")) || bytes.Contains(raw, []byte("~~~")) {
				end = len(d.Text()) // for some parsers a fence opens there
			}
			return source.Span{Start: d.paragraphAbove(i), End: end}
		case n.Kind != markdown.HTMLBlock && alone && closes:
			return source.Span{Start: start, End: d.blankLine(t.End)}
		}
		break
	}
	return source.Span{}
}

// unsettledElements begin an HTML block, which ends a paragraph, in some versions of the specification.
var unsettledElements = []string{"meta", "search", "source", "textarea"}

// underlined reports whether the line below the one of an offset is nothing but hyphens or equals signs. Behind a
// reference definition, some parsers take it for text, because it would make a heading of the definition.
func (d *Document) underlined(at int) bool {
	start := min(d.Lines().End(at)+1, len(d.Text()))
	line := bytes.TrimSpace(d.Text()[start:d.Lines().End(start)])
	return len(line) > 0 && (len(bytes.Trim(line, "-")) == 0 || len(bytes.Trim(line, "=")) == 0)
}

// paragraphAbove returns where the paragraph starts that ends on the line above block i, or where the block does.
func (d *Document) paragraphAbove(i int) int {
	start := d.Nodes()[i].Span.Start
	if line := d.Lines().Start(start); line > 0 && len(bytes.TrimSpace(d.Text()[d.Lines().Start(line-1):line])) > 0 {
		for k := d.InnermostAt(line - 1); k > 0; k = d.Nodes()[k].Parent {
			if d.Nodes()[k].Kind == markdown.Paragraph {
				return d.Nodes()[k].Span.Start
			}
		}
	}
	return start
}

// blankLine returns the end of the last line before the first blank one that follows an offset.
func (d *Document) blankLine(at int) int {
	at = d.Lines().End(at)
	for at < len(d.Text()) {
		end := d.Lines().End(at + 1)
		if len(bytes.TrimSpace(d.Text()[at+1:end])) == 0 {
			break
		}
		at = end
	}
	return at
}
