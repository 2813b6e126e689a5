package fixers

import "strings"

// Code beyond these bounds tells nothing new about its language, but costs time.
const (
	maxSampleLines = 200
	maxSampleLine  = 240
)

// A sample is the part of a fenced code block that its language is inferred from.
type sample struct {
	// text is the lines, each behind a line feed, so that a word can be looked for
	// in all of them at once.
	text string
	// lines is the lines that are not blank, without indentation and without blanks
	// at their ends.
	lines []string
	// starts is where each of the lines begins in text.
	starts []int
	// indents is how far each of the lines is indented, a tab counting as one.
	indents []int
	// pairs is the pairs of bytes in text. Nearly all words that are looked for are
	// in no sample, and nearly all of those have a pair that the sample lacks.
	pairs bytePairs
}

// bytePairs is a set of pairs of bytes.
type bytePairs [1 << 10]uint64

func (p *bytePairs) add(text string) {
	for i := 1; i < len(text); i++ {
		n := uint(text[i-1])<<8 | uint(text[i])
		p[n>>6] |= 1 << (n & 63)
	}
}

// holds reports whether all pairs of a word are in the set.
func (p *bytePairs) holds(word string) bool {
	for i := 1; i < len(word); i++ {
		n := uint(word[i-1])<<8 | uint(word[i])
		if p[n>>6]&(1<<(n&63)) == 0 {
			return false
		}
	}
	return true
}

// contains reports whether the word stands in the sample.
func (s *sample) contains(word string) bool {
	return s.pairs.holds(word) && strings.Contains(s.text, word)
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
	s.pairs.add(s.text)
	s.index()
	return s
}

// index finds where the lines begin.
func (s *sample) index() {
	s.starts = make([]int, len(s.lines))
	at := 1
	for i, line := range s.lines {
		s.starts[i] = at
		at += len(line) + 1
	}
}

// lower is the sample with its capitals lowered, those of ASCII alone.
func (s *sample) lower() *sample {
	l := &sample{text: strings.ToLower(s.text), indents: s.indents}
	if len(l.text) != len(s.text) {
		l.text = s.text // a letter that has no lower case of its length
	}
	l.lines = strings.Split(strings.Trim(l.text, "\n"), "\n")
	l.pairs.add(l.text)
	l.index()
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
