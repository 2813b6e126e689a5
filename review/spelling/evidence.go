package spelling

import (
	"maps"
	"strings"
	"sync/atomic"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Evidence is how often the documents of a run have each misspelling, in whatever they hold: text, code, names and
// addresses, in any case.
type Evidence struct{ counts map[string]int }

// Count returns how often a misspelling, given in lower case, stands in the documents and in their paths.
func (e *Evidence) Count(word string) int { return e.counts[word] }

// Digest returns all counts, for another process to go by: see FromDigest.
func (e *Evidence) Digest() map[string]int { return maps.Clone(e.counts) }

// FromDigest returns the evidence that counts are the digest of.
func FromDigest(counts map[string]int) *Evidence { return &Evidence{counts: maps.Clone(counts)} }

// Gather counts on so many goroutines.
func Gather(texts []source.Stored, jobs int) *Evidence {
	g := NewGathering(texts)
	buffers := make([][]byte, jobs)
	counted := g.Texts()
	parallel.EachOn(len(texts), jobs, func(i, worker int) { _, _ = counted[i].Read(&buffers[worker]) })
	return g.Evidence()
}

// A Gathering is evidence in the making, for callers that read the texts anyway.
type Gathering struct {
	texts  []source.Stored
	read   []atomic.Bool // by the index of the text
	counts []map[string]int
}

// NewGathering returns the gathering of the texts, of which none is counted yet.
func NewGathering(texts []source.Stored) *Gathering {
	return &Gathering{texts: texts, read: make([]atomic.Bool, len(texts)), counts: make([]map[string]int, len(texts))}
}

// Texts returns the texts so that each is counted when it is read for the first time. Several goroutines may read.
func (g *Gathering) Texts() []source.Stored {
	out := make([]source.Stored, len(g.texts))
	for i, t := range g.texts {
		out[i] = source.Stored{Path: t.Path, Read: func(buffer *[]byte) ([]byte, error) {
			text, err := t.Read(buffer)
			if err == nil && len(text) > 0 && g.read[i].CompareAndSwap(false, true) {
				g.counts[i] = map[string]int{}
				countIn(g.counts[i], text)
				countIn(g.counts[i], []byte(t.Path))
			}
			return text, err
		}}
	}
	return out
}

// Evidence returns what was counted.
func (g *Gathering) Evidence() *Evidence {
	e := &Evidence{counts: map[string]int{}}
	for _, counts := range g.counts {
		for word, n := range counts {
			e.counts[word] += n
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
