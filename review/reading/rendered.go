package reading

import (
	"bytes"
	"html"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Rendered returns the reading of d as its readers see it: without markup, link destinations, comments, tags, front
// matter and reference definitions, with character references and escapes resolved. Blocks, table cells and lines have
// a space between them.
func Rendered(d *zone.Document) *Text {
	r := &renderer{folder: newFolder(d.Text()), nodes: d.Nodes()}
	for i := 1; i < len(r.nodes); {
		i = r.node(i)
	}
	r.trim()
	return &r.Text
}

type renderer struct {
	*folder
	nodes []markdown.Node
}

// node appends node i, without its descendants. It returns the index of the next node.
func (r *renderer) node(i int) int {
	n := &r.nodes[i]
	if !n.Kind.Inline() {
		r.space(n.Span.Start, n.Span.Start)
	}
	switch n.Kind {
	case markdown.Text:
		r.prose(n.Span)
	case markdown.CodeSpan, markdown.AutoLink:
		r.lines(r.src, n.Content, false)
	case markdown.SoftBreak, markdown.HardBreak:
		r.space(n.Span.Start, n.Span.End)
	case markdown.FencedCode:
		r.lines(r.src, n.Body, true)
	case markdown.IndentedCode:
		r.lines(r.src, n.Span, true)
	case markdown.HTMLBlock:
		r.html(n.Span)
	case markdown.Image, markdown.LinkDefinition:
		return n.End // not on the page
	}
	return i + 1
}

// prose appends text with its references and escapes resolved.
func (r *renderer) prose(s source.Span) {
	for i := s.Start; i < s.End; {
		c := r.src[i]
		if c == '\\' && i+1 < s.End && isPunct(r.src[i+1]) {
			r.add(rune(r.src[i+1]), i, i+2)
			i += 2
			continue
		}
		i += r.character(i, s.End)
	}
}

// character appends the character at i, or what the character reference at i stands for. It returns its length.
func (r *renderer) character(i, end int) int {
	if r.src[i] == '&' {
		if n := r.reference(i, end); n > 0 {
			return n
		}
	}
	return r.rune(r.src[i:end], i)
}

// maxReference is longer than the longest name of a character reference.
const maxReference = 36

// reference appends what the character reference at i stands for. It returns its length, 0 when there is none.
func (r *renderer) reference(i, end int) int {
	semi := bytes.IndexByte(r.src[i:min(end, i+maxReference)], ';')
	if semi < 2 {
		return 0
	}
	raw := string(r.src[i : i+semi+1])
	plain := html.UnescapeString(raw)
	if plain == raw || len(plain) > 0 && plain[len(plain)-1] == ';' && raw != "&semi;" && raw != "&#59;" {
		return 0 // HTML resolves the start of &copyfoo;, Markdown does not
	}
	for _, c := range plain {
		r.add(c, i, i+semi+1)
	}
	return semi + 1
}

// html appends the text between the tags of raw HTML.
func (r *renderer) html(s source.Span) {
	for i := s.Start; i < s.End; {
		if r.src[i] == '<' {
			if n := tag(r.src[i:s.End]); n > 0 {
				r.space(i, i+n)
				i += n
				continue
			}
		}
		i += r.character(i, s.End)
	}
}

// tag returns the length of the tag or comment that b begins with, 0 where there is none. One that does not end goes on
// to the end of b.
func tag(b []byte) int {
	end, stop := 0, ">"
	switch {
	case bytes.HasPrefix(b, []byte("<!--")):
		end, stop = 4, "-->"
	case len(b) > 1 && (b[1] == '/' || b[1] == '!' || b[1] == '?' || 'a' <= b[1]|0x20 && b[1]|0x20 <= 'z'):
	default:
		return 0
	}
	n := bytes.Index(b[end:], []byte(stop))
	if n < 0 {
		return len(b)
	}
	return end + n + len(stop)
}

// isPunct reports whether a backslash escapes c.
func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
