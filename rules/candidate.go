package rules

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Candidate is the first place at or behind from at which AppendHits may find
// something in a stretch of text that holds that place, len(text) when there is
// none. It costs a fraction of a search, because it asks neither how words end nor
// what stands around them: it may name a place where nothing is found, and never
// leaves one out.
func (t *TermTable) Candidate(text []byte, from int) int {
	switch {
	case len(t.free) > 0 && from < len(text):
		return from
	case t.byBytes:
		return t.candidateAnywhere(text, from)
	}
	// The words of eight bytes at a time. To look at each byte takes several times as
	// long: BenchmarkCandidate.
	i, within := from, uint64(0) // whether the byte before i is one of a word
	for ; i+8 < len(text); i += 8 {
		eight := binary.LittleEndian.Uint64(text[i:])
		words := alnumBits(eight)
		places := words&^(words<<8|within) | eight&t.beyondASCII
		for ; places != 0; places &= places - 1 {
			at := i + bits.TrailingZeros64(places)/8
			if t.pairsOfWords.holds(text[at], text[at+1]) && t.starts(t.words, text, at) {
				return at
			}
		}
		within = words >> 56
	}
	for ; within != 0 && i < len(text) && alnum[text[i]]; i++ {
	}
	return t.candidateAnywhere(text, i)
}

// candidateAnywhere is Candidate byte by byte, for spellings that need not start a
// word, too.
func (t *TermTable) candidateAnywhere(text []byte, from int) int {
	first := &t.firstOfWords
	for i := from; i < len(text); {
		c := text[i]
		if t.looseUsed && t.firstOfLoose[c] && t.starts(t.loose, text, i) || first[c] && t.starts(t.words, text, i) {
			return i
		}
		i++
		if c >= 0x80 || !alnum[c] {
			continue
		}
		for i < len(text) && alnum[text[i]] && !(t.looseUsed && t.firstOfLoose[text[i]]) {
			i++
		}
	}
	return len(text)
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// alnumBits has the high bit of each byte of eight that is a letter or a digit of
// ASCII.
func alnumBits(eight uint64) uint64 {
	low := eight &^ highBits // so that no byte carries into the next one
	letter := low | 0x20*eachByte
	letters := (letter + (0x80-'a')*eachByte) &^ (letter + (0x7F-'z')*eachByte)
	digits := (low + (0x80-'0')*eachByte) &^ (low + (0x7F-'9')*eachByte)
	return (letters | digits) &^ eight & highBits
}

// alnum has the letters and digits of ASCII.
var alnum = func() (a [256]bool) {
	for c := range a {
		a[c] = '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80
	}
	return a
}()

// lower is what the bytes of ASCII fold to.
var lower = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		t[c] = byte(foldRune(rune(c)))
	}
	return t
}()

// starts reports whether a spelling that is wanted in another form may start at i.
func (t *TermTable) starts(in *trie, text []byte, i int) bool {
	state := int32(rootState)
	for at := i; at < len(text); {
		n := 1
		if c := text[at]; ' ' < c && c < utf8.RuneSelf {
			state = in.step(state, lower[c]) // what fold does with nearly all bytes
		} else {
			state, n = fold(in, state, text[at:])
		}
		if state < 0 {
			return false
		}
		at += n
		if in.match[state] != 0 && t.unwanted(in.lists[in.match[state]-1], text, i, at) {
			return true
		}
	}
	return false
}

// unwanted reports whether one of the entries asks for another spelling than
// text[start:end].
func (t *TermTable) unwanted(entries []int, text []byte, start, end int) bool {
	for _, index := range entries {
		e := &t.entries[index]
		switch e.kind {
		case kindExcept, kindApproved:
		case kindPattern:
			return true
		default:
			if use, constant := e.use.constant(); constant && use != "" && string(text[start:end]) == use {
				continue
			}
			if t.terms[e.term].WholeWord && goesOn(text[end:]) {
				continue
			}
			return true
		}
	}
	return false
}

// goesOn reports whether a word goes on with letters or digits that are no
// ending.
func goesOn(rest []byte) bool {
	n := 0
	for n < len(rest) && n < 5 && alnum[rest[n]] {
		n++
	}
	if n == 0 || n < len(rest) && (rest[n] >= 0x80 || rest[n] == '_') {
		return false
	}
	for _, e := range endings {
		if n == len(e) && bytes.EqualFold(rest[:n], []byte(e)) {
			return false
		}
	}
	return true
}
