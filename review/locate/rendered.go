package locate

import (
	"bytes"
	"html"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// rendered is the reading of d as its readers see it: without markup, link
// destinations, comments and tags, with character references and escapes
// resolved; blocks, table cells and lines have a space between them. Front
// matter and reference definitions are not seen.
func rendered(d *review.Document) *text {
	r := &renderer{folder: newFolder(len(d.Source())), src: d.Source(), nodes: d.Nodes()}
	for i := 1; i < len(r.nodes); {
		i = r.node(i)
	}
	r.trim()
	return &r.text
}

type renderer struct {
	*folder
	src   []byte
	nodes []review.Node
}

// node appends node i, without its descendants, and returns the index of what
// comes next.
func (r *renderer) node(i int) int {
	n := &r.nodes[i]
	if !n.Kind.Inline() {
		r.space(n.Span.Start, n.Span.Start)
	}
	switch n.Kind {
	case review.Text:
		r.prose(n.Span)
	case review.CodeSpan:
		r.codeSpan(n)
	case review.AutoLink:
		r.plain(n.Content)
	case review.SoftBreak, review.HardBreak:
		r.space(n.Span.Start, n.Span.End)
	case review.FencedCode:
		r.code(n.Body)
	case review.IndentedCode:
		r.code(n.Span)
	case review.HTMLBlock:
		r.html(n.Span)
	case review.Image:
		return n.End // its text is not on the page
	case review.LinkDefinition:
		return n.End
	}
	return i + 1
}

func (r *renderer) plain(s source.Span) {
	for i := s.Start; i < s.End; {
		i += r.rune(r.src[i:s.End], i)
	}
}

// code appends lines of code, without the marks of block quotes around them.
func (r *renderer) code(s source.Span) {
	for i := s.Start; i < s.End; {
		if i == s.Start || r.src[i-1] == '\n' {
			if p := prefix(r.src[i:s.End]); p > 0 {
				r.space(i, i+p)
				i += p
				continue
			}
		}
		i += r.rune(r.src[i:s.End], i)
	}
}

// codeSpan appends what stands between the backticks; a code span may run over
// a line ending inside a block quote.
func (r *renderer) codeSpan(n *review.Node) {
	if first := n.Content.Start; first < n.Content.End && bytes.IndexByte(r.src[first:n.Content.End], '\n') >= 0 {
		line := first + bytes.IndexByte(r.src[first:n.Content.End], '\n') + 1
		r.plain(source.Span{Start: first, End: line})
		r.code(source.Span{Start: line, End: n.Content.End})
		return
	}
	r.plain(n.Content)
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

// character appends what the character, or the character reference, at i stands for
// and returns its length.
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

// reference appends what the character reference at i stands for and returns its
// length; 0 when there is none.
func (r *renderer) reference(i, end int) int {
	semi := bytes.IndexByte(r.src[i:min(end, i+maxReference)], ';')
	if semi < 2 {
		return 0
	}
	raw := string(r.src[i : i+semi+1])
	plain := html.UnescapeString(raw)
	if plain == raw || len(plain) > 0 && plain[len(plain)-1] == ';' && raw != "&semi;" && raw != "&#59;" {
		return 0 // &copyfoo; is no reference, whatever HTML makes of its start
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

// tag is the length of the tag or comment that b begins with; one that does not
// end reaches to the end of b.
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

func isPunct(c byte) bool {
	return c < utf8.RuneSelf && (c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~')
}
