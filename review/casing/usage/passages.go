package usage

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A passage is what is read for evidence at one go: lines of text with nothing but
// white space between them, or a line of shell code.
type passage struct {
	start, end int32 // no document is larger: see gate.MaxSize
	before     passageBreak
}

// A passageBreak says what stands before a passage, as far as a sentence may go on across it.
type passageBreak uint8

const (
	// noBreak: the marks of a container, or a line that is passed over.
	noBreak passageBreak = iota
	// lineBreak: lines of something else than text, unless code or a tag that began before them goes on behind them.
	lineBreak
	// paragraphBreak: a blank line, a heading, or the mark of a list item before the passage.
	paragraphBreak
	// shellCommand is for a line of shell code, which is no part of any sentence.
	shellCommand
)

// A passageLexer takes documents apart. It may be used for one after another.
type passageLexer struct {
	// terms is the terms of the rules, nil for none.
	terms *term.Table
	// titles is the headings of the document that may be in title case, or may look so
	// once a term in them is written as it should be, as they are written.
	titles []string
	// passages is the document's. They hold until the next one is read.
	passages []passage
}

// read takes the document at path apart.
func (p *passageLexer) read(path string, src []byte) {
	p.titles, p.passages = nil, p.passages[:0]
	mdx := strings.HasSuffix(path, ".mdx")
	before := paragraphBreak
	l := lexer{src: src}
	for l.next() {
		if l.item {
			before = paragraphBreak
		}
		switch l.kind {
		case textLine:
			if mdx && moduleLine(src[l.start:l.end]) {
				continue
			}
			p.text(src, passage{start: int32(l.start), end: int32(l.end), before: before})
			before = noBreak
		case headingLine:
			before = paragraphBreak
			if text := bytes.Trim(src[l.start:l.end], " \t#\r"); Titled(text) || p.terms != nil && p.terms.MayHold(text) {
				p.titles = append(p.titles, string(text))
			}
		case blankLine:
			before = paragraphBreak
		case otherLine:
			before = max(before, lineBreak)
			if l.fence.Width > 0 && l.shell {
				p.passages = append(p.passages, passage{start: int32(l.start), end: int32(l.end), before: shellCommand})
			}
		}
	}
}

// text adds a line of text.
func (p *passageLexer) text(src []byte, line passage) {
	if n := len(p.passages); n > 0 && line.before == noBreak {
		if last := &p.passages[n-1]; last.before != shellCommand && source.OnlySpace(src[last.end:line.start]) {
			last.end = line.end
			return
		}
	}
	p.passages = append(p.passages, line)
}

// kept returns the passages of the document for as long as anyone likes, nil where they
// take more memory than it pays to keep them.
func (p *passageLexer) kept(src []byte) []passage {
	const mostKept = 24 // passages in a KB
	if len(p.passages) > 64+len(src)*mostKept/1024 {
		return nil
	}
	return slices.Clone(p.passages)
}

// moduleLine reports a line of a module of MDX.
func moduleLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("import ")) || bytes.HasPrefix(line, []byte("export "))
}
