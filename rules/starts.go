package rules

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// startPairs has a bit for every two bytes that text may have where one of the
// literals starts, in any case and form. Few words begin so, whatever their first
// letter is.
type startPairs [1 << 16 / 64]uint64

// holds reports whether a literal may start with a byte, when that byte is the next one.
func (p *startPairs) holds(c, next byte) bool {
	i := uint(c)<<8 | uint(next)
	return p[i/64]>>(i%64)&1 != 0
}

// mark adds what a folded literal may start with.
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

// forms is every rune that folds to r.
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
