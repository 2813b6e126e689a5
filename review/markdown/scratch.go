package markdown

import (
	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Scratch is memory for documents of which only one is needed at a time.
type Scratch struct {
	reader   fastpath.Reader
	tree     tree.Tree
	document Document
	reading  reading
	valid    lazy.Value[int]
	lines    source.Lines
	headings headingMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The document,
// with all that it says of itself, holds until the next call.
func (s *Scratch) Parse(path string, src []byte, n fastpath.Needs) *Document {
	s.reading, s.valid = reading{tree: s.tree}, lazy.Value[int]{}
	text := source.WithLineFeeds(src)
	s.document = Document{
		Path: path, Dialect: DialectOf(path), src: src, text: text, front: FrontMatter(text), valid: &s.valid, now: &s.reading,
		memory: derivedMemory{headings: scratch.Space[headingMemory]{Own: &s.headings}, lines: &s.lines},
	}
	s.document.read(&s.reading.tree, &s.reader, n)
	s.tree = s.reading.tree
	return &s.document
}
