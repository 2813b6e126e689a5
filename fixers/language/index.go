package language

import (
	"math"
	"strings"
)

// enough is how many lines of one pattern are counted.
const enough = 3

// unit is how many units of a score make 1. That a second line shows a hint counts
// half as much again, a third one a quarter, and more of them nothing. With 40 units
// all of these are whole numbers, so that a sum does not depend on its order.
const unit = 40

// An index finds the hints that lines of code show. There are a thousand patterns, and
// code has few of their literals: to match each pattern with each line would take many
// times as long as all else that is done with the code.
type index struct {
	byPattern map[string]int // into patterns
	patterns  []indexed
	// sets is the patterns whose literals begin with the same two bytes;
	// pairs is where in sets those of a pair of bytes are, plus one.
	sets  [][]start
	pairs [1 << 16]uint16
	// rest is the patterns without a literal of two bytes.
	rest []int
}

// An indexed is a pattern and what it says of languages.
type indexed struct {
	glob
	literal string
	votes   []vote
}

// A start is how the literal of a pattern begins: its first eight bytes, and which of them it has.
type start struct {
	head, has uint64
	id        int // into patterns
}

// A vote is what a pattern adds to the score of a language, in tenths.
type vote struct{ language, tenths int }

// add adds a hint of a language.
func (x *index) add(h hint, language int) {
	if x.byPattern == nil {
		x.byPattern = map[string]int{}
	}
	id, ok := x.byPattern[h.pattern]
	if !ok {
		id = len(x.patterns)
		x.byPattern[h.pattern] = id
		g := compileGlob(h.pattern)
		x.patterns = append(x.patterns, indexed{glob: g, literal: g.longestLiteral()})
		x.addLiteral(x.patterns[id].literal, id)
	}
	x.patterns[id].votes = append(x.patterns[id].votes, vote{language, int(math.Round(10 * h.weight))})
}

func (x *index) addLiteral(text string, id int) {
	if len(text) < 2 {
		x.rest = append(x.rest, id)
		return
	}
	set := &x.pairs[pair(text)]
	if *set == 0 {
		x.sets = append(x.sets, nil)
		*set = uint16(len(x.sets))
	}
	has := ^uint64(0)
	if len(text) < 8 {
		has >>= 64 - 8*len(text)
	}
	x.sets[*set-1] = append(x.sets[*set-1], start{eight(text), has, id})
}

// eight is the first eight bytes of text as a number, as if zeros stood behind it.
func eight(text string) (n uint64) {
	if len(text) >= 8 {
		return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
			uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
	}
	for i := range len(text) {
		n |= uint64(text[i]) << (8 * i)
	}
	return n
}

// pair is the first two bytes of text as a number.
func pair(text string) int { return int(text[0])<<8 | int(text[1]) }

// telling is the weight, in tenths, from which on a hint is evidence for a language: it is
// hardly ever seen in others.
const telling = 25

// score adds what the lines say to the scores of the languages, in units, and to their
// evidence.
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
	tried := make([]uint8, len(x.patterns)) // the last line that each was matched with, from 1
	var seen [256]uint8                     // the last line that has each byte, from 1
	for i, line := range lines {
		number := uint8(i + 1)
		for at := range max(0, len(line)-1) {
			seen[line[at]] = number
			set := x.pairs[pair(line[at:])]
			if set == 0 {
				continue
			}
			head := eight(line[at:])
			for _, s := range x.sets[set-1] {
				if (head^s.head)&s.has != 0 || counts[s.id] == enough || tried[s.id] == number {
					continue
				}
				p := &x.patterns[s.id]
				if !strings.HasPrefix(line[at:], p.literal) {
					continue
				}
				if tried[s.id] = number; p.match(line) {
					counts[s.id]++
				}
			}
		}
		if line != "" {
			seen[line[len(line)-1]] = number
		}
		for _, id := range x.rest {
			p := &x.patterns[id]
			if counts[id] < enough && (p.literal == "" || seen[p.literal[0]] == number) && p.match(line) {
				counts[id]++
			}
		}
	}
	return counts
}
