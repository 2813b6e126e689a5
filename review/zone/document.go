package zone

import (
	"bytes"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Document is one revision of one Markdown file with its zones and the comments that switch rules off. It is never
// modified; zones and comments are found when they are first asked for. Several goroutines may use it.
type Document struct {
	*markdown.Document

	zones        func() zones
	rawLines     func() []source.Span
	rawBodies    func() []source.Span // see Unsettled
	strayMarks   func() []int         // likewise
	suppressions func() Suppressions
	openers      func() []int
}

// Parse reads src in a dialect and leaves the front matter aside. Every sequence of bytes is a document. The caller
// must not change src afterwards.
func Parse(path string, src []byte, dialect markdown.Dialect) *Document {
	return newDocument(markdown.Parse(path, src, dialect))
}

func newDocument(parsed *markdown.Document) *Document {
	d := &Document{Document: parsed}
	d.zones = sync.OnceValue(d.findZones)
	d.rawLines = sync.OnceValue(d.findRawLines)
	d.rawBodies = sync.OnceValue(d.findRawBodies)
	d.strayMarks = sync.OnceValue(d.findStrayMarks)
	d.suppressions = sync.OnceValue(d.findSuppressions)
	d.openers = sync.OnceValue(d.findOpeners)
	return d
}

// MayHoldIDs reports whether a part may hold a tag or a list of attributes. Every edit of a line asks, so the
// document is looked through once.
func (d *Document) MayHoldIDs(s source.Span) bool {
	at, _ := slices.BinarySearch(d.openers(), s.Start)
	return at < len(d.openers()) && d.openers()[at] < s.End
}

func (d *Document) findOpeners() (out []int) {
	src := d.Source()
	for at := 0; ; at++ {
		n := bytes.IndexAny(src[at:], "=<{")
		if n < 0 {
			return out
		}
		at += n
		out = append(out, at)
	}
}

// Revise returns d with the edits applied, under the conditions of source.Apply.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	revised, err := d.Document.Revise(edits)
	if err != nil {
		return nil, err
	}
	return newDocument(revised), nil
}

// A Cache keeps parsed documents for those that look at the same ones several times.
type Cache = markdown.Cache[Document]

// NewCache returns an empty cache.
func NewCache() *Cache { return markdown.NewCache(markdown.CacheLimit, Parse) }
