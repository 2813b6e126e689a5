package link

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Site has the targets of links: the documents that are reviewed together, and the files of the repository. Several
// goroutines may use it.
type Site struct {
	holds    func(path string) bool
	document func(path string) *zone.Document
	files    func() *Files
	anchors  *anchorCache
}

// NewSite returns the Site of the documents for whose paths holds is true. document returns one of them, nil if it
// can't be read. files is called once, for the first link to a file; its result may be nil.
func NewSite(holds func(path string) bool, document func(path string) *zone.Document, files func() *Files) *Site {
	return &Site{holds: holds, document: document, files: sync.OnceValue(files), anchors: new(anchorCache)}
}

// Files returns the files that the documents may link to, nil when nothing is known.
func (s *Site) Files() *Files { return s.files() }

// Published reports whether a generator makes a page of the document at path, by the files of the repository.
func (s *Site) Published(path string) bool { return s.files() != nil && !s.files().areaOf(path).plain }

// Text returns the bytes of a file of the repository.
func (s *Site) Text(path string) ([]byte, error) { return s.files().Text(path) }

// Anchors returns the fragments that a link to the file at path may name. It is nil if they are not known: the file is
// not a Markdown document, or can't be read.
func (s *Site) Anchors(path string, style rules.SlugStyle) *Anchors {
	if !s.holds(path) {
		return s.files().anchors(path, style)
	}
	return s.anchors.get(anchorKey{path, style}, func() *zone.Document { return s.document(path) })
}

// OwnAnchors returns the fragments that a link to d may name. d is a document of the site.
func (s *Site) OwnAnchors(d *zone.Document, style rules.SlugStyle) *Anchors {
	return s.anchors.get(anchorKey{d.Path, style}, func() *zone.Document { return d })
}
