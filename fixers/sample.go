package fixers

import (
	"bytes"
	"strings"
)

// Code beyond these bounds tells nothing new about its language, but costs time.
const (
	maxSampleLines = 200
	maxSampleLine  = 240
)

// A sample is the part of a fenced code block that its language is inferred from.
type sample struct {
	// text is the lines, each behind a line feed, so that what begins one can be looked
	// for in all of them at once.
	text string
	// lines is the lines that are not blank, without indentation and without blanks
	// at their ends.
	lines []string
	// indents is how far each of the lines is indented, a tab counting as one.
	indents []int
}

func newSample(code []byte) *sample {
	s := &sample{}
	text := make([]byte, 1, len(code)+2)
	text[0] = '\n'
	for line := range bytes.Lines(code) {
		line = bytes.TrimRight(line, " \t\r\n")
		rest := bytes.TrimLeft(line, " \t")
		if len(rest) == 0 {
			continue
		}
		text = append(append(text, rest[:min(len(rest), maxSampleLine)]...), '\n')
		if s.indents = append(s.indents, len(line)-len(rest)); len(s.indents) == maxSampleLines {
			break
		}
	}
	s.text = string(text)
	s.lines = make([]string, len(s.indents))
	left := s.text[1:]
	for i := range s.lines {
		s.lines[i], left, _ = strings.Cut(left, "\n")
	}
	return s
}

// A spaced is the lines of a sample, each with a line feed, with a space for blanks of
// any number, and behind them the padding.
type spaced []byte

// padding allows to read eight bytes from each byte of the lines.
const padding = "\x00\x00\x00\x00\x00\x00\x00"

func (s *sample) spaced() spaced {
	out := make(spaced, 0, len(s.text)+len(padding))
	for i := 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c != ' ' && c != '\t':
			out = append(out, c)
		case out[len(out)-1] != ' ':
			out = append(out, ' ')
		}
	}
	return append(out, padding...)
}

// lower is the same code with its capitals lowered, those of ASCII alone.
func (s spaced) lower() spaced {
	out := bytes.Clone(s)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c + 'a' - 'A'
		}
	}
	return out
}

// share is the part of the lines, from 0 to 1, for which f holds.
func (s *sample) share(f func(line string) bool) float64 {
	if len(s.lines) == 0 {
		return 0
	}
	return float64(s.count(f)) / float64(len(s.lines))
}

func (s *sample) count(f func(line string) bool) int {
	n := 0
	for _, line := range s.lines {
		if f(line) {
			n++
		}
	}
	return n
}

// first is the first line, "" when there is none.
func (s *sample) first() string {
	if len(s.lines) == 0 {
		return ""
	}
	return s.lines[0]
}

// ends reports a line that ends with suffix.
func ends(suffix string) func(string) bool {
	return func(line string) bool { return strings.HasSuffix(line, suffix) }
}

// starts reports a line that starts with prefix.
func starts(prefix string) func(string) bool {
	return func(line string) bool { return strings.HasPrefix(line, prefix) }
}
