package usage

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A lineReader finds the closing brackets on a line of text. It is asked about one place after the other, and remembers
// what it has read: a line may have very many brackets that nothing closes.
type lineReader struct {
	open   int // no brace closes before this offset
	square int // no bracket and no parenthesis closes before this offset
	// pairs are the parentheses from a place on to the end of its line, which is pairsTo.
	pairs   []zone.Brace
	pairsTo int
	stack   []int32 // memory of pair
}

// brace returns the offset behind the brace that closes the one at an offset, 0 for none.
func (l *lineReader) brace(src []byte, at, end int) int {
	for at = max(at, l.open); at < end && src[at] != '\n'; at++ {
		if src[at] == '}' {
			return at + 1
		}
	}
	l.open = at
	return 0
}

// bracket returns the offset behind the bracket that closes the one at an offset, 0 for none or if a parenthesis closes
// before it.
func (l *lineReader) bracket(src []byte, at, end int) int {
	for at = max(at+1, l.square); at < end; at = escaped(src, at) {
		if c := src[at]; c == ']' || c == ')' || c == '\n' {
			break
		}
	}
	if l.square = at; at < end && src[at] == ']' {
		return at + 1
	}
	return 0
}

// parenthesis returns the offset behind the parenthesis that closes the one at an offset, 0 for none.
func (l *lineReader) parenthesis(src []byte, at, end int) int {
	if at >= l.pairsTo {
		depth := 0
		for i := at; i < end && src[i] != '\n'; i = escaped(src, i) {
			switch src[i] {
			case '(':
				depth++
			case ')':
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		l.pair(src, at, end)
	}
	byOpen := func(p zone.Brace, at int32) int { return cmp.Compare(p.Open, at) }
	n, found := slices.BinarySearchFunc(l.pairs, int32(at), byOpen)
	if !found {
		return 0
	}
	return int(l.pairs[n].End)
}

// pair finds the pairs of parentheses from an offset on.
func (l *lineReader) pair(src []byte, at, end int) {
	l.pairs, l.stack = l.pairs[:0], l.stack[:0]
	for ; at < end && src[at] != '\n'; at = escaped(src, at) {
		switch src[at] {
		case '(':
			l.stack = append(l.stack, int32(len(l.pairs)))
			l.pairs = append(l.pairs, zone.Brace{Open: int32(at)})
		case ')':
			if n := len(l.stack); n > 0 {
				l.pairs[l.stack[n-1]].End = int32(at + 1)
				l.stack = l.stack[:n-1]
			}
		}
	}
	l.pairsTo = at
}

// escaped returns the offset of the next byte that a backslash at an offset does not escape.
func escaped(src []byte, at int) int {
	if src[at] == '\\' && at+1 < len(src) && src[at+1] != '\n' {
		return at + 2
	}
	return at + 1
}
