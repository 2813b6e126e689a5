package usage

import (
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Counts is how often text writes a word with a small letter and with a capital
// where its place leaves the choice: not at the start of a sentence, and not in a title.
type Counts struct {
	Lower, Upper int32
	// Named counts the capitals next to other capitals: they may belong to a name
	// that the word is only a part of, like the Code of VS Code.
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

func (u Counts) times(n int32) Counts { return Counts{u.Lower * n, u.Upper * n, u.Named * n} }

// Total returns how much there is to go by.
func (u Counts) Total() int { return int(u.Lower + u.Upper + u.Named) }

// A PairCounts is the usages of the two words of a pair, next to each other.
type PairCounts struct{ First, Second Counts }

func (u PairCounts) plus(v PairCounts) PairCounts {
	return PairCounts{u.First.Plus(v.First), u.Second.Plus(v.Second)}
}

func (u PairCounts) less(v PairCounts) PairCounts {
	return PairCounts{u.First.Less(v.First), u.Second.Less(v.Second)}
}

// CorpusCounts is what the text of a corpus shows, by the number of the word and of the pair.
type CorpusCounts struct {
	Words []Counts
	pairs []PairCounts
	// Begins is how words are written that begin a sentence.
	Begins []Counts
	// Code counts the words that stand alone in code spans, in lower case.
	Code []int32
	// Commands counts the words that lines of shell code begin with.
	Commands []int32
	// Clauses is how words are written that stand behind a colon, whatever they are.
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

// add adds what a reader has seen so many times.
func (u *CorpusCounts) add(r *tallies, times int32) {
	for i := range u.Words {
		id := int32(i)
		u.Words[i], u.Begins[i] = u.Words[i].Plus(r.word(id).times(times)), u.Begins[i].Plus(r.begin(id).times(times))
	}
	for i := range u.pairs {
		n := r.pair(int32(i))
		u.pairs[i] = u.pairs[i].plus(PairCounts{n.First.times(times), n.Second.times(times)})
	}
	for i := range u.Code {
		u.Code[i] += r.code[i] * times
		u.Commands[i] += r.commands[i] * times
	}
	u.Clauses = u.Clauses.Plus(r.clause().times(times))
	for e, n := range r.mentions {
		if u.mentions[e] += n * times; u.mentions[e] == 0 {
			delete(u.mentions, e)
		}
	}
}

// A mention is how a link to a heading, or the title of a page, writes it.
type mention struct {
	title string // the heading in lower case
	text  string
}

// mentions counts them.
type mentions map[mention]int32

// writtenBy returns how each heading is written elsewhere; "" where that is done
// in more than one way, so that none of them is known.
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

// What one place shows of how a word is written. A place that shows nothing is
// counted as well, because that is cheaper than to tell it from the others.
const (
	sawNothing = iota
	sawLower
	sawUpper
	sawNamed
	// ofWord and ofPair are how many of these a word, and each word of a pair, may show.
	ofWord = iota
	ofPair = sawNamed
)

// tallies is what one reader counts. There is a list for each thing that can be seen: nearly all words of a text are in
// small letters, and the counts of those alone stay near the processor.
type tallies struct {
	words, begins  [ofWord][]int32          // by the number plus one; the first is for words that have none
	pairs          [ofPair * ofPair][]int32 // by what the first word shows times ofPair, plus what the second one does
	code, commands []int32
	clauses        [ofWord]int32
	mentions       mentions
}

func newTallies(v *Vocabulary) tallies {
	words, pairs := len(v.Words.List), len(v.Pairs.list)
	t := tallies{code: make([]int32, words), commands: make([]int32, words), mentions: mentions{}}
	for saw := range ofWord {
		t.words[saw], t.begins[saw] = make([]int32, words+1), make([]int32, words+1)
	}
	for saw := range t.pairs {
		t.pairs[saw] = make([]int32, pairs)
	}
	return t
}

func usageOf(by *[ofWord][]int32, id int32) Counts {
	return Counts{by[sawLower][id+1], by[sawUpper][id+1], by[sawNamed][id+1]}
}

func (t *tallies) word(id int32) Counts  { return usageOf(&t.words, id) }
func (t *tallies) begin(id int32) Counts { return usageOf(&t.begins, id) }

func (t *tallies) pair(id int32) (u PairCounts) {
	p := &t.pairs
	for saw := range ofPair {
		u.First.Lower += p[ofPair*sawLower+saw][id]
		u.First.Upper += p[ofPair*sawUpper+saw][id]
		u.Second.Lower += p[ofPair*saw+sawLower][id]
		u.Second.Upper += p[ofPair*saw+sawUpper][id]
	}
	return u
}

func (t *tallies) clause() Counts {
	return Counts{t.clauses[sawLower], t.clauses[sawUpper], t.clauses[sawNamed]}
}

// A DocumentCounts is what the text of one document shows of the words and pairs of
// its own headings, whose numbers are in order.
type DocumentCounts struct {
	wordIDs, pairIDs []int32
	words            []Counts
	pairs            []PairCounts
}

// begin is called before the document is read into r, and end behind it: what has
// come to r in between is the document's own.
func (o *DocumentCounts) begin(r *tallies) {
	o.words, o.pairs = make([]Counts, len(o.wordIDs)), make([]PairCounts, len(o.pairIDs))
	for i, id := range o.wordIDs {
		o.words[i] = r.word(id)
	}
	for i, id := range o.pairIDs {
		o.pairs[i] = r.pair(id)
	}
}

func (o *DocumentCounts) end(r *tallies) {
	for i, id := range o.wordIDs {
		o.words[i] = r.word(id).Less(o.words[i])
	}
	for i, id := range o.pairIDs {
		o.pairs[i] = r.pair(id).less(o.pairs[i])
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

// Evidence is what the body text of a corpus shows about the words of its headings. Headings themselves are no
// evidence: they are what is judged, and would be other evidence once they are changed.
//
// It is read from the bytes by a lexer that knows lines, containers, code and links, and not from the tree: evidence is
// statistics, for which that is exact enough, and a corpus may have far more text than headings that call for a tree.
type Evidence struct {
	Vocabulary Vocabulary
	ByPath     map[string]*DocumentCounts
	Corpus     *CorpusCounts
	// Written is writtenBy of Corpus.mentions.
	Written map[string]string
}

// Gather goes over texts twice: for the words of the headings, and for what the text shows of them. What it finds
// doesn't depend on the order in which the documents are read.
//
// It works on jobs goroutines.
func Gather(texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	return gather(newVocabulary(), texts, jobs, terms)
}

// gather is Gather with a vocabulary that has words already.
func gather(v Vocabulary, texts []source.Stored, jobs int, terms *term.Table) *Evidence {
	titles, passages := make([][]string, len(texts)), make([][]passage, len(texts))
	lexers := make([]passageLexer, max(1, min(jobs, len(texts))))
	for i := range lexers {
		lexers[i].terms = terms
	}
	e := &Evidence{Vocabulary: v, ByPath: map[string]*DocumentCounts{}}
	var asking sync.Mutex
	asked := make([][]int, len(lexers)) // the documents whose words have no numbers yet
	ask := func(worker int) {
		for _, i := range asked[worker] {
			if len(titles[i]) > 0 {
				e.ByPath[texts[i].Path] = e.Vocabulary.headings(titles[i])
			}
		}
		asked[worker] = asked[worker][:0]
	}
	buffers := make([][]byte, len(lexers))
	each(texts, buffers, func(i int, src []byte, worker int) {
		l := &lexers[worker]
		l.read(texts[i].Path, src)
		titles[i], passages[i] = l.titles, l.kept(src)
		asked[worker] = append(asked[worker], i)
		if asking.TryLock() { // to wait for it would take longer than what is done then
			defer asking.Unlock()
			ask(worker)
		}
	})
	for worker := range asked {
		ask(worker)
	}
	e.Vocabulary.seal()
	e.Corpus = newCorpusCounts(&e.Vocabulary)
	if len(e.Vocabulary.Words.List) == 0 {
		return e
	}
	readers := make([]*usageReader, len(lexers))
	each(texts, buffers, func(i int, src []byte, worker int) {
		if readers[worker] == nil {
			readers[worker] = newUsageReader(&e.Vocabulary)
		}
		path, found := texts[i].Path, passages[i]
		if found == nil {
			lexers[worker].read(path, src)
			found = lexers[worker].passages
		}
		readers[worker].document(src, found, e.ByPath[path])
	})
	for _, reader := range readers {
		if reader != nil {
			e.Corpus.add(&reader.seen, 1)
		}
	}
	e.Written = e.Corpus.mentions.writtenBy()
	return e
}

// each calls f for every text that can be read, in any order. It uses a goroutine for each of the buffers that texts
// are read into, and each has the number of its own.
func each(texts []source.Stored, buffers [][]byte, f func(i int, src []byte, worker int)) {
	parallel.EachOn(len(texts), len(buffers), func(i, worker int) {
		src, err := texts[i].Read(&buffers[worker])
		if err != nil {
			return // who reviews the document says so
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
