package review

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/spelling"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A Corpus is what a reviewer may know beyond the document that it reads: the documents that are looked at together,
// each in its current revision, and the files that their links may lead to. It is never modified; after a pass a new
// one is made from the new revisions. It may be used by several goroutines.
type Corpus struct {
	*link.Site
	*gathered
	uses *Uses // nil: nobody asks what findings depend on
}

// gathered is what all goroutines share that review documents of a corpus.
type gathered struct {
	docs   []*zone.Document
	byPath map[string]*zone.Document
	// texts is all documents of a corpus that keeps none, as bytes.
	texts []source.Stored
	// beside returns documents that are evidence, and are not reviewed; nil is none.
	beside func() []source.Stored
	// given is evidence that was gathered before, nil for none.
	given *Given
	jobs  int
	// usage is what the words of the corpus show, of type *lazy.Value[*usage.Evidence], by the terms that it is for.
	usage sync.Map
	// latest is the evidence that was gathered last of a revision of the corpus, of type *usage.Evidence, by its terms.
	latest *sync.Map
	// spelled is how often the corpus has each misspelling, and swept what was counted of that on the way to usage.
	spelled lazy.Value[*spelling.Evidence]
	swept   atomic.Pointer[spelling.Evidence]
	// silenced is how many findings comments suppress, by the path of the document.
	silenced sync.Map
	// memory lends what Review works in, of type *reviewMemory.
	memory sync.Pool
}

// A Digest is what the text of a whole corpus shows, in a form that can be stored. What is nil was not gathered.
type Digest struct {
	Usage   *usage.Digest
	Spelled map[string]int
}

// Given is a digest of a corpus, and which of its documents are judged by that. What the digest lacks is gathered.
type Given struct {
	Digest
	// Judged is the documents that are reviewed. They are some of those that were gathered from.
	Judged []source.Stored
}

// NewCorpus puts documents together. files, which names other files as the documents are named, may be nil: not known.
func NewCorpus(docs []*zone.Document, files *link.Files) *Corpus {
	c := NewStream(nil, func() *link.Files { return files }, runtime.GOMAXPROCS(0))
	c.docs, c.byPath = slices.Clone(docs), make(map[string]*zone.Document, len(docs))
	for _, d := range docs {
		c.byPath[d.Path] = d
	}
	return c
}

// Revised returns the corpus with its documents in other revisions.
func (c *Corpus) Revised(docs []*zone.Document) *Corpus { return c.Among(docs, c.Files(), c.beside) }

// Among returns the corpus with other revisions of its documents, other files and other texts beside. What was gathered
// for c is not gathered again where it holds. A text beside is the same where its bytes lie at the same place.
func (c *Corpus) Among(docs []*zone.Document, files *link.Files, beside func() []source.Stored) *Corpus {
	revised := NewCorpus(docs, files).Beside(beside)
	revised.latest = c.latest
	return revised
}

// Beside has the corpus take the text of more documents as evidence, so that a document is judged alike whichever
// others are reviewed with it. It returns c, of which nothing was reviewed yet. texts is called when evidence is
// needed, and returns the same each time; nil is for none.
func (c *Corpus) Beside(texts func() []source.Stored) *Corpus {
	c.beside = texts
	return c
}

// NewStream puts documents together that are read when they are needed, and not kept. What the corpus must know of all
// of them it gathers on jobs goroutines. files is called once, for the first link to a file; its result may be nil.
func NewStream(texts []source.Stored, files func() *link.Files, jobs int) *Corpus {
	c := &Corpus{gathered: &gathered{texts: texts, jobs: jobs, latest: new(sync.Map)}}
	index := make(map[string]int, len(texts))
	for i, t := range texts {
		index[t.Path] = i
	}
	parser := link.NewParser()
	holds := func(path string) bool { _, ok := index[path]; return ok || c.byPath[path] != nil }
	c.Site = link.NewSite(holds, func(path string) *zone.Document {
		if doc := c.byPath[path]; doc != nil && doc.ReadAtOnce() {
			return doc.WithLinks()
		} else if doc != nil {
			return parser.Parse(path, doc.Source())
		}
		if src, err := texts[index[path]].Read(nil); err == nil {
			return parser.Parse(path, src)
		}
		return nil
	}, files)
	return c
}

// Documents returns the documents of the corpus in the order of NewCorpus. A corpus that NewStream made keeps none.
func (c *Corpus) Documents() []*zone.Document { return c.docs }

// ByPath returns the documents of NewCorpus by their paths. Nobody may change the map.
func (c *Corpus) ByPath() map[string]*zone.Document { return c.byPath }

// evidenceTexts returns the texts that words are counted in: those of the corpus and those beside it.
func (c *Corpus) evidenceTexts() []source.Stored {
	texts := slices.Clip(c.texts)
	for _, d := range c.docs {
		texts = append(texts, source.Stored{Path: d.Path, Read: func(*[]byte) ([]byte, error) { return d.Source(), nil }})
	}
	if c.beside == nil {
		return texts
	}
	return append(texts, c.beside()...)
}

// evidence returns what the text of the corpus shows of the words of headings that are reviewed by rules with these
// terms. counts says that misspellings are looked for, too: they are counted in the same sweep, unless few of the texts
// are documents of the corpus.
func (c *Corpus) evidence(terms *term.Table, counts bool) *usage.Evidence {
	c.useEvidence()
	gathered, ok := c.usage.Load(terms)
	if !ok {
		gathered, _ = c.usage.LoadOrStore(terms, new(lazy.Value[*usage.Evidence]))
	}
	return gathered.(*lazy.Value[*usage.Evidence]).Get(func() *usage.Evidence {
		if c.given != nil && c.given.Usage != nil {
			return c.given.Usage.Evidence(c.given.Judged, c.jobs, terms)
		}
		var e *usage.Evidence
		texts := c.evidenceTexts()
		if before, ok := c.latest.Load(terms); ok {
			e = before.(*usage.Evidence).Revise(texts, c.jobs, terms)
		} else {
			var counted *spelling.Gathering
			if counts && 2*len(c.texts) > len(texts) {
				counted = spelling.NewGathering(texts)
				texts = counted.Texts()
			}
			e = usage.Gather(texts, c.jobs, terms)
			if counted != nil {
				c.swept.Store(counted.Evidence())
			}
		}
		c.latest.Store(terms, e)
		return e
	})
}

// misspellings returns how often the corpus, its paths and the names of the repository's files have each misspelling.
func (c *Corpus) misspellings() *spelling.Evidence {
	c.useEvidence()
	if c.uses != nil {
		c.uses.Links.Listing = true // names of files count
	}
	return c.spelled.Get(func() *spelling.Evidence {
		e := c.swept.Load()
		switch {
		case c.given != nil && c.given.Spelled != nil:
			e = spelling.FromDigest(c.given.Spelled)
		case e == nil:
			e = spelling.Gather(c.evidenceTexts(), c.jobs)
		}
		e.CountNames(c.Files().Paths())
		return e
	})
}

// Silenced is how many findings the comments in the document at path suppressed when it was last reviewed.
func (c *Corpus) Silenced(path string) int {
	n, _ := c.silenced.Load(path)
	count, _ := n.(int)
	return count
}

// Review is what reviewers find in d, a document of the corpus: identified, in order, without what comments suppress.
func (c *Corpus) Review(d *zone.Document, set *rules.Set, reviewers []Reviewer) []Finding {
	m, _ := c.memory.Get().(*reviewMemory)
	if m == nil {
		m = new(reviewMemory)
	}
	found := m.review(&Pass{Doc: d, Corpus: c, Set: set}, reviewers)
	m.ordered = nil // which is the caller's
	c.memory.Put(m)
	return found
}

// A Scratch is where one goroutine reviews documents of a corpus one after another, in memory that is used again.
//
// What Review returns is in that memory: the document with all that it says of itself, and the list of findings. It
// holds until the next call. Strings may be kept.
type Scratch struct {
	corpus    *Corpus
	set       *rules.Set
	reviewers []Reviewer
	needs     markdown.Needs

	uses   *Uses               // nil: not recorded
	again  map[string]*Scratch // see JudgeAgain; by the rules
	parser zone.Scratch
	memory reviewMemory
}

// NewScratch returns a Scratch for the documents of the corpus that these reviewers look at under these rules.
func (c *Corpus) NewScratch(set *rules.Set, reviewers []Reviewer) *Scratch {
	return &Scratch{corpus: c, set: set, reviewers: reviewers, needs: NeedsOf(set, reviewers)}
}

// Keyless has findings come without their Key, for a caller that compares them with no others.
func (s *Scratch) Keyless() { s.memory.keyless = true }

// ReadAll has all of each document read, for a caller that asks for more than the reviewers do.
func (s *Scratch) ReadAll() { s.needs = markdown.Needs{Everything: true} }

// Review returns the document at path with the bytes src, as far as the reviewers need it, and what they find in it.
func (s *Scratch) Review(path string, src []byte) (*zone.Document, []Finding) {
	if s.uses != nil {
		*s.uses = Uses{}
	}
	d := s.parser.Parse(path, src, s.needs)
	found := s.memory.review(&Pass{Doc: d, Corpus: s.corpus, Set: s.set}, s.reviewers)
	if s.uses != nil && len(s.uses.Evidence) > 0 {
		s.uses.Judged = judged(found, s.uses.Evidence)
	}
	return d, found
}
