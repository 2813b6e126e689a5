package zone

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Document is one revision of one Markdown file with its zones and the comments that
// switch rules off. It is never modified, and may be used by several goroutines.
type Document struct {
	*markdown.Document
	memory   scratch.Space[zoneMemory]
	zones    lazy.Value[[]Span]
	overlaid lazy.Value[[]Span]
	suppress lazy.Value[Suppressions]
	whole    lazy.Value[*Document]
}

// Parse reads src as GitHub flavoured Markdown with footnotes, its front matter
// left aside. Every sequence of bytes is a document. The caller must not change
// src afterwards.
func Parse(path string, src []byte) *Document { return &Document{Document: markdown.Parse(path, src)} }

// Whole returns the document with the tree of all of it: d itself, unless it was parsed
// only as far as reviewers need it.
func (d *Document) Whole() *Document {
	whole := d.Document.Whole()
	if whole == d.Document {
		return d
	}
	return d.whole.Get(func() *Document { return &Document{Document: whole} })
}

// WithLinks returns the document with all that may lead within the repository: d itself, unless it was parsed for
// reviewers that need no links.
func (d *Document) WithLinks() *Document {
	if d.Document.WithLinks() == d.Document {
		return d
	}
	return d.Whole()
}

// Revise returns d after the edits, such as source.Apply takes them. It is parsed as d
// is: wholly, or as far as the same reviewers need it, and where the edits are.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	revised, err := d.Document.Revise(edits)
	if err != nil {
		return nil, err
	}
	return &Document{Document: revised, memory: d.memory}, nil
}

// A PartialParser makes documents that are parsed as far as some reviewers need them.
// It may be used by several goroutines.
type PartialParser struct {
	partial *markdown.PartialParser
	zones   sync.Pool
}

// NewPartialParser returns a parser for documents of which this much is needed.
func NewPartialParser(n markdown.Needs) *PartialParser {
	n.Spans, n.Begins = crossesChunks, beginsOther
	return &PartialParser{partial: markdown.NewPartialParser(n)}
}

// Parse reads src, the bytes of the document at path. The caller must not change src
// afterwards.
func (p *PartialParser) Parse(path string, src []byte) *Document {
	return &Document{Document: p.partial.Parse(path, src), memory: scratch.Space[zoneMemory]{Pool: &p.zones}}
}

// Later is Parse, but reads the tree when something of it is first asked for.
func (p *PartialParser) Later(path string, src []byte) *Document {
	return &Document{Document: p.partial.Later(path, src), memory: scratch.Space[zoneMemory]{Pool: &p.zones}}
}

// Unread returns d without its tree, which is read again when something of it is asked for. d is not what Revise made.
func (d *Document) Unread() *Document {
	return &Document{Document: d.Document.Unread(), memory: d.memory}
}

// A Scratch is memory for documents of which only one is needed at a time.
type Scratch struct {
	parser   markdown.Scratch
	document Document
	zones    zoneMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The document,
// with all that it says of itself, holds until the next call.
func (s *Scratch) Parse(path string, src []byte, n markdown.Needs) *Document {
	n.Spans, n.Begins = crossesChunks, beginsOther
	s.document = Document{Document: s.parser.Parse(path, src, n), memory: scratch.Space[zoneMemory]{Own: &s.zones}}
	return &s.document
}
