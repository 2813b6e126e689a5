package zone

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// elements finds the content of HTML elements that hold code or the like. If the opening tag is in a line of text, the
// content ends at the closing tag or with the block. If the tag is in an HTML block, it ends at the closing tag,
// wherever that is.
func (o *overlays) elements(d *Document) {
	var open struct {
		name  string
		start int
		block int // where the content ends at the latest: the end of the block, or 0 for anywhere
	}
	block := 0
	nodes := d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		if !n.Kind.Inline() && n.Kind != markdown.HTMLBlock {
			block = n.Span.End
			continue
		}
		if open.name != "" && open.block > 0 && n.Span.Start >= open.block {
			o.add(open.start, open.block, HTML)
			open.name = ""
		}
		if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML {
			continue
		}
		for t := range html.Tags(d.Text(), n.Span) {
			switch {
			case open.name == "" && t.Kind == html.OpeningTag && slices.Contains(html.VerbatimElements, t.Name):
				open.name, open.start, open.block = t.Name, t.End, 0
				if n.Kind == markdown.InlineHTML {
					open.block = block
				}
			case open.name == t.Name && t.Kind == html.ClosingTag:
				o.add(open.start, t.Start, HTML)
				open.name = ""
			}
		}
	}
	if open.name != "" && open.block > 0 {
		o.add(open.start, open.block, HTML)
	}
}
