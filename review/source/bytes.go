package source

import (
	"bytes"
	"sort"
	"unicode"
	"unicode/utf8"
)

func IsSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func WordRune(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

func OnlySpace(gap []byte) bool {
	for _, c := range gap {
		if !IsSpace(c) {
			return false
		}
	}
	return true
}

// run is how many bytes c stand at the start of b.
func Run(b []byte, c byte) int {
	n := 0
	for n < len(b) && b[n] == c {
		n++
	}
	return n
}

// lineWith is the start of the first line at or behind the start of a line that has a
// byte, len(src) when there is none. It takes steps of 32 bytes.
func LineWith(src []byte, at int, c byte) int {
	n := bytes.IndexByte(src[at:], c)
	if n < 0 {
		return len(src)
	}
	return at + bytes.LastIndexByte(src[at:at+n], '\n') + 1
}

// reaching is the spans of sorted ones that overlap or touch s.
func Touching(sorted []Span, s Span) []Span {
	from := sort.Search(len(sorted), func(i int) bool { return sorted[i].End >= s.Start })
	to := from
	for to < len(sorted) && sorted[to].Start <= s.End {
		to++
	}
	return sorted[from:to]
}
