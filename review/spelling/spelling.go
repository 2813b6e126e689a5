// Package spelling knows words that are often misspelled, and counts where the documents of a run have them.
//
// The list is words.txt, one pair a line: the misspelling and the word that is meant. It is that of the library
// misspell, which is not linked because it brings an HTTP client along. A test compares them. Nothing is read before
// the first word is looked up.
//
// Invariants: only words of ASCII are looked up; the list is never modified.
package spelling

import (
	_ "embed"
	"iter"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
)

//go:embed words.txt
var pairs string

// words are the list: the words that are meant, by their misspellings, and marks of the misspellings. Each word of a
// document is looked up, and nine of ten have no mark.
type words struct {
	meant map[string]string
	marks [1 << 16]uint8
}

var dictionary = sync.OnceValue(func() *words {
	list := &words{meant: make(map[string]string, strings.Count(pairs, "\n"))}
	for line := range strings.Lines(pairs) {
		wrong, right, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		list.meant[wrong] = right
		h := uint32(emptyHash)
		for i := range len(wrong) {
			h = hash(h, wrong[i])
		}
		at, bit := mark(h)
		list.marks[at] |= bit
	}
	return list
})

const emptyHash = 2166136261

// hash returns the hash of a word (FNV-1a) from that of the word without its last letter, in whatever case that is.
func hash(before uint32, letter byte) uint32 { return (before ^ uint32(letter|0x20)) * 16777619 }

// mark returns where the words with a hash have their mark.
func mark(hash uint32) (at uint16, bit uint8) { return uint16(hash >> 16), 1 << (hash >> 13 & 7) }

// Correction returns the word that a misspelling stands for, given in lower case; "" for other words.
func Correction(word string) string { return dictionary().meant[word] }

// longest is the length of the longest misspelling in the list. A test compares it.
const longest = 19

// Next returns the offset of the first misspelling in text that begins at from or behind it, or the length of the text
// for none. A word is letters of ASCII without other letters, digits or underscores around them.
func Next(text []byte, from int) int {
	for word := range misspellings(text, from, false) {
		if !ofWord(text, word.Start-1) && !ofWord(text, word.End) {
			return word.Start
		}
	}
	return len(text)
}

// ofWord reports whether the byte at an offset is a part of a word. Those beyond ASCII are.
func ofWord(text []byte, at int) bool {
	if at < 0 || at >= len(text) {
		return false
	}
	c := text[at]
	return source.IsLetter(c) || source.IsDigit(c) || c == '_' || c >= 0x80
}

// misspellings yields the places of misspellings from an offset on, and the words in lower case. A word is letters that
// stand together. In names, words end before a capital behind a small letter too.
func misspellings(text []byte, from int, inNames bool) iter.Seq2[source.Span, string] {
	return func(yield func(source.Span, string) bool) {
		list := dictionary()
		for at := from; at < len(text); {
			if !source.IsLetter(text[at]) {
				at++
				continue
			}
			start, h := at, hash(emptyHash, text[at])
			for at++; at < len(text) && source.IsLetter(text[at]); at++ {
				if inNames && text[at] < 'a' && text[at-1] >= 'a' {
					break
				}
				h = hash(h, text[at])
			}
			if i, bit := mark(h); list.marks[i]&bit == 0 || at-start > longest {
				continue
			}
			var lower [longest]byte
			word := append(lower[:0], text[start:at]...)
			for i := range word {
				word[i] |= 0x20
			}
			if list.meant[string(word)] != "" && !yield(source.Span{Start: start, End: at}, string(word)) {
				return
			}
		}
	}
}
