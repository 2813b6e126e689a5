package review

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// assemble gives t its nodes: that of the chunks that are needed, plain headings,
// and a paragraph for each stretch of the rest.
func (s *chunkReader) assemble(t *Tree, from int) {
	f := flattener{src: s.src, code: t.Code}
	f.start(t.Nodes, 0, from)
	s.regions = t.Regions
	s.definitions.forget()
	s.defined = nil
	if s.holds(hasDefinition) {
		s.defined = s.defines
	}
	rest := false // the last node stands for what is not parsed
	for i := 0; i < len(s.chunks); i++ {
		c := &s.chunks[i]
		switch {
		case c.level > 0:
			s.atx(&f, c)
			rest = false
		case c.marks&needed != 0 && (s.lists(&f, c) || s.plainFence(&f, c)):
			rest = false
		case c.marks&needed != 0:
			span := c.Span
			for i+1 < len(s.chunks) && s.chunks[i+1].marks&needed != 0 && s.chunks[i+1].level == 0 && !s.chunks[i+1].mayBeSimple() {
				i++
				span.End = s.chunks[i].End
			}
			s.parse(&f, span, 0)
			rest = false
		case rest:
			f.nodes[len(f.nodes)-1].Span.End = c.End
		default:
			f.nodes = append(f.nodes, Node{Kind: Paragraph, End: len(f.nodes) + 1, Span: c.Span, Parts: &noParts})
			rest = true
		}
	}
	f.finish(t)
	t.Regions = s.regions
}

// parse adds the nodes of a stretch of the document, which is parsed alone.
func (s *chunkReader) parse(f *flattener, span source.Span, parent int) {
	context := s.context()
	f.chunk(span, parent, context.option)
	context.forget()
	s.spare = context // unless parsing it failed, which leaves it in any state
	s.regions = append(s.regions, span)
}

// mayBeSimple reports whether the chunk may need no parser.
func (c *chunk) mayBeSimple() bool {
	return c.mayBeLists() || c.marks&(hasBareFence|hasNamedFence) != 0
}

// mayBeLists reports whether the chunk is worth reading as plain lists.
func (c *chunk) mayBeLists() bool {
	return c.marks&(hasDash|hasStar|hasPlus|hasTerm) != 0 && c.marks&(hasBareFence|hasNamedFence|inlines) == 0
}

// lists adds the nodes of a chunk of plain lists. It reports false for another
// one. No inline construct changes where bullets stand, so only paragraphs that
// may hold a term are parsed.
func (s *chunkReader) lists(f *flattener, c *chunk) bool {
	if !c.mayBeLists() || !s.listReader.read(s.src, c.Span) {
		return false
	}
	if c.marks&hasTerm != 0 || len(s.edited) > 0 {
		for i := range s.listReader.blocks {
			b := &s.listReader.blocks[i]
			b.wanted = b.marker == 0 && (c.marks&hasTerm != 0 && s.mayHoldTerm(b.Span) || len(reaching(s.edited, b.Span)) > 0)
			if b.wanted && elsewhere(s.src[b.Start:b.End]) && !(taskMark(s.src[b.Start:b.End]) > 0 && s.readsAlone(f, b.Span)) {
				return false
			}
		}
	}
	f.lists(&s.listReader, func(text source.Span, parent int) {
		if f.plainParagraph(text, parent, s.defined) {
			s.regions = append(s.regions, text)
		} else {
			s.parse(f, text, parent)
		}
	})
	return true
}

// plainFence adds the node of a chunk that is a fenced code block and nothing
// else. It reports false for another one.
func (s *chunkReader) plainFence(f *flattener, c *chunk) bool {
	char := s.src[c.Start]
	width := run(s.src[c.Start:c.End], char)
	if c.marks&(hasBareFence|hasNamedFence) == 0 || width < 3 || char != '`' && char != '~' {
		return false
	}
	body := f.nextLine(c.Start)
	i, ok := slices.BinarySearchFunc(s.code, body, func(code source.Span, at int) int { return cmp.Compare(code.Start, at) })
	if !ok || s.code[i].End >= c.End {
		return false
	}
	code := s.code[i]
	end := f.lineEnd(code.End)
	if len(bytes.Trim(s.src[end:c.End], " \t\r\n")) > 0 {
		return false
	}
	parts := &Parts{Body: code}
	parts.Lines.Start = len(f.code)
	for at := code.Start; at < code.End; at = f.nextLine(at) {
		f.code = append(f.code, source.Span{Start: at, End: f.nextLine(at)})
	}
	parts.Lines.End = len(f.code)
	info := trimSpan(s.src, source.Span{Start: c.Start + width, End: f.lineEnd(c.Start)})
	if info.Empty() {
		info = source.Span{Start: c.Start + width, End: c.Start + width}
	}
	f.nodes = append(f.nodes, Node{
		Kind: FencedCode, Marker: char, End: len(f.nodes) + 1, Span: source.Span{Start: c.Start, End: end}, Content: info, Parts: parts,
	})
	return true
}

// mayHoldTerm reports whether a term may stand in a stretch of text.
func (s *chunkReader) mayHoldTerm(span source.Span) bool {
	text := s.src[:span.End]
	return slices.ContainsFunc(s.needs.Text, func(next func([]byte, int) int) bool { return next(text, span.Start) < len(text) })
}

// readsAlone reports whether no parser is needed for what stands behind the mark of
// a task.
func (s *chunkReader) readsAlone(f *flattener, text source.Span) bool {
	nodes := len(f.nodes)
	text.Start += taskMark(s.src[text.Start:text.End])
	ok := f.plainParagraph(text, 0, s.defined)
	f.nodes = f.nodes[:nodes]
	return ok
}

// elsewhere reports whether the text of a list item may be another thing where it
// begins a line: the mark of a task, a formula, or what belongs to a generator.
func elsewhere(text []byte) bool {
	return len(text) > 2 && text[0] == '[' && text[2] == ']' || bytes.HasPrefix(text, []byte(`\[`)) ||
		slices.ContainsFunc(wholeLines, func(mark string) bool { return bytes.HasPrefix(text, []byte(mark)) })
}

// chunk adds the nodes of a stretch of the document that is parsed alone to the
// same blocks as within it.
func (f *flattener) chunk(s source.Span, parent int, context parser.ParseOption) {
	whole := f.src
	f.src, f.base, f.floor = whole[:s.End], s.Start, s.Start
	f.children(markdown().Parse(text.NewReader(whole[s.Start:s.End]), context), parent)
	f.src = whole
}

// atx adds the heading that is all of a chunk.
func (s *chunkReader) atx(f *flattener, c *chunk) {
	switch {
	case !c.rich:
		f.plainHeading(c)
	case f.richHeading(c, s.defined):
		s.regions = append(s.regions, c.Span)
	default:
		s.parse(f, c.Span, 0)
	}
}

// plainHeading adds a heading whose content is text and code spans.
func (f *flattener) plainHeading(c *chunk) {
	i := len(f.nodes)
	end := f.lineEnd(c.text.End)
	f.nodes = append(f.nodes, Node{
		Kind: ATXHeading, Level: c.level, Span: source.Span{Start: c.Start, End: end}, Content: c.text, Parts: &noParts,
	})
	for at := c.text.Start; at < c.text.End; {
		n := Node{Kind: Text, Parent: i, End: len(f.nodes) + 1, Span: source.Span{Start: at, End: c.text.End}, Parts: &noParts}
		text := f.src[at:c.text.End]
		if tick := bytes.IndexByte(text, '`'); tick == 0 {
			width := run(text, '`')
			n.Kind, n.Span.End = CodeSpan, at+codeSpan(text)
			n.Content = source.Span{Start: at + width, End: n.Span.End - width}
		} else {
			if tick > 0 {
				n.Span.End = at + tick
			}
			n.Content = n.Span
		}
		f.nodes = append(f.nodes, n)
		at = n.Span.End
	}
	f.nodes[i].End = len(f.nodes)
}
