package fastpath

import (
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// wholly makes the whole tree. It reads plain headings, fences, lists and text from the lines, which takes a fifth of
// goldmark's time. goldmark parses the rest, at most a piece at a time.
func (s *Reader) wholly(t *tree.Tree, src []byte, from int) {
	s.split(src, from)
	if len(s.chunks) > 0 {
		s.markDefinitions(from, len(src))
	}
	f := tree.Flattener{Src: src, Code: t.Code}
	f.Start(t.Nodes, 16+len(src)/28, from)
	s.regions = t.Regions
	s.definitions.forget()
	for i := 0; i < len(s.chunks); {
		c := &s.chunks[i]
		i++
		if c.level > 0 {
			s.plainHeading(&f, c)
			continue
		}
		if s.plain(&f, c) || c.marks&hasDefinition != 0 && plainDefinitions(&f, c) {
			continue
		}
		span := c.Span
		for i < len(s.chunks) && span.Len() < pieceSize && s.chunks[i].level == 0 && !s.chunks[i].mayBePlain(src) {
			span.End = s.chunks[i].End
			i++
		}
		s.parse(&f, span, 0)
	}
	f.Finish(t)
	t.Regions = append(t.Regions[:0], source.Span{Start: from, End: len(src)})
	collect(src)
}

// mayBePlain reports whether it is worth trying to read the chunk without goldmark.
func (c *chunk) mayBePlain(src []byte) bool {
	first := src[c.Start]
	return c.marks&hasDefinition == 0 && first != '<' && first != '|' && first != '>'
}

// plain adds the nodes of a chunk that is a fenced code block, plain lists or paragraphs. It returns false for any
// other chunk.
func (s *Reader) plain(f *tree.Flattener, c *chunk) bool {
	if !c.mayBePlain(s.src) {
		return false
	}
	if c.marks&(hasBareFence|hasNamedFence) != 0 {
		return s.plainFence(f, c)
	}
	if c.level > 0 || c.marks&hasHeading != 0 || !s.listReader.read(s.src, c.Span) {
		return false
	}
	for i := range s.listReader.blocks {
		b := &s.listReader.blocks[i]
		b.wanted = b.marker == 0
		if b.wanted && b.depth > 0 && s.src[b.Start] == '[' && b.Len() > 2 && s.src[b.Start+2] == ']' {
			return false // the mark of a task: outside an item it is none
		}
	}
	lists(f, &s.listReader, func(text source.Span, parent int) { s.paragraph(f, text, parent) })
	return true
}

// paragraph adds a paragraph: from its lines where all of them are plain, else with goldmark.
func (s *Reader) paragraph(f *tree.Flattener, text source.Span, parent int) {
	if s.plainParagraph(f, text, parent) {
		s.regions = append(s.regions, text)
	} else {
		s.parse(f, text, parent)
	}
}

// plainParagraph adds a paragraph that contains only what plainInlines reads. It adds nothing for any other.
func (s *Reader) plainParagraph(f *tree.Flattener, text source.Span, parent int) bool {
	i := len(f.Nodes)
	f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Paragraph, Parent: parent, Span: text, Parts: &tree.NoParts})
	if !s.plainInlines(f, text, i) {
		f.Nodes = f.Nodes[:i]
		return false
	}
	f.Nodes[i].End = len(f.Nodes)
	return true
}
