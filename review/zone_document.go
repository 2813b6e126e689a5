package review

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Document is one revision of one Markdown file with its zones and the comments that
// switch rules off. It is never modified, and may be used by several goroutines.
type Document struct {
	*MdDocument
	memory   scratch.Space[zoneMemory]
	zones    lazy.Value[[]ZoneSpan]
	suppress lazy.Value[suppressions]
	whole    lazy.Value[*Document]
}

// Parse reads src as GitHub flavoured Markdown with footnotes, its front matter
// left aside. Every sequence of bytes is a document. The caller must not change
// src afterwards.
func Parse(path string, src []byte) *Document { return &Document{MdDocument: mdParse(path, src)} }

// Whole returns the document with the tree of all of it: d itself, unless it was parsed
// only as far as reviewers need it.
func (d *Document) Whole() *Document {
	whole := d.MdDocument.Whole()
	if whole == d.MdDocument {
		return d
	}
	return d.whole.Get(func() *Document { return &Document{MdDocument: whole} })
}

// Revise returns d after the edits, such as source.Apply takes them. It is parsed as d
// is: wholly, or as far as the same reviewers need it, and where the edits are.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	revised, err := d.MdDocument.Revise(edits)
	if err != nil {
		return nil, err
	}
	return &Document{MdDocument: revised, memory: d.memory}, nil
}

// A PartialParser makes documents that are parsed as far as some reviewers need them.
// It may be used by several goroutines.
type PartialParser struct {
	partial *mdPartialParser
	zones   sync.Pool
}

// NewPartialParser is for documents of which this much is needed.
func NewPartialParser(n Needs) *PartialParser {
	n.Spans = reaches
	return &PartialParser{partial: mdNewPartialParser(n)}
}

// Parse reads src, the bytes of the document at path. The caller must not change src
// afterwards.
func (p *PartialParser) Parse(path string, src []byte) *Document {
	return &Document{MdDocument: p.partial.Parse(path, src), memory: scratch.Space[zoneMemory]{Pool: &p.zones}}
}

// A zoneScratch is the memory of documents of which one is needed at a time.
type zoneScratch struct {
	parser   mdScratch
	document Document
	zones    zoneMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The document,
// with all that it says of itself, holds until the next call.
func (s *zoneScratch) Parse(path string, src []byte, n Needs) *Document {
	n.Spans = reaches
	s.document = Document{MdDocument: s.parser.Parse(path, src, n), memory: scratch.Space[zoneMemory]{Own: &s.zones}}
	return &s.document
}
