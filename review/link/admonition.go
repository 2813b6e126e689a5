package link

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// inAdmonitions returns the destinations in the bodies of the admonitions and tabs of Python-Markdown. CommonMark reads
// them as indented code, so no fix writes there. But on such a site their links work. deep limits how many admonitions
// within each other are read: each is parsed anew.
func inAdmonitions(d *zone.Document, deep int) []Outbound {
	marks := []string{"!!!", "???", "==="}
	if deep == 0 || !slices.ContainsFunc(marks, func(m string) bool { return bytes.Contains(d.Text(), []byte(m)) }) {
		return nil
	}
	var out []Outbound
	nodes := d.Nodes()
	for i := range nodes {
		if n := &nodes[i]; n.Kind == markdown.IndentedCode && opensAdmonition(d, n.Span.Start) {
			body, places := dedented(d, n.Span)
			inner := zone.Parse(d.Path, body, d.Dialect)
			for _, o := range append(LocalOf(inner), inAdmonitions(inner, deep-1)...) {
				line := inner.Lines().Number(o.Span.Start)
				at, _ := inner.Lines().Span(line)
				start := places[line-1] + o.Span.Start - at.Start
				out = append(out, Outbound{Span: source.Span{Start: start, End: start + o.Span.Len()}, ReadOnly: true})
			}
		}
	}
	return out
}

// opensAdmonition reports whether the last line with text before the one of offset at opens an admonition or a tab.
func opensAdmonition(d *zone.Document, at int) bool {
	for n := d.Lines().Number(at) - 1; n > 0; n-- {
		span, _ := d.Lines().Span(n)
		line := bytes.TrimLeft(bytes.TrimSpace(d.Bytes(span)), ">-*+ \t")
		if len(line) == 0 {
			continue
		}
		return bytes.HasPrefix(line, []byte("!!! ")) || bytes.HasPrefix(line, []byte("???")) ||
			bytes.HasPrefix(line, []byte(`=== "`))
	}
	return false
}

// dedented returns the lines of span without the indentation of the first one, and where each begins in d.
func dedented(d *zone.Document, span source.Span) (text []byte, places []int) {
	lines := d.Lines()
	first, last := lines.Number(span.Start), lines.Number(max(span.Start, span.End-1))
	indent := 0
	for n := first; n <= last; n++ {
		line, _ := lines.Span(n)
		prefix := line.Len() - len(bytes.TrimLeft(d.Bytes(line), "> \t"))
		if n == first {
			indent = prefix
		}
		line.Start += min(indent, prefix)
		text = append(append(text, d.Bytes(line)...), '\n')
		places = append(places, line.Start)
	}
	return text, places
}
