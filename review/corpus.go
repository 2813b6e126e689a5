package review

import (
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/spelling"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A Corpus has what a reviewer may use beyond the document that it reads: the documents that are reviewed together,
// each in its current revision, and the files that their links may lead to. After a pass a new corpus is made from the
// new revisions. Several goroutines may use a Corpus.
type Corpus struct {
	*link.Site
	from   Sources
	byPath map[string]*source.Stored
	// usage is the evidence of the corpus by the terms that it is for, of type func() *usage.Evidence.
	usage sync.Map
	// spelled is how often the corpus, its paths and the names of the repository's files have each misspelling.
	spelled func() *spelling.Evidence
	// outcomes are those of the last review of each document, by its path.
	outcomes sync.Map
}

// Sources are the functions and texts from which a corpus reads, when it is asked.
type Sources struct {
	Texts []source.Stored // the documents
	// Dialects has what the documents are read by. It may lack some: their names say it.
	Dialects map[string]markdown.Dialect
	// Parse returns a document of the corpus, as zone.Parse does. It may keep some of them; nil is zone.Parse.
	Parse func(path string, src []byte, dialect markdown.Dialect) *zone.Document
	// Files returns the files that links may lead to, nil if they are not known. It is called once.
	Files func() *link.Files
	// Context returns the other documents of the repository. They are not reviewed; they are evidence, so that a
	// document gets the same findings whichever others are reviewed with it. It may be nil.
	Context func() []source.Stored
	// Known is evidence that was gathered before, nil for none.
	Known *Known
	Jobs  int // how many goroutines gather evidence; 0 is one for each processor
	// Limited says that a rule reports no more findings in a document than a person can look at; see Corpus.LeftOut.
	Limited bool
}

// A Digest is the evidence of a whole corpus, in a form that can be stored. A field that is nil was not gathered.
type Digest struct {
	Usage   *usage.Digest
	Spelled map[string]int
}

// Known is a digest of a corpus, with the documents that are reviewed by it. Evidence that the digest lacks is
// gathered.
type Known struct {
	Digest
	// Judged are the documents that are reviewed. They are some of those in the digest.
	Judged []source.Stored
}

// OpenCorpus returns the corpus of documents that are read and parsed when they are needed.
func OpenCorpus(from Sources) *Corpus {
	if from.Parse == nil {
		from.Parse = zone.Parse
	}
	if from.Files == nil {
		from.Files = func() *link.Files { return nil }
	}
	if from.Jobs == 0 {
		from.Jobs = runtime.GOMAXPROCS(0)
	}
	c := &Corpus{from: from, byPath: make(map[string]*source.Stored, len(from.Texts))}
	for i := range from.Texts {
		c.byPath[from.Texts[i].Path] = &from.Texts[i]
	}
	holds := func(path string) bool { return c.byPath[path] != nil }
	c.Site = link.NewSite(holds, c.Document, from.Files)
	c.spelled = sync.OnceValue(c.countMisspellings)
	return c
}

// NewCorpus returns the corpus of documents that the caller has parsed. files may be nil: not known.
func NewCorpus(docs []*zone.Document, files *link.Files) *Corpus {
	from := Sources{Files: func() *link.Files { return files }}
	parsed := make(map[string]*zone.Document, len(docs))
	for _, d := range docs {
		parsed[d.Path] = d
		from.Texts = append(from.Texts, source.InMemory(d.Path, d.Source()))
	}
	from.Parse = func(path string, _ []byte, _ markdown.Dialect) *zone.Document { return parsed[path] }
	return OpenCorpus(from)
}

// Paths returns the paths of the documents, sorted.
func (c *Corpus) Paths() []string { return slices.Sorted(maps.Keys(c.byPath)) }

// Source returns the bytes of a document, nil if the corpus has none at the path or it can't be read.
func (c *Corpus) Source(path string) []byte {
	text := c.byPath[path]
	if text == nil {
		return nil
	}
	src, _ := text.Read()
	return src
}

// Document returns a document of the corpus, nil if the corpus has none at the path or it can't be read.
func (c *Corpus) Document(path string) *zone.Document {
	text := c.byPath[path]
	if text == nil {
		return nil
	}
	src, err := text.Read()
	if err != nil {
		return nil
	}
	return c.Revised(path, src)
}

// Revised returns a document with other bytes.
func (c *Corpus) Revised(path string, src []byte) *zone.Document {
	dialect, known := c.from.Dialects[path]
	if !known {
		dialect = markdown.DialectOf(path)
	}
	return c.from.Parse(path, src, dialect)
}

// With returns the corpus with other texts of some documents.
func (c *Corpus) With(revisions map[string]source.Stored) *Corpus {
	from := c.from
	from.Texts, from.Files = slices.Clone(from.Texts), c.Files
	for i := range from.Texts {
		if t, ok := revisions[from.Texts[i].Path]; ok {
			from.Texts[i] = t
		}
	}
	return OpenCorpus(from)
}

// evidenceTexts returns the texts that words are counted in: those of the corpus and those around it.
func (c *Corpus) evidenceTexts() []source.Stored {
	if c.from.Context == nil {
		return c.from.Texts
	}
	return append(c.from.Texts[:len(c.from.Texts):len(c.from.Texts)], c.from.Context()...)
}

// Usage returns how the text of the corpus writes words, for rules with these terms.
func (c *Corpus) Usage(terms *term.Table) *usage.Evidence {
	gather := sync.OnceValue(func() *usage.Evidence {
		if known := c.from.Known; known != nil && known.Usage != nil {
			return known.Usage.Evidence(known.Judged, c.from.Jobs, terms)
		}
		return usage.Gather(c.evidenceTexts(), c.from.Jobs, terms)
	})
	gathered, _ := c.usage.LoadOrStore(terms, gather)
	return gathered.(func() *usage.Evidence)()
}

// Misspellings returns how often the corpus, its paths and the names of the repository's files have each misspelling.
func (c *Corpus) Misspellings() *spelling.Evidence { return c.spelled() }

func (c *Corpus) countMisspellings() *spelling.Evidence {
	var e *spelling.Evidence
	if known := c.from.Known; known != nil && known.Spelled != nil {
		e = spelling.FromDigest(known.Spelled)
	} else {
		e = spelling.Gather(c.evidenceTexts(), c.from.Jobs)
	}
	e.CountNames(c.Files().Paths())
	return e
}

// Digest gathers the evidence of the rules for which asks is true, for the Known of another corpus.
func (c *Corpus) Digest(set *rules.Set, asks func(rule string) bool) (out Digest) {
	if set.Style.HeadingCase != nil && asks("heading-case") {
		out.Usage = &c.Usage(set.Terms()).Digest
	}
	if set.Style.Misspelling != nil && asks("misspelling") {
		out.Spelled = spelling.Gather(c.evidenceTexts(), c.from.Jobs).Digest()
	}
	return out
}

// LearnedNames returns the names that heading-case finds in the headings of d, a document of the corpus, if it asks for
// sentence case.
func (c *Corpus) LearnedNames(d *zone.Document, set *rules.Set) []casing.Learned {
	return casing.NewJudge(d, set, c.Usage(set.Terms())).LearnedIn(d)
}

// Silenced is how many findings the comments in the document at path suppressed when it was last reviewed.
func (c *Corpus) Silenced(path string) int {
	return c.outcome(path).silenced
}

// LeftOut says what the last review of the document at path left out, an error for each rule.
func (c *Corpus) LeftOut(path string) []error { return c.outcome(path).leftOut }

func (c *Corpus) outcome(path string) outcome {
	last, _ := c.outcomes.Load(path)
	of, _ := last.(outcome)
	return of
}
