package zone

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
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
	add := func(start, end int) { o.add(start-o.base, end-o.base, HTML) }
	block := 0
	from := sort.Search(len(d.Nodes()), func(i int) bool { return d.Nodes()[i].Span.Start >= o.base })
	for i := from; i < len(d.Nodes()) && d.Nodes()[i].Span.Start < o.base+len(o.src); i++ {
		n := &d.Nodes()[i]
		if !n.Kind.Inline() && n.Kind != markdown.HTMLBlock {
			block = n.Span.End
			continue
		}
		if open.name != "" && open.block > 0 && n.Span.Start >= open.block {
			add(open.start, open.block)
			open.name = ""
		}
		if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML {
			continue
		}
		for _, t := range tags(d.Text(), n.Span) {
			switch {
			case open.name == "" && !t.closing && slices.Contains(html.VerbatimElements, t.name):
				open.name, open.start, open.block = t.name, t.End, 0
				if n.Kind == markdown.InlineHTML {
					open.block = block
				}
			case open.name == t.name && t.closing:
				add(open.start, t.Start)
				open.name = ""
			}
		}
	}
	if open.name != "" && open.block > 0 {
		add(open.start, open.block)
	}
}

// A tag is a tag of HTML.
type tag struct {
	source.Span
	name    string // in lower case
	closing bool
}

// tags returns the tags within s, without those in comments and those that close themselves.
func tags(src []byte, s source.Span) []tag {
	var out []tag
	for at := s.Start; at < s.End; {
		n := bytes.IndexByte(src[at:s.End], '<')
		if n < 0 {
			break
		}
		at += n
		rest := src[at:s.End]
		if bytes.HasPrefix(rest, []byte("<!--")) {
			if n = bytes.Index(rest, []byte("-->")); n < 0 {
				break
			}
			at += n
			continue
		}
		t := tag{Span: source.Span{Start: at}}
		j := 1
		if t.closing = j < len(rest) && rest[j] == '/'; t.closing {
			j++
		}
		begin := j
		for j < len(rest) && html.NameByte(rest[j]) {
			j++
		}
		t.name = strings.ToLower(string(rest[begin:j]))
		if n = bytes.IndexByte(rest, '>'); n < 0 {
			break
		}
		at += n + 1
		t.End = at
		if t.name != "" && rest[n-1] != '/' {
			out = append(out, t)
		}
	}
	return out
}
