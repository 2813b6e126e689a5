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
		at, bit := mark([]byte(wrong))
		list.marks[at] |= bit
	}
	return list
})

// mark returns where a word has its mark, in whatever case its letters are.
func mark(word []byte) (at uint16, bit uint8) {
	h := uint32(2166136261) // FNV-1a
	for _, c := range word {
		h = (h ^ uint32(c|0x20)) * 16777619
	}
	return uint16(h >> 16), 1 << (h >> 13 & 7)
}

// Correction returns the word that a misspelling stands for, given in lower case; "" for other words.
func Correction(word string) string { return dictionary().meant[word] }

// longest is the length of the longest misspelling in the list. A test compares it.
const longest = 19

// look returns a misspelling in lower case and the word that it stands for; "" twice for other words.
func look(word []byte) (wrong, right string) {
	list := dictionary()
	at, bit := mark(word)
	if len(word) > longest || list.marks[at]&bit == 0 {
		return "", ""
	}
	var lower [longest]byte
	for i, c := range word {
		lower[i] = c | 0x20
	}
	if right = list.meant[string(lower[:len(word)])]; right != "" {
		wrong = string(lower[:len(word)])
	}
	return wrong, right
}

// Next returns the offset of the first misspelling in text that begins at from or behind it, or the length of the text
// for none. A word is letters of ASCII without other letters, digits or underscores around them.
func Next(text []byte, from int) int {
	for start, end := range wordsIn(text, from, false) {
		if ofWord(text, start-1) || ofWord(text, end) {
			continue
		}
		if _, right := look(text[start:end]); right != "" {
			return start
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

// wordsIn returns the starts and ends of the letters that stand together, from an offset on. In names, words end before
// a capital behind a small letter too.
func wordsIn(text []byte, from int, inNames bool) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for start := from; start < len(text); {
			if !source.IsLetter(text[start]) {
				start++
				continue
			}
			end := start + 1
			for end < len(text) && source.IsLetter(text[end]) && !(inNames && text[end] < 'a' && text[end-1] >= 'a') {
				end++
			}
			if !yield(start, end) {
				return
			}
			start = end
		}
	}
}
