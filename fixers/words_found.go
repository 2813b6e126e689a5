package fixers

import (
	"strings"
	"sync"
)

// A wordFinder finds all of its words in lines at once. There are a thousand of them:
// to look for each one in turn, or even to ask whether the text has the bytes of it,
// takes several times as long (BenchmarkInferCorpus).
type wordFinder struct {
	ids map[needed]int
	// anywhere has the words that may stand anywhere in a line, atStart those that begin
	// one.
	anywhere, atStart wordIndex
	memory            sync.Pool // of *found
}

// A needed is a word that a line must have, or begin with.
type needed struct {
	word    string
	atStart bool
}

// add is the number of a word.
func (f *wordFinder) add(n needed) int {
	if id, ok := f.ids[n]; ok {
		return id
	}
	if f.ids == nil {
		f.ids = map[needed]int{}
	}
	id := len(f.ids)
	f.ids[n] = id
	if n.atStart {
		f.atStart.add(n.word, id)
	} else {
		f.anywhere.add(n.word, id)
	}
	return id
}

// A wordIndex has words and their numbers.
type wordIndex struct {
	empty []int // words of no bytes, which are everywhere
	// single has the words of one byte, pairs one more than the index of the words in
	// begins that have the same first two bytes.
	single [256][]int
	pairs  [1 << 16]uint16
	begins [][]numbered
}

type numbered struct {
	word string
	id   int
}

func (x *wordIndex) add(word string, id int) {
	switch len(word) {
	case 0:
		x.empty = append(x.empty, id)
	case 1:
		x.single[word[0]] = append(x.single[word[0]], id)
	default:
		pair := &x.pairs[uint(word[0])<<8|uint(word[1])]
		if *pair == 0 {
			x.begins = append(x.begins, nil)
			*pair = uint16(len(x.begins))
		}
		x.begins[*pair-1] = append(x.begins[*pair-1], numbered{word, id})
	}
}

// find notes the words that text begins with; i is the number of its line.
func (x *wordIndex) find(text string, i int, out *found) {
	for _, id := range x.single[text[0]] {
		out.add(id, i)
	}
	if len(text) < 2 {
		return
	}
	if pair := x.pairs[uint(text[0])<<8|uint(text[1])]; pair > 0 {
		for _, n := range x.begins[pair-1] {
			if strings.HasPrefix(text, n.word) {
				out.add(n.id, i)
			}
		}
	}
}

// A found is the lines in which the words of a finder stand.
type found struct {
	// first and last are one more than the index into hits of the first and the last
	// line that has a word, by the number of the word.
	first, last []int32
	hits        []lineHit
}

// A lineHit is a line that has a word; next is one more than the index of the next hit
// of that word, 0 for none.
type lineHit struct{ line, next int32 }

// find looks for the words in lines that have no line feed.
func (f *wordFinder) find(lines []string) *found {
	out, ok := f.memory.Get().(*found)
	if !ok {
		out = &found{first: make([]int32, len(f.ids)), last: make([]int32, len(f.ids))}
	}
	for i, line := range lines {
		for _, id := range f.anywhere.empty {
			out.add(id, i)
		}
		if line != "" {
			f.atStart.find(line, i, out)
		}
		for at := range len(line) {
			f.anywhere.find(line[at:], i, out)
		}
	}
	return out
}

// free lets what find returned be used again.
func (f *wordFinder) free(out *found) {
	clear(out.first)
	clear(out.last)
	out.hits = out.hits[:0]
	f.memory.Put(out)
}

// add notes that a line has a word, once.
func (f *found) add(id, line int) {
	last := f.last[id]
	if last > 0 && f.hits[last-1].line == int32(line) {
		return
	}
	f.hits = append(f.hits, lineHit{line: int32(line)})
	f.last[id] = int32(len(f.hits))
	if last == 0 {
		f.first[id] = f.last[id]
	} else {
		f.hits[last-1].next = f.last[id]
	}
}
