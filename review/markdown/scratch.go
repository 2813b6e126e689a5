package markdown

import (
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
	derived  derived
	lines    source.Lines
	headings headingMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The document,
// with all that it says of itself, holds until the next call.
func (s *Scratch) Parse(path string, src []byte, n fastpath.Needs) *Document {
	s.derived = derived{memory: derivedMemory{headings: scratch.Space[headingMemory]{Own: &s.headings}, lines: &s.lines}}
	text := source.WithLineFeeds(src)
	s.document = Document{Path: path, src: src, text: text, front: FrontMatter(text), derived: &s.derived}
	s.document.parsed = s.tree
	s.document.read(&s.reader, n, nil)
	s.tree = s.document.parsed
	return &s.document
}
