package zone

import (
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// What follows serves the loop until it reads its documents from a cache.

// A PartialParser parses documents.
type PartialParser struct{}

// NewPartialParser returns a parser.
func NewPartialParser(any) *PartialParser { return &PartialParser{} }

// Sharing returns p.
func (p *PartialParser) Sharing(*PartialParser, source.Keeper) *PartialParser { return p }

// Later parses a document.
func (p *PartialParser) Later(path string, src []byte) *Document {
	return Parse(path, src, markdown.DialectOf(path))
}

// Forget does nothing.
func (d *Document) Forget() {}
