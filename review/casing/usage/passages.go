package usage

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A passage is text that is read for evidence at once: lines with nothing but white space between them.
type passage struct {
	start, end int32 // no document is larger: see gate.MaxSize
	before     passageBreak
}

// A passageBreak says whether a sentence may go on from the passage before.
type passageBreak uint8

const (
	// noBreak: the marks of a container, or a line that is passed over.
	noBreak passageBreak = iota
	// lineBreak: lines that are no text, unless code or a tag that began before them goes on behind them.
	lineBreak
	// paragraphBreak: a blank line, a heading, or the mark of a list item before the passage.
	paragraphBreak
)

// read returns the passages of the document at path, and those of its headings that may be in title case, or may look
// so once a term in them is written as it should be. terms may be nil.
func read(path string, src []byte, terms *term.Table) (passages []passage, titles []string) {
	mdx := strings.HasSuffix(path, ".mdx")
	before := paragraphBreak
	l := lexer{src: src}
	for l.next() {
		if l.item {
			before = paragraphBreak
		}
		line := passage{start: int32(l.start), end: int32(l.end), before: before}
		switch text := src[l.start:l.end]; l.kind {
		case textLine:
			if mdx && (bytes.HasPrefix(text, []byte("import ")) || bytes.HasPrefix(text, []byte("export "))) {
				continue
			}
			passages = withText(passages, src, line)
			before = noBreak
		case headingLine:
			before = paragraphBreak
			if text = bytes.Trim(text, " \t#\r"); Titled(text) || terms != nil && terms.MayHold(text) {
				titles = append(titles, string(text))
			}
		case blankLine:
			before = paragraphBreak
		case otherLine:
			before = max(before, lineBreak)
		}
	}
	return passages, titles
}

// withText adds a line of text.
func withText(passages []passage, src []byte, line passage) []passage {
	if n := len(passages); n > 0 && line.before == noBreak {
		if last := &passages[n-1]; source.OnlySpace(src[last.end:line.start]) {
			last.end = line.end
			return passages
		}
	}
	return append(passages, line)
}
