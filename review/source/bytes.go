package source

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsSpace reports whether c is white space of ASCII.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

// IsDigit reports whether c is a digit of ASCII.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// WordRune reports whether r may be part of a word: a letter, a digit, a mark or an underscore.
func WordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

// Signature reports whether a text is the declaration of a function without marks of code: (key: Key): string;
func Signature(text string) bool {
	return strings.HasSuffix(text, ";") && strings.Contains(text, "(") && strings.Contains(text, "):")
}

// HasScheme reports whether text begins with the scheme of a URL and its colon.
func HasScheme[T string | []byte](text T) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case IsLetter(c) || i > 0 && (IsDigit(c) || c == '+' || c == '.' || c == '-'):
		default:
			return c == ':' && i > 0
		}
	}
	return false
}

// OnlySpace reports whether gap holds nothing but white space of ASCII.
func OnlySpace(gap []byte) bool {
	for _, c := range gap {
		if !IsSpace(c) {
			return false
		}
	}
	return true
}

// RunLength counts the bytes c that b begins with.
func RunLength(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// LineWith returns the start of the first line, from the one at the offset at on, that holds c, or len(src) for none.
func LineWith(src []byte, at int, c byte) int {
	n := bytes.IndexByte(src[at:], c)
	if n < 0 {
		return len(src)
	}
	return at + bytes.LastIndexByte(src[at:at+n], '\n') + 1
}

// Touching returns those of the sorted spans that overlap or touch s.
func Touching(sorted []Span, s Span) []Span {
	from := sort.Search(len(sorted), func(i int) bool { return sorted[i].End >= s.Start })
	to := from
	for to < len(sorted) && sorted[to].Start <= s.End {
		to++
	}
	return sorted[from:to]
}
