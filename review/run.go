package review

import (
	"sync"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Run is what a reviewer may know beyond the document that it reads: the
// documents that are looked at together, each in its current revision, and the
// files that their links may lead to. It is never modified; after a pass a new
// one is made from the new revisions. It may be used by several goroutines.
type Run struct {
	docs   []*Document
	byPath map[string]*Document
	files  *Files
	// anchors caches what the documents of the run can be linked to, by anchorKey.
	anchors sync.Map
	// usage is what the text of the run shows about the words of its headings.
	usage func() *evidence
}

// NewRun puts documents together. files may be nil, when nothing is known of
// other files; else it names them as the documents are named.
func NewRun(docs []*Document, files *Files) *Run {
	r := &Run{docs: make([]*Document, len(docs)), byPath: make(map[string]*Document, len(docs)), files: files}
	for i, d := range docs {
		d = d.in(r)
		r.docs[i], r.byPath[d.Path] = d, d
	}
	r.usage = sync.OnceValue(r.gatherEvidence)
	return r
}

// Documents is the documents of the run in the order in which it was given them.
// Each knows its run.
func (r *Run) Documents() []*Document { return r.docs }

// Document is the document at path, or nil when it is none of the run.
func (r *Run) Document(path string) *Document { return r.byPath[path] }

// Files is the files that the documents may link to, nil when nothing is known.
func (r *Run) Files() *Files { return r.files }

// in is d as one of the documents of r. What either computes serves both.
func (d *Document) in(r *Run) *Document {
	other := *d
	other.run = func() *Run { return r }
	return &other
}

// Run is the run that d belongs to. A document that no NewRun was told of is
// alone in its run.
func (d *Document) Run() *Run { return d.run() }

// Anchors is what a link to the file at path may name behind its #, nil when
// that isn't known: the file is no Markdown document, or can't be read.
func (r *Run) Anchors(path string, style rules.SlugStyle) *Anchors {
	doc := r.byPath[path]
	if doc == nil {
		return r.files.anchors(path, style)
	}
	return cachedAnchors(&r.anchors, anchorKey{path, style}, func() *Document { return doc })
}
