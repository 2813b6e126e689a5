package term

import (
	"math/bits"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// byteSet is a set of byte values.
type byteSet [4]uint64

func (s *byteSet) add(c byte) { s[c>>6] |= 1 << (c & 63) }

func (s *byteSet) addSet(t *byteSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s *byteSet) meets(t *byteSet) bool {
	return s[0]&t[0]|s[1]&t[1]|s[2]&t[2]|s[3]&t[3] != 0
}

func (s *byteSet) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// bytesOf returns the set of the bytes of a text.
func bytesOf(text []byte) (s byteSet) {
	for _, c := range text {
		s.add(c)
	}
	return s
}

// required returns sets of bytes, the smallest first. Every match of re has at least one byte of each set. A paragraph
// without any byte of one set needs no search: most have no digit, bracket or quotation mark.
func required(re *syntax.Regexp) []byteSet {
	const most = 6
	sets := requiredSets(re)
	slices.SortStableFunc(sets, func(a, b byteSet) int { return a.len() - b.len() })
	sets = slices.Compact(sets)
	return sets[:min(len(sets), most)]
}

func requiredSets(re *syntax.Regexp) []byteSet {
	var sets []byteSet
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			sets = append(sets, literalSet(re, r))
		}
	case syntax.OpCharClass:
		sets = append(sets, classSet(re))
	case syntax.OpCapture, syntax.OpPlus:
		return requiredSets(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return requiredSets(re.Sub[0])
		}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			sets = append(sets, requiredSets(sub)...)
		}
	case syntax.OpAlternate:
		var union byteSet
		for _, sub := range re.Sub {
			branch := requiredSets(sub)
			if len(branch) == 0 {
				return nil
			}
			smallest := slices.MinFunc(branch, func(a, b byteSet) int { return a.len() - b.len() })
			union.addSet(&smallest)
		}
		sets = append(sets, union)
	}
	return sets
}

// rareStart returns the bytes that a match of re can start with, if all of them are rare in prose, or else nil.
// Searching for such bytes is cheaper than searching for the pattern.
func rareStart(re *syntax.Regexp) *byteSet {
	s := firstSet(re)
	common := bytesOf([]byte(" etaoin"))
	if s.meets(&common) {
		return nil
	}
	return &s
}

func firstSet(re *syntax.Regexp) (s byteSet) {
	switch re.Op {
	case syntax.OpLiteral:
		return literalSet(re, re.Rune[0])
	case syntax.OpCharClass:
		return classSet(re)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return byteSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			first := firstSet(sub)
			if s.addSet(&first); !emptyMatch(sub) {
				break
			}
		}
		return s
	}
	for _, sub := range re.Sub {
		first := firstSet(sub)
		s.addSet(&first)
	}
	return s
}

func literalSet(re *syntax.Regexp, r rune) (s byteSet) {
	s.addRune(r)
	if re.Flags&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			s.addRune(f)
		}
	}
	return s
}

func classSet(re *syntax.Regexp) (s byteSet) {
	for i := 0; i < len(re.Rune); i += 2 {
		s.addRange(re.Rune[i], re.Rune[i+1])
	}
	return s
}

func (s *byteSet) has(c byte) bool { return s[c>>6]&(1<<(c&63)) != 0 }

// addRune adds the first byte of a rune in UTF-8.
func (s *byteSet) addRune(r rune) {
	var b [utf8.UTFMax]byte
	utf8.EncodeRune(b[:], r)
	s.add(b[0])
}

// addRange adds the first bytes of a range of runes. For runes beyond ASCII it adds all first bytes that there are.
// U+FFFD also stands for bytes that are not UTF-8.
func (s *byteSet) addRange(low, high rune) {
	for r := low; r <= min(high, utf8.RuneSelf-1); r++ {
		s.add(byte(r))
	}
	if high >= utf8.RuneSelf {
		s[2], s[3] = ^uint64(0), ^uint64(0)
	}
}
