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

	"github.com/doc-iterate/doc-iterate/review/source"
)

//go:embed words.txt
var pairs string

// Correction returns the word that a misspelling stands for, given in lower case; "" where it
// is none.
func Correction(word string) string {
	_, hash := letters([]byte(word), 0, false)
	if len(word) < shortest || len(word) > longest || !dictionary().mayHold(hash) {
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
		if n := source.First(source.LetterBits(source.EightAt(text, i))); n > 0 {
			i += n
			continue
		}
		start := i
		var hash wordHash
		if i, hash = letters(text, start, false); d.mayHold(hash) && !ofWord(text, start-1) && !ofWord(text, i) &&
			d.find(strings.ToLower(string(text[start:i]))) != "" {
			return start
		}
	}
	return len(text)
}

// ofWord reports whether the byte at an offset is a part of a word.
func ofWord(text []byte, at int) bool { return 0 <= at && at < len(text) && kinds[text[at]] != 0 }

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
	// high and low have a bit for each half of the hash of each misspelling. Of other words, one in thirty has the bit of
	// one half, and one in a thousand both.
	high, low [1 << hashBits / 64]uint64
}

// A wordHash has two halves of hashBits.
type wordHash uint64

const hashBits = 20

// letters returns where the letters end that begin at an offset, and their hash, in any case. In names they end before
// a capital behind a small letter. The hash is of the first eight and the last eight letters.
func letters(text []byte, start int, inNames bool) (end int, hash wordHash) {
	eight := source.EightAt(text, start)
	marks := source.LetterBits(eight)
	small := marks & (eight & source.CaseBits << 2)
	if inNames {
		marks &^= small << 8 &^ small
	}
	n, mask := source.Leading(marks)
	key := (eight | source.CaseBits) & mask * 0x9E3779B97F4A7C15
	end = start + n
	if n == 8 {
		for end < len(text) && kinds[text[end]] == letter && !(inNames && text[end] < 'a' && text[end-1] >= 'a') {
			end++
		}
		key ^= (source.EightAt(text, end-8) | source.CaseBits) * 0xC2B2AE3D27D4EB4F
	}
	return end, wordHash(key >> (64 - 2*hashBits))
}

func (d *words) mayHold(hash wordHash) bool {
	high, low := hash>>hashBits, hash&(1<<hashBits-1)
	return d.high[high/64]>>(high%64)&1 != 0 && d.low[low/64]>>(low%64)&1 != 0
}

var dictionary = sync.OnceValue(func() *words {
	d := &words{starts: make([]uint32, 0, 1<<15)}
	for at := 0; at < len(pairs); {
		d.starts = append(d.starts, uint32(at))
		line, _, _ := strings.Cut(pairs[at:], "\n")
		wrong, _, _ := strings.Cut(line, " ")
		_, hash := letters([]byte(wrong), 0, false)
		high, low := hash>>hashBits, hash&(1<<hashBits-1)
		d.high[high/64] |= 1 << (high % 64)
		d.low[low/64] |= 1 << (low % 64)
		at += len(line) + 1
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
