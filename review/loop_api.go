package review

import (
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// What follows serves the loop until it reads its documents from a cache.

// Documents returns the documents of NewCorpus in order.
func (c *Corpus) Documents() []*zone.Document {
	docs := make([]*zone.Document, len(c.from.Texts))
	for i, t := range c.from.Texts {
		docs[i] = c.Document(t.Path)
	}
	return docs
}

// ByPath returns the documents of NewCorpus by their paths.
func (c *Corpus) ByPath() map[string]*zone.Document {
	docs := make(map[string]*zone.Document, len(c.from.Texts))
	for _, t := range c.from.Texts {
		docs[t.Path] = c.Document(t.Path)
	}
	return docs
}

// Revised returns the corpus with its documents in other revisions.
func (c *Corpus) Revised(docs []*zone.Document) *Corpus {
	return NewCorpus(docs, c.Files()).Beside(c.from.Context)
}

// Beside has the corpus take the text of more documents as evidence.
func (c *Corpus) Beside(texts func() []source.Stored) *Corpus {
	c.from.Context = texts
	return c
}

// NeedsOf returns nothing.
func NeedsOf(...any) any { return nil }
