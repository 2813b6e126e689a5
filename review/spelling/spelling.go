// Package spelling knows words that are often misspelled, and counts where the documents of a run have them.
//
// The list is words.txt, one pair a line: the misspelling and the word that is meant. It is that of the library
// misspell, which is not linked because it brings an HTTP client along. A test compares them. Nothing is read before
// the first word is looked up.
//
// Invariants: what is looked up is of ASCII; the list is never modified.
package spelling

import (
	_ "embed"
	"math/bits"
	"sort"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
)

//go:embed words.txt
var pairs string

// Correction returns the word that a misspelling stands for, given in lower case; "" for other words.
func Correction(word string) string {
	if len(word) < shortest || len(word) > longest || !dictionary().mayHold(hashOf([]byte(word), 0, len(word))) {
		return ""
	}
	return dictionary().find(word)
}

// The lengths of the words in the list, which a test compares.
const (
	shortest = 3
	longest  = 19
)

// Next returns the offset of the first misspelling in text that begins at from or behind it, or the length of the text
// for none. A word is letters of ASCII without other letters, digits or underscores around them.
func Next(text []byte, from int) int {
	d := dictionary()
	for start, end := d.next(text, from, false); start < len(text); start, end = d.next(text, end, false) {
		if !ofWord(text, start-1) && !ofWord(text, end) && d.find(strings.ToLower(string(text[start:end]))) != "" {
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

// next returns where the first letters stand, from an offset on, that the list may hold; start is the length of the
// text where there are none. The offset is taken for the start of a word. In names words end before a capital behind a
// small letter.
func (d *words) next(text []byte, from int, inNames bool) (start, end int) {
	before, smallBefore := uint64(0), uint64(0) // the byte before the block
	for block := from; block < len(text); block += 64 {
		letters, small := source.Letters(text, block)
		inside := letters & (letters<<1 | before)
		if inNames {
			inside &^= (small<<1 | smallBefore) &^ small
		}
		for starts := letters &^ inside; starts != 0; starts &= starts - 1 {
			i := bits.TrailingZeros64(starts)
			n := 1 + bits.TrailingZeros64(^(inside >> i >> 1))
			start = block + i
			if i+n == 64 { // it may go on
				n = lettersAt(text, start, inNames)
			}
			if shortest <= n && n <= longest && d.mayHold(hashOf(text, start, n)) {
				return start, start + n
			}
		}
		before, smallBefore = letters>>63, small>>63
	}
	return len(text), len(text)
}

// lettersAt counts the letters from an offset on, where a letter stands.
func lettersAt(text []byte, start int, inNames bool) int {
	end := start + 1
	for end < len(text) && kinds[text[end]] == letter && !(inNames && text[end] < 'a' && text[end-1] >= 'a') {
		end++
	}
	return end - start
}

// hashOf returns the hash of n letters, in any case: of the first eight and the last eight of them.
func hashOf(text []byte, start, n int) wordHash {
	eight := source.EightAt(text, start) | source.CaseBits
	key := eight & (^uint64(0) >> (64 - 8*min(n, 8))) * 0x9E3779B97F4A7C15
	if n >= 8 {
		key ^= (source.EightAt(text, start+n-8) | source.CaseBits) * 0xC2B2AE3D27D4EB4F
	}
	return wordHash(key >> (64 - 2*hashBits))
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
		hash := hashOf([]byte(wrong), 0, len(wrong))
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
