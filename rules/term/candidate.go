package term

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Candidate returns the first offset at or after from where AppendHits may find something, or len(text). It ignores the
// ends of words and the text around them, so it takes a fraction of the time of a search. It may return a place without
// a hit, and never misses one.
//
// It also returns places where markup may cut a spelling: the white of white**list**.
func (t *Table) Candidate(text []byte, from int) int {
	switch {
	case len(t.free) > 0 && from < len(text):
		return from
	case t.byBytes:
		return t.candidateAnywhere(text, from)
	}
	// It reads 64 bytes at a time, so that the processor guesses once for these how many words begin there. Byte by
	// byte takes several times as long: BenchmarkCandidate.
	i, inWord := from, uint64(0) // inWord: whether the byte before i is one of a word
	for ; i+64 < len(text); i += 64 {
		words, beyond := uint64(0), uint64(0)
		for k := 0; k < 64; k += 8 {
			eight := binary.LittleEndian.Uint64(text[i+k:])
			words |= packed(alnumBits(eight)) << k
			beyond |= packed(eight&t.beyondASCII) << k
		}
		for places := words&^(words<<1|inWord) | beyond; places != 0; places &= places - 1 {
			at := i + bits.TrailingZeros64(places)
			if t.pairsOfWords.holds(text[at], text[at+1]) && t.starts(t.words, text, at) {
				return at
			}
		}
		inWord = words >> 63
	}
	for ; inWord != 0 && i < len(text) && alnum[text[i]]; i++ {
	}
	return t.candidateAnywhere(text, i)
}

// MayStartAnywhere reports whether any offset may be one of Candidate.
func (t *Table) MayStartAnywhere() bool { return len(t.free) > 0 }

// candidateAnywhere is Candidate byte by byte. It also finds spellings that may start inside a word.
func (t *Table) candidateAnywhere(text []byte, from int) int {
	first := &t.firstOfWords
	for i := from; i < len(text); {
		c := text[i]
		if t.looseUsed && t.firstOfLoose[c] && t.starts(t.loose, text, i) || first[c] && t.starts(t.words, text, i) {
			return i
		}
		i++
		if c >= utf8.RuneSelf || !alnum[c] {
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

// alnumBits returns the high bit of each byte of eight that is a letter or a digit of
// ASCII.
func alnumBits(eight uint64) uint64 {
	low := eight &^ highBits // so that no byte carries into the next one
	lower := low | 0x20*eachByte
	letters := (lower + (0x80-'a')*eachByte) &^ (lower + (0x7F-'z')*eachByte)
	digits := (low + (0x80-'0')*eachByte) &^ (low + (0x7F-'9')*eachByte)
	return (letters | digits) &^ eight & highBits
}

// packed has a bit for each of eight bytes that has its high bit set in marks.
func packed(marks uint64) uint64 { return marks >> 7 * 0x0102040810204080 >> 56 }

// alnum marks the letters and digits of ASCII.
var alnum = func() (a [256]bool) {
	for c := range a {
		a[c] = '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80
	}
	return a
}()

// lower holds what the bytes of ASCII fold to.
var lower = func() (t [utf8.RuneSelf]byte) {
	for c := range t {
		t[c] = byte(foldRune(rune(c)))
	}
	return t
}()

// starts reports whether a spelling that should be written otherwise may start at i.
func (t *Table) starts(in *trie, text []byte, i int) bool {
	state := int32(rootState)
	for at := i; at < len(text); {
		n, before := 1, state
		if c := text[at]; ' ' < c && c < utf8.RuneSelf {
			state = in.step(state, lower[c]) // the fast form of fold for nearly all bytes
		} else {
			state, n = fold(in, state, text[at:])
		}
		if state < 0 {
			return at > i && in.nodes[before].unwanted && mayCut(text, at)
		}
		at += n
		if t.unwanted(in.nodes[state].values, text, i, at) {
			return true
		}
	}
	return false
}

// MayStart reports whether a spelling may start with a rune.
func (t *Table) MayStart(r rune) bool {
	leads := func(in *trie) bool {
		state := in.stepRune(rootState, foldRune(r))
		return state >= 0 && in.nodes[state].unwanted
	}
	return leads(t.words) || leads(t.loose)
}

// cutBytes are the first bytes of markup, character references and invisible characters, which a reader does not see
// inside a word.
const cutBytes = "*_~\\&<>[]!\xc2\xcd\xd8\xe1\xe2\xef\xf0\xf3"

// mayCut reports whether such a cut is at an offset and the word may continue behind it. An underscore within a word is
// part of the word.
func mayCut(text []byte, at int) bool {
	c := text[at]
	switch {
	case c >= utf8.RuneSelf:
		r, _ := utf8.DecodeRune(text[at:])
		return Invisible(r)
	case c == '_':
		return !alnum[text[at-1]] || at+1 == len(text) || !alnum[text[at+1]]
	}
	return strings.IndexByte(cutBytes, c) >= 0
}

// Invisible reports whether a reader sees nothing where a word contains this rune: zero-width spaces and joiners, soft
// hyphens, variation selectors.
func Invisible(r rune) bool {
	const graphemeJoiner = 0x34f
	return r >= softHyphen && (r == graphemeJoiner || unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r))
}

const softHyphen = 0xad // the first of them

// unwanted reports whether one of the entries asks for another spelling than
// text[start:end].
func (t *Table) unwanted(entries []int, text []byte, start, end int) bool {
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
			if t.wholeWord[e.term] && continues(text[end:]) {
				continue
			}
			return true
		}
	}
	return false
}

// continues reports whether a word continues with letters or digits that are not an ending.
func continues(rest []byte) bool {
	n := 0
	for n < len(rest) && n < 5 && alnum[rest[n]] {
		n++
	}
	if n == 0 || n < len(rest) && (rest[n] >= utf8.RuneSelf || rest[n] == '_') {
		return false
	}
	return !isEnding(rest[:n])
}

// startPairs has a bit for every pair of bytes that a literal may start with, in any case and form. Few words of a text
// start with such a pair.
type startPairs [1 << 16 / 64]uint64

// holds reports whether a literal may start with the bytes c and next.
func (p *startPairs) holds(c, next byte) bool {
	i := uint(c)<<8 | uint(next)
	return p[i/64]>>(i%64)&1 != 0
}

// mark adds the pairs that a folded literal may start with.
func (p *startPairs) mark(literal string) {
	first, n := utf8.DecodeRuneInString(literal)
	for _, r := range forms(first) {
		var b [utf8.UTFMax]byte
		if utf8.EncodeRune(b[:], r) > 1 {
			p.add(b[0], b[1])
			continue
		}
		if n == len(literal) {
			for next := range 256 {
				p.add(b[0], byte(next))
			}
			continue
		}
		for i := range len(cutBytes) {
			p.add(b[0], cutBytes[i])
		}
		second, _ := utf8.DecodeRuneInString(literal[n:])
		for _, r := range forms(second) {
			var next [utf8.UTFMax]byte
			utf8.EncodeRune(next[:], r)
			p.add(b[0], next[0])
		}
	}
}

func (p *startPairs) add(c, next byte) {
	i := uint(c)<<8 | uint(next)
	p[i/64] |= 1 << (i % 64)
}

// forms returns every rune that folds to r.
func forms(r rune) []rune {
	out := []rune{r}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		out = append(out, f)
	}
	switch r {
	case '\'':
		out = append(out, '\u2018', '\u2019', '\u02bc')
	case '-':
		out = append(out, '\u2010', '\u2011')
	case ' ':
		out = append(out, '\t', '\n', '\r', '\u00a0', '\u202f')
	}
	return slices.Compact(out)
}
