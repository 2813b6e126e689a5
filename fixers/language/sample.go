package language

import (
	"bytes"
	"strings"
)

// Code beyond these bounds tells nothing new about its language, but costs time.
const (
	maxSampleLines = 200
	maxSampleLine  = 240
)

// A language is what code may turn out to be. Its hints and its shape say how much more frequent the code's features
// are in the language than in other code.
type language struct {
	// name is the info string to write where nothing else decides the spelling.
	name string
	// family unites languages that are mistaken for one another without harm: a doubt between two of them is no reason to
	// abstain.
	family family
	// fold lets the hints match in any case; they are written in lower case.
	fold  bool
	hints []hint
	// shape weighs what no single line shows; it may be nil.
	shape func(*sample) float64
}

type family string

// A sample is the part of a fenced code block that its language is inferred from.
type sample struct {
	// code is the lines as they are.
	code []byte
	// text is the lines, each behind a line feed.
	text string
	// lines is the lines that are not blank, without indentation and without blanks at their ends.
	lines []string
	// indents is how many blanks each of the lines is indented by.
	indents []int
}

func newSample(code []byte) *sample {
	s := &sample{}
	end := 0
	for line := range bytes.Lines(code) {
		end += len(line)
		line = bytes.TrimRight(line, " \t\r\n")
		rest := bytes.TrimLeft(line, " \t")
		if len(rest) == 0 {
			continue
		}
		s.lines = append(s.lines, string(rest[:min(len(rest), maxSampleLine)]))
		if s.indents = append(s.indents, len(line)-len(rest)); len(s.indents) == maxSampleLines {
			break
		}
	}
	s.code = code[:end]
	s.text = "\n" + strings.Join(s.lines, "\n") + "\n"
	return s
}

// singleSpaced is a line with one space for each run of blanks.
func singleSpaced(line string) string {
	out := make([]byte, 0, len(line))
	for _, c := range []byte(line) {
		switch {
		case c != ' ' && c != '\t':
			out = append(out, c)
		case out[len(out)-1] != ' ': // a line does not begin with a blank
			out = append(out, ' ')
		}
	}
	return string(out)
}

// share returns the part of the lines, from 0 to 1, for which f holds.
func (s *sample) share(f func(line string) bool) float64 {
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

// endsStatement reports whether a line ends with a semicolon.
func endsStatement(line string) bool { return strings.HasSuffix(line, ";") }

// starts reports a line that starts with prefix.
func starts(prefix string) func(string) bool {
	return func(line string) bool { return strings.HasPrefix(line, prefix) }
}
