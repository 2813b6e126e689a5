package spelling

import (
	"maps"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Evidence is how often the documents of a run have each misspelling, in whatever they hold:
// text, code, names and addresses, in any case.
type Evidence struct {
	counts map[string]int
	texts  map[string]textCounts // by path
}

// textCounts is what one text has.
type textCounts struct {
	text  []byte
	words map[string]int
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
	found := make([]textCounts, len(texts))
	buffers := make([][]byte, jobs)
	parallel.EachOn(len(texts), jobs, func(i, worker int) {
		text, err := texts[i].Read(&buffers[worker])
		if err != nil || len(text) == 0 {
			return
		}
		if before != nil {
			if old := before.texts[texts[i].Path]; len(old.text) == len(text) && &old.text[0] == &text[0] {
				found[i] = old
				return
			}
		}
		words := map[string]int{}
		countIn(words, text)
		countIn(words, []byte(texts[i].Path))
		found[i] = textCounts{text: text, words: words}
		if len(buffers[worker]) > 0 && &buffers[worker][0] == &text[0] {
			found[i].text = nil // the next text takes its place
		}
	})
	e := &Evidence{counts: map[string]int{}, texts: make(map[string]textCounts, len(texts))}
	for i := range found {
		for word, n := range found[i].words {
			e.counts[word] += n
		}
		if found[i].text != nil {
			e.texts[texts[i].Path] = found[i]
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
	for i := 0; i < len(text); {
		if n := source.First(source.LetterBits(source.EightAt(text, i))); n > 0 {
			i += n
			continue
		}
		start := i
		var hash wordHash
		if i, hash = letters(text, start, true); !d.mayHold(hash) {
			continue
		}
		word := strings.ToLower(string(text[start:i]))
		if d.find(word) == "" {
			continue
		}
		if word != last || !source.OnlySpace(text[lastEnd:start]) {
			counts[word]++
		}
		last, lastEnd = word, i
	}
}
