package spelling

import (
	"maps"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Evidence is how often the documents of a run have each misspelling: in text, code, names and addresses, in any letter
// case.
type Evidence struct{ counts map[string]int }

// Count returns how often a misspelling, given in lower case, stands in the documents and in their paths.
func (e *Evidence) Count(word string) int { return e.counts[word] }

// Name reports whether a misspelling, given in lower case, is a name: nearly everywhere it has a capital.
func (e *Evidence) Name(word string) bool {
	const few = 3
	n := e.counts[word+capital]
	return n >= few && 4*n >= 3*e.counts[word]
}

// capital stands behind a word in the counts of its form with a capital.
const capital = "^"

// Digest returns all counts, for another process; see FromDigest.
func (e *Evidence) Digest() map[string]int { return maps.Clone(e.counts) }

// FromDigest returns the evidence that counts are the digest of.
func FromDigest(counts map[string]int) *Evidence { return &Evidence{maps.Clone(counts)} }

// Gather counts on so many goroutines.
func Gather(texts []source.Stored, jobs int) *Evidence {
	e := &Evidence{map[string]int{}}
	var mu sync.Mutex
	parallel.Each(len(texts), jobs, func(i int) {
		text, err := texts[i].Read()
		if err != nil || len(text) == 0 {
			return // the review of the document reports it
		}
		counts := map[string]int{}
		countIn(counts, text)
		countIn(counts, []byte(texts[i].Path))
		mu.Lock()
		defer mu.Unlock()
		for word, n := range counts {
			e.counts[word] += n
		}
	})
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
	last, lastEnd := "", 0
	for at, wrong := range misspellings(text, 0, true) {
		if wrong != last || !source.OnlySpace(text[lastEnd:at.Start]) {
			counts[wrong]++
			if text[at.Start] < 'a' {
				counts[wrong[:1]+string(text[at.Start+1:at.End])+capital]++
			}
		}
		last, lastEnd = wrong, at.End
	}
}
