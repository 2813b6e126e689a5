package fastpath

import (
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// definitions holds all labels of links and footnotes that a document defines. They are gathered when the first link
// asks for them.
type definitions struct {
	gathered   bool
	references map[string]parser.Reference
	labels     map[string]bool
}

func (d *definitions) forget() { *d = definitions{} }

func (d *definitions) begin() {
	d.gathered, d.references, d.labels = true, map[string]parser.Reference{}, map[string]bool{}
}

// A definedContext is a parser context that knows the labels of the whole document, although goldmark parses only a
// part of it.
type definedContext struct {
	parser.Context
	reader *Reader
	option parser.ParseOption // makes goldmark use this context
}

// AddReference does nothing: the definitions of the parsed part are among those of the document.
func (c *definedContext) AddReference(parser.Reference) {}

func (c *definedContext) Reference(label string) (parser.Reference, bool) {
	c.reader.gather()
	r, ok := c.reader.references[label]
	return r, ok
}

func (c *definedContext) Get(key parser.ContextKey) any {
	if key == tree.FootnoteLabels {
		c.reader.gather()
		return c.reader.labels
	}
	return c.Context.Get(key)
}

// context returns a fresh context with the labels of the document.
func (s *Reader) context() *definedContext {
	c := s.spare
	s.spare = nil
	if c == nil {
		c = &definedContext{Context: parser.NewContext(), reader: s}
		c.option = parser.WithContext(c)
	}
	return c
}

// forget drops everything that an earlier parse left in the context.
func (c *definedContext) forget() {
	for key := range parser.ContextKeyMax + 1 {
		c.Set(key, nil)
	}
	c.SetOpenedBlocks(nil)
}

// gather collects the definitions of the document.
func (s *Reader) gather() {
	if s.gathered {
		return
	}
	s.begin()
	for i := range s.chunks {
		if c := &s.chunks[i]; c.marks&hasDefinition != 0 {
			s.define(s.src[c.Start:c.End])
		}
	}
}

// define collects the definitions in src. Of several with one label the first counts.
func (d *definitions) define(src []byte) {
	if eachDefinition(src, source.Span{End: len(src)}, func(label, destination source.Span) {
		d.add(parser.NewReference(src[label.Start:label.End], src[destination.Start:destination.End], nil))
	}) {
		return
	}
	context := parser.NewContext()
	context.Set(tree.FootnoteLabels, d.labels)
	tree.Blocks().Parse(tree.Reader(src), parser.WithContext(context))
	for _, ref := range context.References() {
		d.add(parser.NewReference(ref.Label(), ref.Destination(), ref.Title())) // without the tree
	}
}

// add adds a definition unless its label has one.
func (d *definitions) add(ref parser.Reference) {
	key := util.ToLinkReference(ref.Label())
	if _, ok := d.references[key]; !ok {
		d.references[key] = ref
	}
}

// markDefinitions marks the chunks in [start,end) that may define a label. Both offsets are chunk limits.
func (s *Reader) markDefinitions(start, end int) {
	for at := definitionAt(s.src[:end], start); at >= 0; at = definitionAt(s.src[:end], at) {
		c := s.at(at)
		c.marks |= hasDefinition
		at = min(c.End, end)
	}
}
