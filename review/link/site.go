package link

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Site is what links may lead to: the documents that are looked at together, and the files of the repository. It may
// be used by several goroutines.
type Site struct {
	holds    func(path string) bool
	document func(path string) *zone.Document
	files    func() *Files
	anchors  *anchorCache
}

// NewSite returns the Site of the documents whose paths holds accepts. document returns one of them, nil where it can't
// be read. files is called when the first link leads to a file, once; its result may be nil.
func NewSite(holds func(path string) bool, document func(path string) *zone.Document, files func() *Files) *Site {
	return &Site{holds: holds, document: document, files: sync.OnceValue(files), anchors: new(anchorCache)}
}

// Files returns the files that the documents may link to, nil when nothing is known.
func (s *Site) Files() *Files { return s.files() }

// Text returns the bytes of a file of the repository.
func (s *Site) Text(path string) ([]byte, error) { return s.files().Text(path) }

// Anchors returns what a link to the file at path may name behind its #, nil when that isn't known: the file is no
// Markdown document, or can't be read.
func (s *Site) Anchors(path string, style rules.SlugStyle) *Anchors {
	if !s.holds(path) {
		return s.files().anchors(path, style)
	}
	return s.anchors.get(anchorKey{path, style}, func() *zone.Document { return s.document(path) })
}

// OwnAnchors returns what a link may name in d, a document of the site.
func (s *Site) OwnAnchors(d *zone.Document, style rules.SlugStyle) *Anchors {
	return s.anchors.get(anchorKey{d.Path, style}, func() *zone.Document { return d })
}
