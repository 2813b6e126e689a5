package term

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// trie holds folded literals and finds, at one place of a text, all of them
// that start there. It is a double array: from state s the byte c leads to
// base[s]+c if that slot's check is s. A step is two loads whatever the number
// of literals, and 5,000 terms fit the second-level cache, where a table of
// 256 next states for each state would take 40 MB.
//
// Most tables of this kind are Aho-Corasick automata, which follow every byte
// of a text. A literal that must start a word needs no failure links: the
// words of a text are tried one by one, most are given up after two or three
// bytes, and the rest of such a word is skipped by its class alone. The start
// of a match is known then, though its folded form may differ in length from
// the text. The work at one word start is bounded by the longest literal.
type trie struct {
	base  []int32
	check []int32 // state+1, so that the zero value is a free slot
	match []int32 // index+1 into lists; 0 is none
	lists [][]int // the values of literals that are equal
	// unwanted marks the states from which the end of an unwanted spelling can be reached.
	unwanted []bool
}

const rootState = 0

// newTrie builds the trie of literals, none of which is empty. Values[i] is
// what a match of literals[i] stands for.
func newTrie(literals []string, values []int) *trie {
	order := make([]int, len(literals))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(literals[a], literals[b]) })
	t := &trie{}
	t.grow(1)
	t.check[rootState] = -1
	if len(order) > 0 {
		b := trieBuilder{trie: t, literals: literals, values: values, order: order, free: 1}
		b.add(rootState, 0, len(order), 0)
	}
	// A step reads base[s]+255 at most.
	t.grow(len(t.check) + 256)
	return t
}

func (t *trie) grow(n int) {
	if n <= len(t.check) {
		return
	}
	more := n - len(t.check)
	t.base = append(t.base, make([]int32, more)...)
	t.check = append(t.check, make([]int32, more)...)
	t.match = append(t.match, make([]int32, more)...)
}

// mark marks the states of a literal as unwanted.
func (t *trie) mark(literal string) {
	state := int32(rootState)
	for i := range len(literal) {
		state = t.step(state, literal[i])
		t.unwanted[state] = true
	}
}

// step follows one byte. It returns -1 if no literal continues with it.
func (t *trie) step(state int32, c byte) int32 {
	next := t.base[state] + int32(c)
	if t.check[next] != state+1 {
		return -1
	}
	return next
}

// stepRune follows all bytes of a rune.
func (t *trie) stepRune(state int32, r rune) int32 {
	var b [utf8.UTFMax]byte
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		if state = t.step(state, c); state < 0 {
			return -1
		}
	}
	return state
}

type trieBuilder struct {
	*trie
	literals []string
	values   []int
	order    []int // indices of literals, sorted
	free     int   // all slots below it are used or given up
}

// add gives state its transitions on byte number depth of order[low:high],
// which all share the bytes before it.
func (b *trieBuilder) add(state int32, low, high, depth int) {
	if end := low + b.ending(low, high, depth); end > low {
		var equal []int
		for _, i := range b.order[low:end] {
			equal = append(equal, b.values[i])
		}
		b.lists = append(b.lists, equal)
		b.match[state] = int32(len(b.lists))
		low = end
	}
	if low == high {
		return
	}
	type branch struct {
		c         byte
		low, high int
	}
	var branches []branch
	for i := low; i < high; i++ {
		c := b.literals[b.order[i]][depth]
		if n := len(branches); n > 0 && branches[n-1].c == c {
			branches[n-1].high = i + 1
			continue
		}
		branches = append(branches, branch{c, i, i + 1})
	}
	base := b.place(int(branches[0].c), func(base int) bool {
		for _, br := range branches {
			if slot := base + int(br.c); slot < len(b.check) && b.check[slot] != 0 {
				return false
			}
		}
		return true
	})
	b.base[state] = int32(base)
	b.grow(base + 257)
	for _, br := range branches {
		b.check[base+int(br.c)] = state + 1
	}
	for _, br := range branches {
		b.add(int32(base+int(br.c)), br.low, br.high, depth+1)
	}
}

// ending counts the literals at the start of order[low:high] that are depth
// bytes long; sorting puts them first.
func (b *trieBuilder) ending(low, high, depth int) int {
	n := 0
	for low+n < high && len(b.literals[b.order[low+n]]) == depth {
		n++
	}
	return n
}

// place returns the first base at which all branches fall on free slots. The lowest branch cannot fall below the first
// free slot, so the search starts there. Free slots in a crowded region are given up once a search passed them;
// otherwise every later search would pass them again.
func (b *trieBuilder) place(lowest int, fits func(base int) bool) int {
	const patience = 256
	start := max(b.free, lowest+1)
	slot := start
	for slot < len(b.check) && b.check[slot] != 0 || !fits(slot-lowest) {
		slot++
	}
	if slot-start > patience {
		b.free = slot
	}
	return slot - lowest
}
