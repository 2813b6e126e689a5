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
	memory scratch.Space[zoneMemory]
}

// derived is what a document may be asked for beyond its tree. It is kept as long as that.
type derived struct {
	zoned    lazy.Value[zoned]
	rawLines lazy.Value[[]source.Span]
	suppress lazy.Value[Suppressions]
	whole    lazy.Value[*Document]
}

func (d *Document) derived() *derived {
	return d.Beside(func() any { return new(derived) }).(*derived)
}

// Parse reads src in a dialect and leaves the front matter aside. Every sequence of bytes is a document. The caller must
// not change src afterwards.
func Parse(path string, src []byte, dialect markdown.Dialect) *Document {
	return &Document{Document: markdown.Parse(path, src, dialect)}
}

// Whole returns the document with all of it parsed: d itself, unless only the parts were parsed that reviewers need.
func (d *Document) Whole() *Document {
	whole := d.Document.Whole()
	if whole == d.Document {
		return d
	}
	return d.derived().whole.Get(func() *Document { return &Document{Document: whole} })
}

// WithLinks returns the document with every link into the repository parsed: d itself, unless d was parsed for
// reviewers that need no links.
func (d *Document) WithLinks() *Document {
	if d.Document.WithLinks() == d.Document {
		return d
	}
	return d.Whole()
}

// Revise returns d with the edits applied, under the conditions of source.Apply. The parser of d parses the result: all
// of it, or what the same reviewers need and what the edits touch.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	revised, err := d.Document.Revise(edits)
	if err != nil {
		return nil, err
	}
	return &Document{Document: revised, memory: d.memory}, nil
}

// A PartialParser makes documents in which only the parts are parsed that some reviewers need. Several goroutines may
// use it.
type PartialParser struct {
	partial *markdown.PartialParser
	zones   sync.Pool
}

// NewPartialParser returns a parser for reviewers with these needs.
func NewPartialParser(n markdown.Needs) *PartialParser {
	n.Spans, n.Begins = crossesChunks, beginsOther
	return &PartialParser{partial: markdown.NewPartialParser(n)}
}

// Parse reads src, the bytes of the document at path. The caller must not change src
// afterwards.
func (p *PartialParser) Parse(path string, src []byte) *Document {
	return &Document{Document: p.partial.Parse(path, src), memory: scratch.Space[zoneMemory]{Pool: &p.zones}}
}

// Sharing has p and other keep as many trees together as one of them would, of bytes that keeper keeps, nil for none.
// It returns p, which made no document yet.
func (p *PartialParser) Sharing(other *PartialParser, keeper source.Keeper) *PartialParser {
	p.partial.Sharing(other.partial, keeper)
	return p
}

// Later is Parse, but reads the tree when something of it is first asked for, and again where the trees of documents
// that were read since take much memory.
func (p *PartialParser) Later(path string, src []byte) *Document {
	return &Document{Document: p.partial.Later(path, src), memory: scratch.Space[zoneMemory]{Pool: &p.zones}}
}

// Alone returns d without the document that Revise made it from, and with src for its bytes, which are the same.
func (d *Document) Alone(src []byte) *Document {
	if d.ReadAtOnce() {
		return d
	}
	return &Document{Document: d.Document.Alone(src), memory: d.memory}
}

// A Scratch is memory for one document at a time.
type Scratch struct {
	parser   markdown.Scratch
	document Document
	zones    zoneMemory
}

// Parse reads src, the bytes of the document at path, as far as n asks. The next call overwrites the document and
// everything that it returned.
func (s *Scratch) Parse(path string, src []byte, n markdown.Needs) *Document {
	n.Spans, n.Begins = crossesChunks, beginsOther
	s.document = Document{Document: s.parser.Parse(path, src, n), memory: scratch.Space[zoneMemory]{Own: &s.zones}}
	return &s.document
}
