package reading

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// IsUnspaced reports whether r's script has no spaces between words, so that a word may begin and end anywhere.
func IsUnspaced(r rune) bool {
	return r >= 0x0E00 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

// EachWord calls f for every word of b, in lower case. In scripts without spaces every character is a word.
func EachWord(b []byte, f func(word []byte, start, end int)) {
	var word []byte
	start := -1
	flush := func(end int) {
		if start >= 0 {
			f(word, start, end)
		}
		word, start = word[:0], -1
	}
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		if !IsWord(r) || IsUnspaced(r) {
			flush(i)
		}
		if IsWord(r) {
			if start < 0 {
				start = i
			}
			word = append(word, bytes.ToLower(b[i:i+size])...)
		}
		if IsUnspaced(r) {
			flush(i + size)
		}
		i += size
	}
	flush(len(b))
}

// SameWords reports whether a and b have the same words in the same order, in any case,
// and the same signs that have a meaning: 1.10 is not 11.0, C++ not C#, --force not
// -force, < not >.
func SameWords(a, b []byte) bool {
	for {
		var x, y []byte
		x, a = nextWord(a)
		y, b = nextWord(b)
		if !bytes.EqualFold(x, y) {
			return false
		}
		if len(x) == 0 {
			return true
		}
	}
}

// nextWord returns the first word of b with the signs that belong to it, without
// Markdown's marks, and what follows it. At the end the word is empty.
func nextWord(b []byte) (word, rest []byte) {
	word, b, done := nextSigns(b)
	if done {
		return word, b
	}
	start, i := len(word), 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		joins := joinsDigits(r) && len(word) > start && isDigit(word[len(word)-1]) &&
			i+size < len(b) && isDigit(b[i+size])
		if !IsWord(r) && !isMark(r) && !joins {
			break
		}
		if !isMark(r) {
			word = append(word, b[i:i+size]...)
		}
		i += size
	}
	if len(word) == start {
		return nil, b[i:]
	}
	for i < len(b) && (b[i] == '+' || b[i] == '#' || b[i] == '%') {
		word = append(word, b[i])
		i++
	}
	return word, b[i:]
}

// nextSigns returns the signs that belong to the first word of b, and what follows them.
// done is set where the signs are a word of their own.
func nextSigns(b []byte) (signs, rest []byte, done bool) {
	option := false // the signs are two hyphens behind a space
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case IsWord(r):
			return signs, b[i:], false
		case isSign(r) && (i+size == len(b) || b[i+size] != ' '):
			signs = append(signs, b[i:i+size]...)
			option = string(signs) == "--" && i > 1 && b[i-2] == ' '
		case option:
			// In front of a bracket or a quotation mark they are no dash either.
			if r == ' ' {
				return signs, b[i:], true
			}
		case r == '<', r == '>', r == '=', r == '≤', r == '≥', r == '≠', r == '+', r == '±':
			return append(signs, b[i:i+size]...), b[i+size:], true
		case !isMark(r):
			signs = signs[:0]
		}
		i += size
	}
	return signs, nil, false
}

// isMark reports whether r is one of the marks that Markdown puts into words.
func isMark(r rune) bool { return r == '*' || r == '_' || r == '~' || r == '`' || r == '\\' }

// isSign reports whether r in front of a word is part of it.
func isSign(r rune) bool {
	switch r {
	case '-', '.', '/', '@', '$', '%', '&', '^', '+', '€', '£':
		return true
	}
	return false
}

// joinsDigits reports whether r between two digits is part of a number.
func joinsDigits(r rune) bool { return r == '.' || r == ',' || r == ':' || r == '-' || r == '/' }

func isDigit(c byte) bool { return unicode.IsDigit(rune(c)) }
