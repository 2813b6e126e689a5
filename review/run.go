package review

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/rules"
)

// A Run is what a reviewer may know beyond the document that it reads: the
// documents that are looked at together, each in its current revision, and the
// files that their links may lead to. It is never modified; after a pass a new
// one is made from the new revisions. It may be used by several goroutines.
type Run struct {
	docs   []*Document
	byPath map[string]*Document
	// texts is all documents of the run as bytes.
	texts []Stored
	index map[string]int // of texts, by path
	jobs  int
	files func() *Files
	// anchors caches what the documents of the run can be linked to, by anchorKey.
	anchors sync.Map
	usage   lazy[*evidence] // see evidence
	// latest is the evidence of the last run that was made of these documents, in any
	// revision, and asked for it; nil where they are not kept.
	latest *atomic.Pointer[evidence]
}

// A Stored is one document of a run that is not kept in memory.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be
	// changed. It may put them into the buffer, which then holds them until the next
	// call with that buffer; a nil one is none.
	Read func(buffer *[]byte) ([]byte, error)
}

// NewRun puts documents together. files may be nil, when nothing is known of
// other files; else it names them as the documents are named.
func NewRun(docs []*Document, files *Files) *Run {
	return newRun(docs, files, &atomic.Pointer[evidence]{})
}

// Revised is a run of other revisions of the documents of r, which are in the same
// order. What r knows of those that are the same need not be gathered again.
func (r *Run) Revised(docs []*Document) *Run { return newRun(docs, r.Files(), r.latest) }

func newRun(docs []*Document, files *Files, latest *atomic.Pointer[evidence]) *Run {
	texts := make([]Stored, len(docs))
	for i, d := range docs {
		texts[i] = Stored{d.Path, func(*[]byte) ([]byte, error) { return d.src, nil }}
	}
	r := NewStream(texts, func() *Files { return files }, runtime.GOMAXPROCS(0))
	r.latest = latest
	r.docs, r.byPath = make([]*Document, len(docs)), make(map[string]*Document, len(docs))
	for i, d := range docs {
		d = d.in(r)
		r.docs[i], r.byPath[d.Path] = d, d
	}
	return r
}

// NewStream puts documents together that are read when they are needed, and not
// kept: Parse makes one of them a document of the run, for as long as the caller
// holds it. What the run must know of all of them it gathers on jobs goroutines.
// files is called when the first link leads to a file, once; its result may be nil.
func NewStream(texts []Stored, files func() *Files, jobs int) *Run {
	r := &Run{texts: texts, index: make(map[string]int, len(texts)), files: sync.OnceValue(files), jobs: jobs}
	for i, t := range texts {
		r.index[t.Path] = i
	}
	return r
}

// Parse reads src, the bytes of the document at path, as a document of the run.
func (r *Run) Parse(path string, src []byte) *Document {
	d := Parse(path, src)
	d.of = r
	return d
}

func (r *Run) workers() int { return max(1, min(r.jobs, len(r.texts))) }

// holds reports whether the document at path is one of the run.
func (r *Run) holds(path string) bool {
	_, ok := r.index[path]
	return ok
}

// Documents is the documents of the run in the order in which it was given them.
// Each knows its run. A run that NewStream made keeps none.
func (r *Run) Documents() []*Document { return r.docs }

// Document is the document at path, or nil when the run keeps none of that path.
func (r *Run) Document(path string) *Document { return r.byPath[path] }

// Files is the files that the documents may link to, nil when nothing is known.
func (r *Run) Files() *Files { return r.files() }

// in is d as one of the documents of r. What either computes serves both.
func (d *Document) in(r *Run) *Document {
	other := *d
	other.of = r
	return &other
}

// Run is the run that d belongs to. A document that no NewRun was told of is
// alone in its run.
func (d *Document) Run() *Run {
	if d.of != nil {
		return d.of
	}
	return d.alone.get(func() *Run { return NewRun([]*Document{d}, nil) })
}

// Anchors is what a link to the file at path may name behind its #, nil when
// that isn't known: the file is no Markdown document, or can't be read.
func (r *Run) Anchors(path string, style rules.SlugStyle) *Anchors {
	i, ok := r.index[path]
	if !ok {
		return r.files().anchors(path, style)
	}
	return cachedAnchors(&r.anchors, anchorKey{path, style}, func() *Document {
		if doc := r.byPath[path]; doc != nil {
			return doc.Whole()
		}
		src, err := r.texts[i].Read(nil)
		if err != nil {
			return nil
		}
		return Parse(path, src)
	})
}

// anchorsOf is the anchors of d, a document of the run.
func (r *Run) anchorsOf(d *Document, style rules.SlugStyle) *Anchors {
	return cachedAnchors(&r.anchors, anchorKey{d.Path, style}, func() *Document { return d })
}
