// Package spelling knows words that are often misspelled, and counts where the documents
// of a run have them.
//
// The list is words.txt, one pair a line: the misspelling and the word that is meant. It is
// that of the library misspell, which is not linked because it brings an HTTP client along. A test compares them.
// Nothing is read before the first word is looked up.
//
// Of this module it imports internal/parallel and review/source.
//
// Invariants: what is looked up is of ASCII; the list is never modified.
package spelling

import (
	_ "embed"
	"sort"
	"strings"
	"sync"
)

//go:embed words.txt
var pairs string

// Correction returns the word that a misspelling stands for, given in lower case; "" where it
// is none.
func Correction(word string) string {
	if len(word) < shortest || len(word) > longest || !dictionary().mayHold(hashOf(word)) {
		return ""
	}
	return dictionary().find(word)
}

// The lengths of the words in the list, which a test compares.
const (
	shortest = 3
	longest  = 19
)

// Next returns the offset of the first misspelling in text that begins at from or behind it, the length of the text
// where there is none. A word is letters of ASCII without other letters, digits or underscores beside them.
func Next(text []byte, from int) int {
	d := dictionary()
	for i := from; i < len(text); {
		if kinds[text[i]] == 0 {
			i++
			continue
		}
		start, hash, letters := i, uint32(hashStart), true
		for ; i < len(text) && kinds[text[i]] != 0; i++ {
			letters = letters && kinds[text[i]] == letter
			hash = hashOn(hash, text[i])
		}
		if n := i - start; letters && n >= shortest && n <= longest && d.mayHold(hash) &&
			(start == 0 || kinds[text[start-1]] == 0) && d.find(strings.ToLower(string(text[start:i]))) != "" {
			return start
		}
	}
	return len(text)
}

// kinds says which bytes are parts of words. Those beyond ASCII are.
const (
	letter = iota + 1
	otherOfWord
)

var kinds = func() (t [256]byte) {
	for c := range t {
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80:
			t[c] = letter
		case '0' <= c && c <= '9', c == '_', c >= 0x80:
			t[c] = otherOfWord
		}
	}
	return t
}()

// words is the list with what finds a word in it.
type words struct {
	starts []uint32 // of the lines, which are sorted
	// maybe has a bit for the hash of each misspelling. Few other words have such a hash.
	maybe [1 << hashBits / 64]uint64
}

const (
	hashBits  = 20
	hashStart = 2166136261
)

// hashOn takes one more letter into a hash, in any case.
func hashOn(hash uint32, c byte) uint32 { return (hash ^ uint32(c|0x20)) * 16777619 }

func hashOf(word string) uint32 {
	hash := uint32(hashStart)
	for i := range len(word) {
		hash = hashOn(hash, word[i])
	}
	return hash
}

func (d *words) mayHold(hash uint32) bool {
	hash >>= 32 - hashBits
	return d.maybe[hash/64]>>(hash%64)&1 != 0
}

var dictionary = sync.OnceValue(func() *words {
	d := &words{starts: make([]uint32, 0, 1<<15)}
	hash, inWord := uint32(hashStart), true
	for i := range len(pairs) {
		switch c := pairs[i]; {
		case c == '\n':
			hash, inWord = hashStart, true
		case !inWord:
		case c == ' ':
			d.maybe[hash>>(32-hashBits)/64] |= 1 << (hash >> (32 - hashBits) % 64)
			inWord = false
		default:
			if hash == hashStart {
				d.starts = append(d.starts, uint32(i))
			}
			hash = hashOn(hash, c)
		}
	}
	return d
})

// find returns what a misspelling stands for, "" where the list has none such.
func (d *words) find(word string) string {
	key := word + " " // as the line begins: a space comes before all letters
	i := sort.Search(len(d.starts), func(i int) bool { return pairs[d.starts[i]:] >= key })
	if i < len(d.starts) {
		if right, ok := strings.CutPrefix(pairs[d.starts[i]:], key); ok {
			right, _, _ = strings.Cut(right, "\n")
			return right
		}
	}
	return ""
}
