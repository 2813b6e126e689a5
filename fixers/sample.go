package fixers

import "strings"

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
	for line := range strings.Lines(string(code)) {
		line = strings.TrimRight(line, " \t\r\n")
		rest := strings.TrimLeft(line, " \t")
		if rest == "" {
			continue
		}
		if len(rest) > maxSampleLine {
			rest = rest[:maxSampleLine]
		}
		s.lines = append(s.lines, rest)
		s.indents = append(s.indents, len(line)-len(strings.TrimLeft(line, " \t")))
		if len(s.lines) == maxSampleLines {
			break
		}
	}
	s.text = "\n" + strings.Join(s.lines, "\n") + "\n"
	return s
}

// lower is the sample with its capitals lowered, those of ASCII alone.
func (s *sample) lower() *sample {
	l := &sample{text: strings.ToLower(s.text), indents: s.indents}
	if l.text == s.text {
		return s
	}
	if len(l.text) != len(s.text) {
		l.text = s.text // a letter that has no lower case of its length
	}
	l.lines = strings.Split(strings.Trim(l.text, "\n"), "\n")
	return l
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
