package source

import (
	"slices"
	"unicode/utf8"
)

// longLine is how many bytes long a line must be for columns to be counted from the nearest mark instead of the start
// of the line: many places in one line would take quadratic time. It is also the distance between marks.
const longLine = 1 << 10

// A mark is how many units stand before an offset of a text, by unit.
type mark struct {
	at    int
	units [Byte]int // Byte columns need no count
}

// marksOf returns the marks of src. The first one is at its start, and each is at the start of a character.
func marksOf(src []byte) []mark {
	marks := make([]mark, 1, 1+len(src)/longLine)
	m := mark{}
	for m.at < len(src) {
		r, size := utf8.DecodeRune(src[m.at:])
		m.at += size
		for u := range m.units {
			m.units[u] += runeWidth(r, Unit(u))
		}
		if m.at-marks[len(marks)-1].at >= longLine {
			marks = append(marks, m)
		}
	}
	return marks
}

// marked returns the marks of a text. They are made when a long line is first asked about; goroutines that ask at the
// same time make the same ones.
func (l *Lines) marked() []mark {
	if known := l.marks.Load(); known != nil {
		return *known
	}
	marks := marksOf(l.src)
	l.marks.Store(&marks)
	return marks
}

// unitsBefore returns how many units stand before an offset.
func (l *Lines) unitsBefore(offset int, u Unit) int {
	marks := l.marked()
	i, found := slices.BinarySearchFunc(marks, offset, func(m mark, offset int) int { return m.at - offset })
	if !found {
		i--
	}
	return marks[i].units[u] + width(l.src[marks[i].at:offset], u)
}

// unitsBetween counts the units between two offsets of a line.
func (l *Lines) unitsBetween(start, offset int, u Unit) int {
	if u == Byte || offset-start < longLine {
		return width(l.src[start:offset], u)
	}
	return l.unitsBefore(offset, u) - l.unitsBefore(start, u)
}

// skip returns where in a line a search for the place n units behind its start may begin, and how many units are left
// from there.
func (l *Lines) skip(line Span, n int, u Unit) (at, left int) {
	if n < longLine {
		return line.Start, n
	}
	marks, target := l.marked(), l.unitsBefore(line.Start, u)+n
	i, _ := slices.BinarySearchFunc(marks, target, func(m mark, target int) int { return m.units[u] - target })
	for i = min(i, len(marks)-1); marks[i].at > line.End || marks[i].units[u] > target; {
		i--
	}
	if marks[i].at <= line.Start {
		return line.Start, n
	}
	return marks[i].at, target - marks[i].units[u]
}
