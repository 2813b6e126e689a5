package replacement

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Block makes text a block of its own where it is inserted at the end of a document: in the document's line endings,
// behind a blank line, with a final newline. Elsewhere the text is what it is.
func Block(doc *zone.Document, at source.Span, text string) string {
	src := doc.Text()
	if !at.Empty() || at.End != len(src) || text == "" {
		return text
	}
	eol := doc.EndLines(len(src), "\n")
	lines := strings.Split(strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n")
	out := strings.Join(lines, eol) + eol
	for n := 0; n < 2 && len(src) > 0; n++ {
		if trailingNewlines(src)+n < 2 {
			out = eol + out
		}
	}
	return out
}

// trailingNewlines counts the line feeds at the end of src, up to two.
func trailingNewlines(src []byte) int {
	rest := bytes.ReplaceAll(src[max(0, len(src)-4):], []byte("\r"), nil)
	return min(2, len(rest)-len(bytes.TrimRight(rest, "\n")))
}
