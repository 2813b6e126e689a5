package zone

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Unpaired counts the delimiters in the texts of a span that delimit nothing: backticks, stars and underscores at the
// edge of a word, and brackets without their partner.
func (d *Document) Unpaired(s source.Span) int {
	n, depth, src := 0, 0, d.Text()
	nodes := d.Nodes()
	for i := range d.Touching(s) {
		if nodes[i].Kind != markdown.Text || !s.Contains(nodes[i].Span) {
			continue
		}
		text := d.Bytes(nodes[i].Span)
		for at := 0; at < len(text); at++ {
			switch c := text[at]; c {
			case '\\':
				at++
			case '`':
				n++
			case '*', '_':
				before, behind := at > 0 && inWord(text[at-1]), at+1 < len(text) && inWord(text[at+1])
				value := bytes.HasSuffix(text[:at], []byte(`="`)) // of an attribute, as _blank is
				if !value && (before != behind || c == '*' && before) {
					n++
				}
			case '[':
				depth++
			case ']':
				if depth--; depth < 0 {
					n, depth = n+1, 0
				}
				if next := nodes[i].Span.Start + at + 1; next < len(src) && (src[next] == '(' || src[next] == '[') {
					n++ // a link that is none
				}
			}
		}
	}
	return n + depth
}

// inWord reports whether a byte may be part of a word.
func inWord(c byte) bool { return c >= 0x80 || source.IsLetter(c) || source.IsDigit(c) }
