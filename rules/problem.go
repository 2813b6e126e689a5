package rules

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	Offset  int    // bytes from the start of the file
	Line    int    // counts from 1
	Column  int    // counts code points from 1
	Path    string // the key, as in "terminology[2].use"; "" for the file itself
	Message string // what is wrong and what would be right
}

// LoadError holds all problems of one file, in the order of their places.
type LoadError struct {
	File     string
	Problems []Problem // at least one
}

// Error has a line for every problem: file:line:column: key: message.
func (e *LoadError) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s:%d:%d: ", e.File, p.Line, p.Column)
		if p.Path != "" {
			fmt.Fprintf(&b, "%s: ", p.Path)
		}
		b.WriteString(p.Message)
	}
	return b.String()
}

// newLoadError sorts the problems and turns their offsets into lines and columns.
func newLoadError(file string, src []byte, problems []Problem) *LoadError {
	slices.SortStableFunc(problems, func(a, b Problem) int { return cmp.Compare(a.Offset, b.Offset) })
	for i := range problems {
		p := &problems[i]
		p.Line, p.Column = lineColumn(src, p.Offset)
	}
	return &LoadError{File: file, Problems: problems}
}

func lineColumn(src []byte, offset int) (line, column int) {
	before := src[:min(offset, len(src))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte{'\n'}), 1 + utf8.RuneCount(before[start:])
}

// DidYouMean returns the end of a message about an unknown word: the known one that
// is spelled nearly so, or else the whole list.
func DidYouMean(word string, known []string) string {
	if best := Nearest(word, known); best != "" {
		return fmt.Sprintf("; did you mean %q?", best)
	}
	return "; want " + orList(known)
}

// Nearest returns the known word that is spelled nearly as word is, "" where none is.
func Nearest(word string, known []string) string {
	near := 1
	if len(word) > 3 {
		near = max(2, len(word)/3)
	}
	best, distance := "", near+1
	for _, k := range known {
		if d := Distance(strings.ToLower(word), strings.ToLower(k)); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// Distance counts the single-character insertions, deletions, substitutions and swaps of neighbours between a and b, in
// bytes. "-" and "_" are the same here, because which of them a key has is what people mistake most.
func Distance(a, b string) int {
	a, b = strings.ReplaceAll(a, "-", "_"), strings.ReplaceAll(b, "-", "_")
	var prev, row, next []int
	var room [3][48]int // enough for most words
	if n := len(b) + 1; n <= len(room[0]) {
		prev, row, next = room[0][:n], room[1][:n], room[2][:n]
	} else {
		prev, row, next = make([]int, n), make([]int, n), make([]int, n)
	}
	for j := range next {
		next[j] = j
	}
	for i := 1; i <= len(a); i++ {
		prev, row, next = row, next, prev
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], prev[j-2]+1)
			}
		}
	}
	return next[len(b)]
}
