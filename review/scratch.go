package review

import (
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// mdScratch is the memory of documents of which one is needed at a time.
type mdScratch struct {
	reader   chunkReader
	tree     Tree
	document MdDocument
	derived  derived
	lines    source.Lines
	headings headingMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The document,
// with all that it says of itself, holds until the next call.
func (s *mdScratch) Parse(path string, src []byte, n Needs) *MdDocument {
	s.derived = derived{memory: Memory{headings: scratch.Space[headingMemory]{Own: &s.headings}, lines: &s.lines}}
	s.document = MdDocument{Path: path, src: src, front: frontMatter(src), derived: &s.derived}
	s.document.tree = s.tree
	s.document.read(&s.reader, n, nil)
	s.tree = s.document.tree
	return &s.document
}
