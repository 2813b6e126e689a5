package usage

import (
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A Digest is the Evidence of all documents together, for another process. It leaves out the counts of single
// documents, so that its size depends only on the words of the headings.
type Digest struct {
	Words  []string // by their numbers
	Pairs  []uint64
	Titles []string
	Corpus CorpusCounts
	// PairCounts are the counts of the pairs, by their numbers.
	PairCounts []PairCounts
	Written    map[string]string
}

// Digest returns the digest of e.
func (e *Evidence) Digest() *Digest {
	d := &Digest{
		Words: e.Vocabulary.Words.List, Pairs: e.Vocabulary.Pairs.list, Corpus: *e.Corpus, PairCounts: e.Corpus.pairs,
		Written: e.Written,
	}
	for title := range e.Vocabulary.titles {
		d.Titles = append(d.Titles, title)
	}
	return d
}

// Evidence returns the evidence of a digest, with the counts of single texts for their own headings. The texts are some
// of the documents that Gather was given, and only these may be judged.
func (d *Digest) Evidence(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	v := newVocabulary()
	for _, word := range d.Words {
		v.Words.add(word)
	}
	for _, pair := range d.Pairs {
		v.Pairs.add(pair)
	}
	for _, title := range d.Titles {
		v.titles[title] = true
	}
	e := gather(v, texts, jobs, terms)
	own := newCorpusCounts(&e.Vocabulary) // which has more words where a text was changed since
	copy(own.Words, d.Corpus.Words)
	copy(own.Begins, d.Corpus.Begins)
	copy(own.Code, d.Corpus.Code)
	copy(own.Commands, d.Corpus.Commands)
	copy(own.pairs, d.PairCounts)
	own.Clauses = d.Corpus.Clauses
	e.Corpus, e.Written = own, d.Written
	return e
}
