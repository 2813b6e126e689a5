package fastpath

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// assemble fills t with nodes: the parsed nodes of each needed chunk, a node for each plain heading, and one empty
// paragraph for each run of chunks that nobody asked for.
func (s *Reader) assemble(t *tree.Tree, from int) {
	f := tree.Flattener{Src: s.src, Code: t.Code}
	f.Start(t.Nodes, 0, from)
	s.regions = t.Regions
	s.definitions.forget()
	rest := false // the last node is a paragraph for chunks that are not parsed
	for i := 0; i < len(s.chunks); i++ {
		c := &s.chunks[i]
		switch {
		case c.level > 0:
			s.plainHeading(&f, c)
			rest = false
		case c.marks&needed != 0 && (s.lists(&f, c) || s.plain(&f, c)):
			rest = false
		case c.marks&needed != 0:
			span := c.Span
			for i+1 < len(s.chunks) && s.chunks[i+1].marks&needed != 0 && s.chunks[i+1].level == 0 &&
				!s.chunks[i+1].mayBePlain(s.src) {
				i++
				span.End = s.chunks[i].End
			}
			s.parse(&f, span, 0)
			rest = false
		case rest:
			f.Nodes[len(f.Nodes)-1].Span.End = c.End
		default:
			f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Paragraph, End: len(f.Nodes) + 1, Span: c.Span, Parts: &tree.NoParts})
			rest = true
		}
	}
	f.Finish(t)
	t.Regions = s.regions
}

// parse has goldmark parse span alone and adds its nodes.
func (s *Reader) parse(f *tree.Flattener, span source.Span, parent int) {
	context := s.context()
	tree.Chunk(f, span, parent, context.option)
	context.forget()
	s.spare = context // not reached where parsing panics: the context may be half written then
	s.regions = append(s.regions, span)
}

// mayBeLists reports whether the chunk is worth reading as plain lists.
func (c *chunk) mayBeLists() bool {
	return c.marks&(hasDash|hasStar|hasPlus|hasTerm) != 0 && c.marks&(hasBareFence|hasNamedFence|inlines) == 0
}

// lists adds the nodes of a chunk of plain lists. It returns false for any other chunk. Inline syntax never moves a
// bullet, so goldmark parses only the paragraphs that may hold a term or were edited.
func (s *Reader) lists(f *tree.Flattener, c *chunk) bool {
	if !c.mayBeLists() || !s.listReader.read(s.src, c.Span) {
		return false
	}
	if c.marks&hasTerm != 0 || len(s.edited) > 0 {
		for i := range s.listReader.blocks {
			b := &s.listReader.blocks[i]
			b.wanted = b.marker == 0 && (c.marks&hasTerm != 0 && s.mayHoldTerm(b.Span) ||
				len(source.Touching(s.edited, b.Span)) > 0)
			if b.wanted && s.needs.Begins(s.src[b.Start:b.End]) {
				return false
			}
		}
	}
	lists(f, &s.listReader, func(text source.Span, parent int) { s.paragraph(f, text, parent) })
	return true
}

// plainFence adds the node of a chunk that consists of one closed fenced code block. It returns false for any other
// chunk.
func (s *Reader) plainFence(f *tree.Flattener, c *chunk) bool {
	char := s.src[c.Start]
	width := source.RunLength(s.src[c.Start:c.End], char)
	if c.marks&(hasBareFence|hasNamedFence) == 0 || width < 3 || char != '`' && char != '~' {
		return false
	}
	body := f.NextLine(c.Start)
	i, ok := slices.BinarySearchFunc(s.code, body,
		func(code source.Span, at int) int { return cmp.Compare(code.Start, at) })
	if !ok || s.code[i].End >= c.End {
		return false
	}
	code := s.code[i]
	end := f.LineEnd(code.End)
	if len(bytes.Trim(s.src[end:c.End], " \t\r\n")) > 0 {
		return false
	}
	parts := &tree.Parts{Body: code}
	parts.Lines.Start = len(f.Code)
	for at := code.Start; at < code.End; at = f.NextLine(at) {
		f.Code = append(f.Code, source.Span{Start: at, End: f.NextLine(at)})
	}
	parts.Lines.End = len(f.Code)
	info := tree.TrimSpan(s.src, source.Span{Start: c.Start + width, End: f.LineEnd(c.Start)})
	if info.Empty() {
		info = source.Span{Start: c.Start + width, End: c.Start + width}
	}
	f.Nodes = append(f.Nodes, tree.Node{
		Kind: tree.FencedCode, Marker: char, End: len(f.Nodes) + 1, Span: source.Span{Start: c.Start, End: end},
		Content: info, Parts: parts,
	})
	return true
}

// mayHoldTerm reports whether a term may occur in span.
func (s *Reader) mayHoldTerm(span source.Span) bool {
	text := s.src[:span.End]
	for _, next := range s.needs.Text {
		if next(text, span.Start) < len(text) {
			return true
		}
	}
	return false
}

// plainHeading adds the node of a chunk that is a heading.
func (s *Reader) plainHeading(f *tree.Flattener, c *chunk) {
	i := len(f.Nodes)
	end := f.LineEnd(c.text.End)
	f.Nodes = append(f.Nodes, tree.Node{
		Kind: tree.ATXHeading, Level: c.level, Span: source.Span{Start: c.Start, End: end}, Content: c.text,
		Parts: &tree.NoParts,
	})
	if s.plainInlines(f, c.text, i) {
		f.Nodes[i].End = len(f.Nodes)
		if c.rich {
			s.regions = append(s.regions, c.Span)
		}
		return
	}
	f.Nodes = f.Nodes[:i]
	s.parse(f, c.Span, 0)
}
