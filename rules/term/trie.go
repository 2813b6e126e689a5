package term

import (
	"strings"
	"unicode/utf8"
)

// trie holds folded literals and finds, at one place of a text, all of them that start there.
//
// Most tables of this kind are Aho-Corasick automata, which follow every byte of a text. A literal that must start a
// word needs no failure links: the words of a text are tried one by one, most are given up after two or three bytes,
// and the rest of such a word is skipped by its class alone. The start of a match is known then, though its folded form
// may differ in length from the text. The work at one word start is bounded by the longest literal.
type trie struct {
	nodes []trieNode // the state is an index into them
}

// trieNode is where the literals stand that begin with the same bytes.
type trieNode struct {
	labels   string  // the bytes that a literal goes on with
	next     []int32 // the states that these lead to
	values   []int   // of the literals that end here
	unwanted bool    // the end of an unwanted spelling can be reached
}

const rootState = 0

// newTrie builds the trie of literals, which must not be empty. Values[i] is what a match of literals[i] stands for,
// and unwanted reports whether that is an unwanted spelling.
func newTrie(literals []string, values []int, unwanted func(value int) bool) *trie {
	t := &trie{nodes: make([]trieNode, 1)}
	for i, literal := range literals {
		bad := unwanted(values[i])
		state := int32(rootState)
		for at := range len(literal) {
			next := t.step(state, literal[at])
			if next < 0 {
				next = int32(len(t.nodes))
				n := &t.nodes[state]
				n.labels, n.next = n.labels+literal[at:at+1], append(n.next, next)
				t.nodes = append(t.nodes, trieNode{})
			}
			state = next
			t.nodes[state].unwanted = t.nodes[state].unwanted || bad
		}
		t.nodes[state].values = append(t.nodes[state].values, values[i])
	}
	return t
}

// step follows one byte. It returns -1 if no literal continues with it.
func (t *trie) step(state int32, c byte) int32 {
	n := &t.nodes[state]
	if i := strings.IndexByte(n.labels, c); i >= 0 {
		return n.next[i]
	}
	return -1
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
