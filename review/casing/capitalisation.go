package casing

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Capitalisation says how the plain words of a heading are capitalised.
type Capitalisation uint8

// The capitalisations.
const (
	// CapitalsUnknown: the heading shows nothing, because it has only names, only code or one word.
	CapitalsUnknown Capitalisation = iota
	CapitalsSentence
	CapitalsTitle
	// CapitalsMixed: some plain words have a capital and some have none, most of them have one.
	CapitalsMixed
)

// CapitalisationOf judges the source of a heading by its plain words of four letters or more. Plain words are no names,
// so their capitals show the style; shorter words show nothing. It needs no evidence from other text.
func CapitalisationOf(heading []byte) Capitalisation {
	lower, upper := 0, 0
	for word := range plainWords(heading) {
		switch {
		case len(word.fold) < 4 || usage.SmallWords()[word.fold]:
		case word.capital:
			upper++
		default:
			lower++
		}
	}
	switch {
	case lower == 0 && upper == 0:
		return CapitalsUnknown
	case lower == 0:
		return CapitalsTitle
	case upper <= 2*lower: // the share that deliberate uses too
		return CapitalsSentence
	}
	return CapitalsMixed
}

// TitledBy reports whether the plain words of a heading are capitalised as the style asks.
func TitledBy(heading []byte, style rules.HeadingStyle) bool {
	guide := TitleGuides[style]
	for word := range plainWords(heading) {
		minor := guide.minor()[word.fold] && !(guide.last && word.last)
		if word.capital == minor && !particles()[word.fold] {
			return false
		}
	}
	return true
}

// A plainWord is a word of a heading that the lexicon has in lower case only.
type plainWord struct {
	fold          string
	capital, last bool
}

// plainWords returns the plain words of a heading that stand between spaces. It leaves out the first word, and words
// behind a mark that may give them a capital in any style.
func plainWords(heading []byte) iter.Seq[plainWord] {
	return func(yield func(plainWord) bool) {
		begun := false
		for at := 0; at < len(heading); {
			if n := markupLength(heading[at:]); n > 0 {
				begun, at = true, at+n
				continue
			}
			r, n := utf8.DecodeRune(heading[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				if bytes.ContainsRune([]byte(":.!?\u2013\u2014"), r) {
					begun = false
				}
				at += n
				continue
			}
			stop := usage.WordStop(heading, at, len(heading))
			word := heading[at:stop]
			alone := (at == 0 || heading[at-1] == ' ') && (stop == len(heading) || heading[stop] == ' ')
			if begun && alone && source.IsLetter(word[0]) && isSmallLetters(word[1:]) {
				p := plainWord{usage.Fold(word), word[0] < 'a', stop == len(heading)}
				if (usage.SmallWords()[p.fold] || usage.Lexicon(p.fold) == usage.Lower) && !yield(p) {
					return
				}
			}
			begun, at = true, stop
		}
	}
}

func isSmallLetters(word []byte) bool {
	for _, c := range word {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// markupLength returns the length of the code, the destination, the tag or the attributes at the start of text, or 0.
func markupLength(text []byte) int {
	var closer []byte
	switch {
	case text[0] == '`':
		closer = text[:source.RunLength(text, '`')]
	case bytes.HasPrefix(text, []byte("](")):
		closer = []byte(")")
	case text[0] == '<':
		closer = []byte(">")
	case text[0] == '{':
		closer = []byte("}")
	default:
		return 0
	}
	n := bytes.Index(text[len(closer):], closer)
	if n < 0 {
		return 0
	}
	return len(closer) + n + len(closer)
}
