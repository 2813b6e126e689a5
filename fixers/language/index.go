package language

import (
	"math"
	"strings"
)

// enough is how many lines of one pattern are counted.
const enough = 3

// unit is how many units of a score make 1. That a second line shows a hint counts half as much again, a third one a
// quarter, and more of them nothing. With 40 units all of these are whole numbers, so that a sum does not depend on its
// order.
const unit = 40

// An index finds the hints that lines of code show. There are a thousand patterns, and code has few of their literals:
// to match each pattern with each line would take many times as long as all else that is done with the code.
type index struct {
	byPattern map[string]int // into patterns
	patterns  []indexed
	// starting has the patterns by the first two bytes of their literals, short those whose literals have no two bytes.
	starting map[string][]int
	short    []int
}

// An indexed is a pattern and what it says of languages.
type indexed struct {
	glob
	literal string
	votes   []vote
}

// A vote is what a pattern adds to the score of a language, in tenths.
type vote struct{ language, tenths int }

// add adds a hint of a language.
func (x *index) add(h hint, language int) {
	if x.byPattern == nil {
		x.byPattern, x.starting = map[string]int{}, map[string][]int{}
	}
	id, ok := x.byPattern[h.pattern]
	if !ok {
		id = len(x.patterns)
		x.byPattern[h.pattern] = id
		g := compileGlob(h.pattern)
		literal := g.longestLiteral()
		x.patterns = append(x.patterns, indexed{glob: g, literal: literal})
		if len(literal) < 2 {
			x.short = append(x.short, id)
		} else {
			x.starting[literal[:2]] = append(x.starting[literal[:2]], id)
		}
	}
	x.patterns[id].votes = append(x.patterns[id].votes, vote{language, int(math.Round(10 * h.weight))})
}

// telling is the weight, in tenths, from which on a hint is evidence for a language: it is hardly ever seen in others.
const telling = 25

// score adds what the lines say to the scores of the languages, in units, and to their evidence.
func (x *index) score(lines []string, scores, evidence []int) {
	factors := [enough + 1]int{0, 4, 6, 7}
	for id, n := range x.count(lines) {
		if n == 0 {
			continue
		}
		for _, v := range x.patterns[id].votes {
			scores[v.language] += v.tenths * factors[n]
			if v.tenths >= telling {
				evidence[v.language] += v.tenths
			}
		}
	}
}

// count returns how many of the lines each pattern describes, at most enough.
func (x *index) count(lines []string) []uint8 {
	counts := make([]uint8, len(x.patterns))
	tried := make([]int, len(x.patterns)) // the last line that each was matched with, from 1
	try := func(id, number int, line string) {
		if tried[id] < number && counts[id] < enough {
			tried[id] = number
			if x.patterns[id].match(line) {
				counts[id]++
			}
		}
	}
	for i, line := range lines {
		for at := range max(0, len(line)-1) {
			for _, id := range x.starting[line[at:at+2]] {
				if strings.HasPrefix(line[at:], x.patterns[id].literal) {
					try(id, i+1, line)
				}
			}
		}
		for _, id := range x.short {
			if strings.Contains(line, x.patterns[id].literal) {
				try(id, i+1, line)
			}
		}
	}
	return counts
}
