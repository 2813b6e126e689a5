package fixers

import (
	"strings"
	"sync"
)

// A wordFinder finds all of its words in a text at once. There are a thousand of them:
// to look for each one in turn, or even to ask whether the text has the bytes of it,
// takes ten times as long (BenchmarkInferCorpus).
type wordFinder struct {
	words []string
	ids   map[string]int
	// pairs is, by the first two bytes of a word, one more than the index of the words
	// that begin so; single is one more than the number of a word of one byte.
	pairs  [1 << 16]uint16
	begins [][]int
	single [256]int
	memory sync.Pool // of *found
}

// add is the number of a word.
func (f *wordFinder) add(word string) int {
	if id, ok := f.ids[word]; ok {
		return id
	}
	if f.ids == nil {
		f.ids = map[string]int{}
	}
	id := len(f.words)
	f.words = append(f.words, word)
	f.ids[word] = id
	switch len(word) {
	case 0: // is everywhere
	case 1:
		f.single[word[0]] = id + 1
	default:
		pair := &f.pairs[uint(word[0])<<8|uint(word[1])]
		if *pair == 0 {
			f.begins = append(f.begins, nil)
			*pair = uint16(len(f.begins))
		}
		f.begins[*pair-1] = append(f.begins[*pair-1], id)
	}
	return id
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
		out = &found{first: make([]int32, len(f.words)), last: make([]int32, len(f.words))}
	}
	for i, line := range lines {
		if id, ok := f.ids[""]; ok {
			out.add(id, i)
		}
		for at := range len(line) {
			if id := f.single[line[at]]; id > 0 {
				out.add(id-1, i)
			}
			if at+1 == len(line) {
				break
			}
			if pair := f.pairs[uint(line[at])<<8|uint(line[at+1])]; pair > 0 {
				for _, id := range f.begins[pair-1] {
					if strings.HasPrefix(line[at:], f.words[id]) {
						out.add(id, i)
					}
				}
			}
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
