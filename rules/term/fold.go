package term

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// foldRune maps runes that count as the same letter to one of them. It uses simple case folding (one rune to one, so
// that a match can be followed rune by rune), and treats typographic apostrophes and hyphens like plain ones. A folded
// rune may be longer or shorter in UTF-8: ſ and the Kelvin sign become s and k. The dotted İ has no simple folding and
// stays.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	switch r {
	case '\u2018', '\u2019', '\u02bc':
		return '\''
	case '\u2010', '\u2011':
		return '-'
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}

// Fold returns the form that spellings are compared in: every rune is folded, and each run of white space is one space.
func Fold(s string) string { return normalize(s, foldRune) }

// Plain is Fold without the folding of letters.
func Plain(s string) string {
	return normalize(s, func(r rune) rune {
		if f := foldRune(r); f < utf8.RuneSelf && !unicode.IsLetter(f) {
			return f
		}
		return r
	})
}

func normalize(s string, fold func(rune) rune) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		if n := spaceRun([]byte(s[i:])); n > 0 {
			out = append(out, ' ')
			i += n
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		out = utf8.AppendRune(out, fold(r))
		i += n
	}
	return string(out)
}

// spaceRun returns the length of the white space at the start of text that matches one space of a phrase. It may
// contain one line end, because prose is wrapped, but no blank line, because that ends a paragraph.
func spaceRun(text []byte) int {
	lines := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '\n':
			if lines++; lines > 1 {
				return 0
			}
			i++
		case c == '\r':
			if i+1 < len(text) && text[i+1] == '\n' {
				i++
				continue
			}
			if lines++; lines > 1 {
				return 0
			}
			i++
		case c == 0xc2 && i+1 < len(text) && text[i+1] == 0xa0: // no-break space
			i += 2
		case c == 0xe2 && i+2 < len(text) && text[i+1] == 0x80 && text[i+2] == 0xaf: // narrow no-break space
			i += 3
		default:
			return i
		}
	}
	return len(text)
}

// Invisible reports whether a reader sees nothing where a word contains this rune: zero-width spaces and joiners, soft
// hyphens, variation selectors.
func Invisible(r rune) bool {
	const graphemeJoiner = 0x34f
	return r >= softHyphen && (r == graphemeJoiner || unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r))
}

const softHyphen = 0xad // the first of them

// wordClass says how a rune belongs to words.
type wordClass uint8

const (
	gap      wordClass = iota // between words
	letter                    // part of a word
	unspaced                  // in a script without spaces: a word may start or end on either side
)

// classify gives the class of a rune. Marks and invisible joiners belong to the word they stand in, and so does a byte
// that is not UTF-8: it may be a letter in another encoding, and taking it for a word's edge could cut one.
func classify(r rune) wordClass {
	switch {
	case r < utf8.RuneSelf:
		return asciiClass[r]
	case Unspaced(r):
		return unspaced
	case unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Pc, unicode.Cf), r == utf8.RuneError:
		return letter
	}
	return gap
}

// Unspaced reports whether a rune is of a script that puts no spaces between words.
func Unspaced(r rune) bool {
	const first = 0x0E00 // Thai, and Han and the others behind it
	return r >= first && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer,
		unicode.Myanmar)
}

var asciiClass = func() (t [utf8.RuneSelf]wordClass) {
	for c := range t {
		if c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			t[c] = letter
		}
	}
	return t
}()

// edge reports whether a word may start or end between the bytes around offset i, judged only by the two runes next to
// it.
func edge(text []byte, i int) bool {
	if i <= 0 || i >= len(text) {
		return true
	}
	if a, b := text[i-1], text[i]; a < utf8.RuneSelf && b < utf8.RuneSelf {
		return asciiClass[a] == gap || asciiClass[b] == gap
	}
	before, _ := utf8.DecodeLastRune(text[:i])
	after, _ := utf8.DecodeRune(text[i:])
	a, b := classify(before), classify(after)
	return a != letter || b != letter
}

// wordStart reports whether a word starts at i. The tail of an English contraction (the "t" of "don't") starts no word,
// though an apostrophe precedes it, while the word after a French elision ("l'API") is one.
func wordStart(text []byte, i int) bool {
	if !edge(text, i) {
		return false
	}
	if i == 0 || text[i-1] != '\'' && text[i-1] != 0x99 {
		return true
	}
	n := apostrophe(text[:i], bytes.HasSuffix)
	if n == 0 || i == n {
		return true
	}
	before, _ := utf8.DecodeLastRune(text[:i-n])
	return classify(before) == gap || contractionTail(text[i:]) == 0
}

// wordEnd returns the end of the word at i. This is i itself if no letter follows, else the end of its letters and of
// the tail of a contraction or possessive. The signs of "C++" and "C#" count as letters.
func wordEnd(text []byte, i int) int {
	for i < len(text) && !edge(text, i) {
		_, n := utf8.DecodeRune(text[i:])
		i += n
	}
	rest := text[i:]
	if bytes.HasPrefix(rest, []byte("++")) {
		return i + 2
	}
	if bytes.HasPrefix(rest, []byte("#")) {
		return i + 1
	}
	if n := apostrophe(rest, bytes.HasPrefix); n > 0 {
		if tail := contractionTail(rest[n:]); tail > 0 {
			return i + n + tail
		}
	}
	return i
}

const typographicApostrophe = "\u2019"

// apostrophe returns the length of the apostrophe that text has where has looks, or 0.
func apostrophe(text []byte, has func(text, sought []byte) bool) int {
	for _, a := range [...]string{"'", typographicApostrophe} {
		if has(text, []byte(a)) {
			return len(a)
		}
	}
	return 0
}

// contractionTail returns the length of the tail of an English contraction, such as "s" or "ll", if text starts with it
// as a whole word.
func contractionTail(text []byte) int {
	for _, tail := range [...]string{"s", "t", "d", "m", "re", "ve", "ll"} {
		if n := len(tail); len(text) >= n && strings.EqualFold(string(text[:n]), tail) && edge(text, n) {
			return n
		}
	}
	return 0
}
