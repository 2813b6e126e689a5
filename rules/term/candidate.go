package term

import (
	"strings"
	"unicode/utf8"
)

// MayHold reports whether AppendHits may find something in a text, also once markup is removed from it: the white of
// white**list** counts. It ignores the ends of words, so it may be true without a hit, and is true if there is one.
func (t *Table) MayHold(text []byte) bool {
	if len(t.free) > 0 && len(text) > 0 {
		return true
	}
	inWord := uint8(0) // atWord behind a letter or a digit
	for i, c := range text {
		at := t.starters[c] &^ inWord
		if inWord = 0; alnum[c] {
			inWord = atWord
		}
		if at != 0 && (at&anywhere != 0 && t.starts(t.loose, text, i) || at&atWord != 0 && t.starts(t.words, text, i)) {
			return true
		}
	}
	return false
}

// MayStart reports whether AppendHits may find something that starts with the first byte of a text.
func (t *Table) MayStart(text []byte) bool { return t.firstOfWords[text[0]] || t.firstOfLoose[text[0]] }

// alnum marks the letters and digits of ASCII.
var alnum = func() (a [256]bool) {
	for c := range a {
		a[c] = '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' && c < 0x80
	}
	return a
}()

// starts reports whether a spelling that should be written otherwise may start at i.
func (t *Table) starts(in *trie, text []byte, i int) bool {
	state := int32(rootState)
	for at := i; at < len(text); {
		before := state
		var n int
		state, n = fold(in, state, text[at:])
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

// unwanted reports whether one of the entries asks for another spelling than text[start:end].
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
