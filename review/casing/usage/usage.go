package usage

import (
	"maps"
	"slices"
	"strings"

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

// A PairCounts is the usages of the two words of a pair, next to each other.
type PairCounts struct{ First, Second Counts }

// CorpusCounts are the counts of a corpus, by the number of the word and of the pair.
type CorpusCounts struct {
	Words []Counts
	pairs []PairCounts
	// Begins are the counts of words at the start of a sentence.
	Begins []Counts
	// Code counts the words that stand alone in code spans, in lower case.
	Code []int32
	// Commands counts the words that lines of shell code begin with.
	Commands []int32
	// Clauses are the counts of all words behind a colon.
	Clauses  Counts
	mentions mentions
}

func newCorpusCounts(v *Vocabulary) *CorpusCounts {
	words, pairs := len(v.Words.List), len(v.Pairs.list)
	return &CorpusCounts{
		Words: make([]Counts, words), Begins: make([]Counts, words),
		Code: make([]int32, words), Commands: make([]int32, words),
		pairs: make([]PairCounts, pairs), mentions: mentions{},
	}
}

// add adds what another reader has seen.
func (u *CorpusCounts) add(v *CorpusCounts) {
	for i := range u.Words {
		u.Words[i], u.Begins[i] = u.Words[i].Plus(v.Words[i]), u.Begins[i].Plus(v.Begins[i])
		u.Code[i], u.Commands[i] = u.Code[i]+v.Code[i], u.Commands[i]+v.Commands[i]
	}
	for i, n := range v.pairs {
		u.pairs[i] = PairCounts{u.pairs[i].First.Plus(n.First), u.pairs[i].Second.Plus(n.Second)}
	}
	u.Clauses = u.Clauses.Plus(v.Clauses)
	maps.Copy(u.mentions, v.mentions)
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

// A DocumentCounts has the counts of one document for the words and pairs of its own headings. Their numbers are in
// order.
type DocumentCounts struct {
	wordIDs, pairIDs []int32
	words            []Counts
	pairs            []PairCounts
}

// begin is called before the document is read into r, and end after it: the counts that r gains in between are those of
// the document.
func (o *DocumentCounts) begin(r *CorpusCounts) {
	o.words, o.pairs = make([]Counts, len(o.wordIDs)), make([]PairCounts, len(o.pairIDs))
	for i, id := range o.wordIDs {
		o.words[i] = r.Words[id]
	}
	for i, id := range o.pairIDs {
		o.pairs[i] = r.pairs[id]
	}
}

func (o *DocumentCounts) end(r *CorpusCounts) {
	for i, id := range o.wordIDs {
		o.words[i] = r.Words[id].Less(o.words[i])
	}
	for i, id := range o.pairIDs {
		now, before := r.pairs[id], o.pairs[i]
		o.pairs[i] = PairCounts{now.First.Less(before.First), now.Second.Less(before.Second)}
	}
}

// Word returns the counts of a word by its number.
func (o *DocumentCounts) Word(id int32) Counts { return numbered(o.wordIDs, o.words, id) }

// Pair returns the counts of a pair by its number.
func (o *DocumentCounts) Pair(id int32) PairCounts { return numbered(o.pairIDs, o.pairs, id) }

func numbered[U any](ids []int32, usages []U, id int32) (none U) {
	if i, ok := slices.BinarySearch(ids, id); ok {
		return usages[i]
	}
	return none
}

// Word returns the counts of a word by its number.
func (u *CorpusCounts) Word(id int32) Counts { return u.Words[id] }

// Pair returns the counts of a pair by its number.
func (u *CorpusCounts) Pair(id int32) PairCounts { return u.pairs[id] }

// Evidence says how the body text of a corpus writes the words of its headings. Headings themselves are no evidence:
// they are judged, and would be other evidence after they are changed.
//
// It comes from a lexer that knows lines, containers, code and links, not from trees: that is exact enough for
// statistics, and a corpus may have far more text than headings that need a tree.
type Evidence struct {
	Vocabulary Vocabulary
	ByPath     map[string]*DocumentCounts
	Corpus     *CorpusCounts
	// Written is writtenBy of Corpus.mentions.
	Written map[string]string
}

// Gather reads texts twice: for the words of the headings, and for how the text writes them. The result does not depend
// on the order in which the documents are read.
//
// It works on jobs goroutines.
func Gather(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	return gather(newVocabulary(), texts, jobs, terms)
}

// gather is Gather with a vocabulary that has words already.
func gather(v Vocabulary, texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	titles := make([][]string, len(texts))
	workers := max(1, min(jobs, len(texts)))
	each(texts, workers, func(i int, src []byte, _ int) { _, titles[i] = read(texts[i].Path, src, terms) })
	e := &Evidence{Vocabulary: v, ByPath: map[string]*DocumentCounts{}}
	for i, headings := range titles {
		if len(headings) > 0 {
			e.ByPath[texts[i].Path] = e.Vocabulary.headings(headings)
		}
	}
	e.Vocabulary.seal()
	e.Corpus = newCorpusCounts(&e.Vocabulary)
	if len(e.Vocabulary.Words.List) == 0 {
		return e
	}
	readers := make([]usageReader, workers)
	for i := range readers {
		readers[i] = usageReader{v: &e.Vocabulary, seen: newCorpusCounts(&e.Vocabulary)}
	}
	each(texts, workers, func(i int, src []byte, worker int) {
		passages, _ := read(texts[i].Path, src, terms)
		readers[worker].document(src, passages, e.ByPath[texts[i].Path])
	})
	for _, reader := range readers {
		e.Corpus.add(reader.seen)
	}
	e.Written = e.Corpus.mentions.writtenBy()
	return e
}

// each calls f for every text that can be read, in any order. Each goroutine has a number, worker.
func each(texts []source.Stored, workers int, f func(i int, src []byte, worker int)) {
	parallel.EachOn(len(texts), workers, func(i, worker int) {
		src, err := texts[i].Read()
		if err != nil {
			return // the review of the document reports it
		}
		defer parallel.In(texts[i].Path)
		f(i, source.WithLineFeeds(src), worker)
	})
}

// otherNumber returns the plurals of a word, and the words that it may be a plural of.
func otherNumber(word string) []string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return []string{word[:len(word)-3] + "y"}
	case strings.HasSuffix(word, "ss"):
		return []string{word + "es"}
	case strings.HasSuffix(word, "s"):
		return []string{word[:len(word)-1]}
	case strings.HasSuffix(word, "y"):
		return []string{word[:len(word)-1] + "ies", word + "s"}
	}
	return []string{word + "s"}
}
