package spelling

import (
	"hash/maphash"
	"maps"
	"strings"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Evidence is how often the documents of a run have each misspelling, in whatever they hold:
// text, code, names and addresses, in any case.
type Evidence struct {
	counts map[string]int
	texts  map[string]textCounts // by path
	// clean has the hashes of the texts without a misspelling, by path.
	clean map[string]uint64
	seed  maphash.Seed
}

// textCounts is what one text has.
type textCounts struct {
	text  []byte
	words map[string]int // nil: it was not counted
	sum   uint64         // its hash, where it has no words
}

// Clean reports whether the text at path was counted and has none of the misspellings: as no word that stands by
// itself, whose letters behind the first are small. e may be nil.
func (e *Evidence) Clean(path string, text []byte) bool {
	if e == nil {
		return false
	}
	sum, clean := e.clean[path]
	return clean && sum == maphash.Bytes(e.seed, text)
}

// Count returns how often a misspelling, given in lower case, stands in the documents and in their paths.
func (e *Evidence) Count(word string) int { return e.counts[word] }

// Digest returns all counts, for another process to go by: see FromDigest.
func (e *Evidence) Digest() map[string]int { return maps.Clone(e.counts) }

// FromDigest returns the evidence that counts are the digest of.
func FromDigest(counts map[string]int) *Evidence { return &Evidence{counts: maps.Clone(counts)} }

// Gather counts on so many goroutines. before is the evidence of the documents in an earlier revision, or nil: what
// did not change since is not read again.
func Gather(texts []source.Stored, jobs int, before *Evidence) *Evidence {
	g := NewGathering(texts, before)
	buffers := make([][]byte, jobs)
	counted := g.Texts()
	parallel.EachOn(len(texts), jobs, func(i, worker int) { _, _ = counted[i].Read(&buffers[worker]) })
	return g.Evidence()
}

// A Gathering is evidence in the making, for who reads the texts anyway.
type Gathering struct {
	texts  []source.Stored
	read   []atomic.Bool // by the index of the text
	found  []textCounts
	before *Evidence
	seed   maphash.Seed
}

// NewGathering is Gather before the first text.
func NewGathering(texts []source.Stored, before *Evidence) *Gathering {
	g := &Gathering{
		texts: texts, read: make([]atomic.Bool, len(texts)), found: make([]textCounts, len(texts)), before: before,
		seed: maphash.MakeSeed(),
	}
	if before != nil {
		g.seed = before.seed
	}
	return g
}

// Texts returns the texts so that each is counted when it is read for the first time. Several goroutines may read.
func (g *Gathering) Texts() []source.Stored {
	out := make([]source.Stored, len(g.texts))
	for i, t := range g.texts {
		out[i] = source.Stored{Path: t.Path, Read: func(buffer *[]byte) ([]byte, error) {
			text, err := t.Read(buffer)
			if err == nil && len(text) > 0 && g.read[i].CompareAndSwap(false, true) {
				g.count(i, text, buffer != nil && len(*buffer) > 0 && &(*buffer)[0] == &text[0])
			}
			return text, err
		}}
	}
	return out
}

// count counts the text with an index. That it passes says that the next one takes its place in memory.
func (g *Gathering) count(i int, text []byte, passes bool) {
	path := g.texts[i].Path
	if g.before != nil {
		if old := g.before.texts[path]; len(old.text) == len(text) && &old.text[0] == &text[0] {
			g.found[i] = old
			return
		}
	}
	c := textCounts{words: map[string]int{}}
	countIn(c.words, text)
	countIn(c.words, []byte(path))
	if len(c.words) == 0 {
		c.sum = maphash.Bytes(g.seed, text)
	}
	if !passes {
		c.text = text
	}
	g.found[i] = c
}

// Evidence returns what was counted.
func (g *Gathering) Evidence() *Evidence {
	e := &Evidence{
		counts: map[string]int{}, texts: make(map[string]textCounts, len(g.texts)),
		clean: map[string]uint64{}, seed: g.seed,
	}
	for i, c := range g.found {
		for word, n := range c.words {
			e.counts[word] += n
		}
		if c.text != nil {
			e.texts[g.texts[i].Path] = c
		}
		if c.words != nil && len(c.words) == 0 {
			e.clean[g.texts[i].Path] = c.sum
		}
	}
	return e
}

// CountNames adds the names of files.
func (e *Evidence) CountNames(names []string) {
	for _, name := range names {
		countIn(e.counts, []byte(name))
	}
}

// countIn counts the misspellings in text. Words are told apart within names too, as in recieveData and recieve_data. A
// word that is written twice in a row counts once: the second one is another mistake.
func countIn(counts map[string]int, text []byte) {
	d := dictionary()
	last, lastEnd := "", 0
	for start, end := d.next(text, 0, true); start < len(text); start, end = d.next(text, end, true) {
		word := strings.ToLower(string(text[start:end]))
		if d.find(word) == "" {
			continue
		}
		if word != last || !source.OnlySpace(text[lastEnd:start]) {
			counts[word]++
		}
		last, lastEnd = word, end
	}
}
