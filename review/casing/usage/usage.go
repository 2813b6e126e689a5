package usage

import (
	"maps"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Counts is how often text writes a word with a small letter and with a capital, in places with a choice: not at the
// start of a sentence, and not in a title.
type Counts struct {
	Lower, Upper int32
	// Named counts the capitals next to other capitals: the word may be a part of a name, like the Code of VS Code.
	Named int32
}

// Plus returns the sum of u and v.
func (u Counts) Plus(v Counts) Counts {
	return Counts{u.Lower + v.Lower, u.Upper + v.Upper, u.Named + v.Named}
}

// Less returns u without v, which is a part of it.
func (u Counts) Less(v Counts) Counts {
	return Counts{u.Lower - v.Lower, u.Upper - v.Upper, u.Named - v.Named}
}

// Total returns the number of occurrences.
func (u Counts) Total() int { return int(u.Lower + u.Upper + u.Named) }

// A WordCounts is how text writes a word.
type WordCounts struct {
	Text Counts
	Code int32 // how often the word stands alone in a code span, in lower case
}

// A PairCounts is how text writes the two words of a pair, next to each other.
type PairCounts struct{ First, Second Counts }

// A Tally counts words and pairs of words. It has only those that the text has.
type Tally struct {
	Words map[string]WordCounts
	// Pairs are named by the two words with a space between them, or with the hyphen that the text has there:
	// Content-Type is a name of its own, and does not show how to write "content type".
	Pairs map[string]PairCounts
	// Clauses are the counts of all words behind a colon.
	Clauses  Counts
	mentions mentions
}

func newTally() *Tally {
	return &Tally{Words: map[string]WordCounts{}, Pairs: map[string]PairCounts{}, mentions: mentions{}}
}

// add adds what another reader has seen.
func (t *Tally) add(other *Tally) {
	for word, n := range other.Words {
		sum := t.Words[word]
		t.Words[word] = WordCounts{sum.Text.Plus(n.Text), sum.Code + n.Code}
	}
	for pair, n := range other.Pairs {
		sum := t.Pairs[pair]
		t.Pairs[pair] = PairCounts{sum.First.Plus(n.First), sum.Second.Plus(n.Second)}
	}
	t.Clauses = t.Clauses.Plus(other.Clauses)
	maps.Copy(t.mentions, other.mentions)
}

// of returns the counts of some words and pairs.
func (t *Tally) of(v *vocabulary) *Tally {
	own := newTally()
	for word := range v.words {
		if n, ok := t.Words[word]; ok {
			own.Words[word] = n
		}
	}
	for pair := range v.pairs {
		if n, ok := t.Pairs[pair]; ok {
			own.Pairs[pair] = n
		}
	}
	return own
}

// A mention is how a link to a heading, or the title of a page, writes it.
type mention struct {
	title string // the heading in lower case
	text  string
}

type mentions map[mention]bool

// writtenBy returns how each heading is written elsewhere, "" if it is written in more than one way.
func (e mentions) writtenBy() map[string]string {
	texts := make(map[string]string, len(e))
	for mention := range e {
		if other, ok := texts[mention.title]; ok && other != mention.text {
			mention.text = ""
		}
		texts[mention.title] = mention.text
	}
	return texts
}

// A sighting is how one place writes a word.
type sighting uint8

const (
	sawNothing sighting = iota
	sawLower
	sawUpper
	sawNamed
)

func (u *Counts) count(saw sighting) {
	switch saw {
	case sawLower:
		u.Lower++
	case sawUpper:
		u.Upper++
	case sawNamed:
		u.Named++
	}
}

// Evidence says how the body text of a corpus writes the words of its headings. Headings themselves are no evidence:
// they are judged, and would be other evidence after they are changed.
//
// It comes from a lexer that knows lines, containers, code and links, not from trees: that is exact enough for
// statistics, and a corpus may have far more text than headings that need a tree.
type Evidence struct {
	Digest
	// ByPath has the counts of single documents, for the words and pairs of their own headings.
	ByPath map[string]*Tally
}

// A Digest is the Evidence of all documents together, for another process. It leaves out the counts of single
// documents, so that its size depends only on the words of the headings.
type Digest struct {
	Corpus *Tally
	// Written is writtenBy of Corpus.mentions.
	Written map[string]string
}

// Evidence returns the evidence of a digest, with the counts of single texts for their own headings. The texts are some
// of the documents that Gather was given, and only these may be judged.
func (d *Digest) Evidence(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	return &Evidence{Digest: *d, ByPath: Gather(texts, jobs, terms).ByPath}
}

// Gather reads texts twice: for the words of the headings, and for how the text writes them. The result does not depend
// on the order in which the documents are read.
//
// It works on jobs goroutines.
func Gather(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	e := &Evidence{Digest: Digest{Corpus: newTally()}, ByPath: map[string]*Tally{}}
	all, byText := newVocabulary(), make([]*vocabulary, len(texts))
	var mu sync.Mutex
	each(texts, jobs, func(i int, src []byte) {
		if _, titles := read(texts[i].Path, src, terms); len(titles) > 0 {
			byText[i] = vocabularyOf(titles)
			mu.Lock()
			defer mu.Unlock()
			all.add(byText[i])
		}
	})
	if len(all.words) == 0 {
		return e
	}
	each(texts, jobs, func(i int, src []byte) {
		passages, _ := read(texts[i].Path, src, terms)
		r := usageReader{v: all, seen: newTally(), src: src}
		r.document(passages)
		mu.Lock()
		defer mu.Unlock()
		e.Corpus.add(r.seen)
		if byText[i] != nil {
			e.ByPath[texts[i].Path] = r.seen.of(byText[i])
		}
	})
	e.Written = e.Corpus.mentions.writtenBy()
	return e
}

// each calls f for every text that can be read, in any order.
func each(texts []source.Stored, jobs int, f func(i int, src []byte)) {
	parallel.Each(len(texts), jobs, func(i int) {
		src, err := texts[i].Read()
		if err != nil {
			return // the review of the document reports it
		}
		defer parallel.In(texts[i].Path)
		f(i, source.WithLineFeeds(src))
	})
}
