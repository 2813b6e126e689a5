package terms

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Rendered is text as a reader sees it. For each byte it knows the bytes of the document.
type Rendered struct {
	Bytes []byte
	parts []part
}

// A part is a part of a rendered text, with its place in the document.
type part struct {
	at      int         // where it starts in the rendered text
	written source.Span // in the document
	same    bool        // the document has the same bytes there: no reference and no escape
}

// Clear empties t.
func (t *Rendered) Clear() { t.Bytes, t.parts = t.Bytes[:0], t.parts[:0] }

// append appends what a reader sees of [start,end) of the document.
func (t *Rendered) append(seen []byte, start, end int, same bool) {
	if len(seen) > 0 {
		t.parts = append(t.parts, part{len(t.Bytes), source.Span{Start: start, End: end}, same})
		t.Bytes = append(t.Bytes, seen...)
	}
}

// Written returns the place in the document of the byte at an offset.
func (t *Rendered) Written(at int) source.Span {
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at > at }) - 1
	p := &t.parts[i]
	if !p.same {
		return p.written
	}
	return source.Span{Start: p.written.Start + at - p.at, End: p.written.Start + at - p.at + 1}
}

// Wall appends a byte that no term contains: text on both sides does not belong together.
func (t *Rendered) Wall(at int) { t.append([]byte{0}, at, at, false) }

// AddNodes appends the text of inline nodes.
func (t *Rendered) AddNodes(d *zone.Document, i, end int) {
	nodes := d.Nodes()
	image := 0      // where the last image ends
	opened := false // whether an element with code was opened; its closing tag separates words
	for ; i < end; i++ {
		n := &nodes[i]
		if image > 0 && n.Span.Start >= image {
			t.Wall(image)
			image = 0
		}
		switch n.Kind {
		case markdown.Text:
			t.prose(d, i)
		case markdown.SoftBreak:
			t.append([]byte(" "), n.Span.Start, n.Span.End, false)
		case markdown.Emphasis, markdown.Strong, markdown.Strikethrough, markdown.Link:
		case markdown.InlineHTML:
			tag := d.Bytes(n.Span)
			if !html.WithinWords(tag) && (opened || !html.ClosesVerbatimElement(tag)) {
				t.Wall(n.Span.Start)
			}
			opened = opened || html.VerbatimTag(tag[1:])
		case markdown.Image:
			t.Wall(n.Span.Start)
			image = n.Span.End
		default:
			t.Wall(n.Span.Start)
		}
	}
}

// prose appends a node of text without the zones in it that are not prose. A character reference may lie in several
// zones.
func (t *Rendered) prose(d *zone.Document, i int) {
	n := &d.Nodes()[i]
	part := source.Span{Start: n.Span.Start, End: n.Span.Start} // the last part that a reader sees
	for _, z := range d.ZonesWithin(n.Span) {
		start, end := max(z.Start, n.Span.Start), min(z.End, n.Span.End)
		if start == end || !z.Zone.IsText() && (z.Zone != zone.Destination || !inLabel(d, i)) {
			continue
		}
		if start > part.End {
			t.Add(d.Text(), part, true)
			t.Wall(part.End)
			part.Start = start
		}
		part.End = end
	}
	t.Add(d.Text(), part, true)
	if part.End < n.Span.End {
		t.Wall(part.End)
	}
}

// inLabel reports whether a node is in the text of a link, and the text is also the label of the link.
func inLabel(d *zone.Document, i int) bool {
	for n := &d.Nodes()[i]; n.Kind.Inline(); n = &d.Nodes()[n.Parent] {
		if (n.Kind == markdown.Link || n.Kind == markdown.Image) && !n.Reference.Empty() && n.Reference == n.Content {
			return true
		}
	}
	return false
}

// Add appends a part of the document without what a reader does not see. escapes says that a backslash may be an
// escape. A backslash between letters is dropped too, because other parsers drop it.
func (t *Rendered) Add(src []byte, s source.Span, escapes bool) {
	for at := s.Start; at < s.End; {
		n := 0
		for at+n < s.End && src[at+n] != '\\' && src[at+n] != '&' && src[at+n] < utf8.RuneSelf {
			n++
		}
		t.append(src[at:at+n], at, at+n, true)
		if at += n; at < s.End {
			at += t.special(src[:s.End], at, escapes && at > s.Start && source.IsLetter(src[at-1]), escapes)
		}
	}
}

// special appends what a reader sees of the backslash, the ampersand or the rune at an offset, and returns its length.
// within says that a letter stands before it.
func (t *Rendered) special(src []byte, at int, within, escapes bool) int {
	rest := src[at:]
	n, seen := 1, rest[:1]
	switch c := rest[0]; {
	case c >= utf8.RuneSelf:
		var r rune
		if r, n = utf8.DecodeRune(rest); term.Invisible(r) {
			return n
		}
		seen = rest[:n]
	case c == '&':
		if n, seen = reference(rest); len(bytes.TrimFunc(seen, term.Invisible)) == 0 {
			return n
		}
	case escapes && len(rest) > 1 && isPunct(rest[1]):
		n, seen = 2, rest[1:2]
	case within && len(rest) > 1 && source.IsLetter(rest[1]):
		return 1
	}
	t.append(seen, at, at+n, len(seen) == n)
	return n
}

func isPunct(c byte) bool {
	return c < utf8.RuneSelf && c > ' ' && !source.IsLetter(c) && !source.IsDigit(c) && c != 0x7f
}

// longestReference is the length of the longest character reference of HTML.
const longestReference = 33

// reference returns the length of the character reference at the start of text and what a reader sees of it. If there
// is no reference, these are 1 and the ampersand.
func reference(text []byte) (int, []byte) {
	n := bytes.IndexByte(text[:min(len(text), longestReference)], ';') + 1
	if n < 3 {
		return 1, text[:1]
	}
	seen := markdown.AppendText(nil, text[:n])
	if bytes.Equal(seen, text[:n]) {
		return 1, text[:1]
	}
	return n, seen
}
