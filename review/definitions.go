package review

import (
	"bytes"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// definitions is what a document that is parsed in parts defines for links and
// footnotes in any of them. It is gathered when the first link asks for it.
type definitions struct {
	gathered   bool
	references map[string]parser.Reference
	labels     map[string]bool
}

func (d *definitions) forget() { *d = definitions{} }

// A definedContext is a context of the parser that knows what other chunks of the
// document define.
type definedContext struct {
	parser.Context
	sketcher *sketcher
}

func (c definedContext) Reference(label string) (parser.Reference, bool) {
	c.sketcher.gather()
	r, ok := c.sketcher.references[label]
	return r, ok
}

func (c definedContext) Get(key parser.ContextKey) any {
	if key == footnoteLabels {
		c.sketcher.gather()
		return c.sketcher.labels
	}
	return c.Context.Get(key)
}

// context knows what the document defines. It remembers more than that of what it
// has parsed, so each is used once.
func (s *sketcher) context() parser.Context { return definedContext{parser.NewContext(), s} }

// gather takes up what the document defines.
func (s *sketcher) gather() {
	if s.gathered {
		return
	}
	s.gathered, s.references, s.labels = true, map[string]parser.Reference{}, map[string]bool{}
	for i := range s.chunks {
		if c := &s.chunks[i]; c.marks&hasDefinition != 0 {
			s.define(c.Span)
		}
	}
}

// define takes up what a stretch of the document defines. Of several definitions
// of one label the first counts.
func (s *sketcher) define(span source.Span) {
	context := parser.NewContext()
	context.Set(footnoteLabels, s.labels)
	blocks().Parse(text.NewReader(s.src[span.Start:span.End]), parser.WithContext(context))
	for _, ref := range context.References() {
		key := util.ToLinkReference(ref.Label())
		if _, ok := s.references[key]; !ok {
			s.references[key] = parser.NewReference(ref.Label(), ref.Destination(), ref.Title()) // without the tree
		}
	}
}

// markDefinitions marks the chunks that may define something in [start,end).
func (s *sketcher) markDefinitions(start, end int) {
	for at := start; ; {
		i := bytes.Index(s.src[at:end], []byte("]:"))
		if i < 0 {
			return
		}
		at += i + 2
		s.at(at - 1).marks |= hasDefinition
	}
}
