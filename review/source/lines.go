package source

import (
	"bytes"
	"fmt"
	"sort"
	"sync/atomic"
	"unicode/utf8"
)

// A Unit says what a column counts.
type Unit uint8

const (
	// CodePoint columns count Unicode code points; an invalid byte counts as one.
	CodePoint Unit = iota
	// UTF16 columns count UTF-16 code units, as JavaScript and LSP do.
	UTF16
	// Byte columns count bytes of UTF-8.
	Byte
)

var unitNames = [...]string{CodePoint: "codepoint", UTF16: "utf16", Byte: "byte"}

func (u Unit) String() string { return unitNames[u] }

// ParseUnit returns the inverse of String.
func ParseUnit(s string) (Unit, error) {
	for u, name := range unitNames {
		if s == name {
			return Unit(u), nil
		}
	}
	return 0, fmt.Errorf("column unit %q: want codepoint, utf16 or byte", s)
}

// A Point is a place as people and tools write it: line and column count from 1; the column counts in a Unit that the
// point's user must know.
type Point struct{ Line, Column int }

// Lines converts between byte offsets and points of one revision. A line ends after \n, \r\n or a lone \r, as
// CommonMark has it.
type Lines struct {
	src    []byte
	starts []int // the offset at which each line starts; the first is 0
	marks  atomic.Pointer[[]mark]
}

// WithLineFeeds returns src with a line feed in place of each lone carriage return: src itself where it has none.
// Offsets stay what they are.
func WithLineFeeds(src []byte) []byte {
	out := src
	for at := 0; ; at++ {
		n := bytes.IndexByte(src[at:], '\r')
		if n < 0 {
			return out
		}
		if at += n; at+1 < len(src) && src[at+1] == '\n' {
			continue
		}
		if &out[0] == &src[0] {
			out = bytes.Clone(src)
		}
		out[at] = '\n'
	}
}

// NewLines indexes src, which must not change afterwards.
func NewLines(src []byte) *Lines {
	starts := make([]int, 0, 1+bytes.Count(src, []byte{'\n'}))
	starts = append(starts, 0)
	returns := bytes.IndexByte(src, '\r') >= 0
	for at := 0; ; {
		n := bytes.IndexByte(src[at:], '\n')
		stop := len(src)
		if n >= 0 {
			stop = at + n + 1
		}
		for i := at; returns && i < stop; i++ {
			if src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
				starts = append(starts, i+1)
			}
		}
		if n < 0 {
			break
		}
		at = stop
		starts = append(starts, at)
	}
	return &Lines{src: src, starts: starts}
}

// Count returns the number of lines; text after the last line ending is a line, also when it is empty.
func (l *Lines) Count() int { return len(l.starts) }

// Len returns the length of the text.
func (l *Lines) Len() int { return len(l.src) }

// Number returns the number, from 1, of the line that holds offset.
func (l *Lines) Number(offset int) int {
	return sort.SearchInts(l.starts, offset+1)
}

// Start returns where the line of an offset begins.
func (l *Lines) Start(offset int) int { return l.starts[l.Number(offset)-1] }

// End returns the last byte of the line of an offset, which ends it, or the end of the text.
func (l *Lines) End(offset int) int {
	if n := l.Number(offset); n < len(l.starts) {
		return l.starts[n] - 1
	}
	return len(l.src)
}

// Span returns the byte range of line number n, counted from 1, without its line ending. It reports false when there is
// no such line.
func (l *Lines) Span(n int) (Span, bool) {
	if n < 1 || n > len(l.starts) {
		return Span{}, false
	}
	s := Span{l.starts[n-1], len(l.src)}
	if n < len(l.starts) {
		s.End = l.starts[n]
	}
	for s.End > s.Start && (l.src[s.End-1] == '\n' || l.src[s.End-1] == '\r') {
		s.End--
	}
	return s, true
}

// Point returns the place of a byte offset, its column in unit u.
func (l *Lines) Point(offset int, u Unit) Point {
	n := l.Number(offset)
	return Point{n, 1 + l.unitsBetween(l.starts[n-1], offset, u)}
}

// Columns returns the line of a byte offset and its column in each unit, as Point does, with one look for the line.
func (l *Lines) Columns(offset int) (line int, columns [len(unitNames)]int) {
	line = l.Number(offset)
	start := l.starts[line-1]
	columns[Byte] = 1 + offset - start
	columns[CodePoint] = 1 + l.unitsBetween(start, offset, CodePoint)
	columns[UTF16] = columns[CodePoint]
	if columns[CodePoint] != columns[Byte] { // otherwise all is ASCII
		columns[UTF16] = 1 + l.unitsBetween(start, offset, UTF16)
	}
	return line, columns
}

// Offset returns the byte offset of point p, whose column counts in unit u. It reports false when the line does not
// exist or the column lies beyond the end of the line or inside a character; the column just behind the last character
// exists.
func (l *Lines) Offset(p Point, u Unit) (int, bool) {
	s, ok := l.Span(p.Line)
	if !ok || p.Column < 1 {
		return 0, false
	}
	line, rest := l.src[s.Start:s.End], p.Column-1
	if u == Byte {
		return s.Start + rest, rest <= len(line)
	}
	if rest > len(line) {
		return 0, false // a unit is never shorter than a byte
	}
	at, rest := l.skip(s, rest, u)
	for rest > 0 && at < s.End {
		r, size := utf8.DecodeRune(l.src[at:s.End])
		rest -= runeWidth(r, u)
		at += size
	}
	return at, rest == 0
}

func width(b []byte, u Unit) int {
	switch u {
	case Byte:
		return len(b)
	case CodePoint:
		return utf8.RuneCount(b)
	}
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		n += runeWidth(r, u)
		b = b[size:]
	}
	return n
}

func runeWidth(r rune, u Unit) int {
	if u == UTF16 && r > 0xFFFF {
		return 2
	}
	return 1
}

// ValidPrefix returns the length of the text before the first byte of b that is not UTF-8.
func ValidPrefix(b []byte) int {
	if utf8.Valid(b) {
		return len(b)
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}
