// Package jsontree parses JSON into a tree that knows where each key and value is
// written. encoding/json forgets the places, and messages about a file need them.
//
// [Parse] takes what encoding/json takes. [ParseLoose] also takes a comma behind the
// last element of a list or object, as language models write it.
//
// Invariants: the tree holds no copy of the text; a value costs 16 bytes, whatever its kind; parsing refuses nesting
// that would exhaust the stack.
package jsontree

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Kind is what a JSON value is.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"null", "true or false", "a number", "a string", "an array", "an object"}

// String returns the kind as a message names it.
func (k Kind) String() string { return kindNames[k] }

// tree holds the values in the order in which they are written, a key before its value.
type tree struct {
	src    []byte
	values []value
	commas int
	loose  bool // takes commas behind last elements
}

type value struct {
	kind       Kind
	start, end uint32 // where it is written
	next       uint32 // the index behind its descendants
}

// Node is one value, or a key. The zero Node is no value; its kind is Null, and it has neither text nor parts.
type Node struct {
	t *tree
	i uint32
}

func (n Node) value() value {
	if n.t == nil {
		return value{}
	}
	return n.t.values[n.i]
}

// Exists reports whether n is a value.
func (n Node) Exists() bool { return n.t != nil }

// Kind returns what the value is.
func (n Node) Kind() Kind { return n.value().kind }

// Offset returns where the value begins in the text.
func (n Node) Offset() int { return int(n.value().start) }

// Raw returns the bytes of the value as they are written.
func (n Node) Raw() []byte {
	if n.t == nil {
		return nil
	}
	return n.t.src[n.value().start:n.value().end]
}

// ExtraCommas counts the commas behind last elements in the whole tree.
func (n Node) ExtraCommas() int { return n.t.commas }

// Members returns the keys and values of an object; other values have none.
func (n Node) Members() iter.Seq2[Node, Node] {
	return func(yield func(key, value Node) bool) {
		object := n.value()
		if object.kind != Object {
			return
		}
		for i := n.i + 1; i < object.next; {
			value := Node{n.t, i + 1}
			if !yield(Node{n.t, i}, value) {
				return
			}
			i = value.value().next
		}
	}
}

// Items returns the elements of an array with their indices; other values have none.
func (n Node) Items() iter.Seq2[int, Node] {
	if n.Kind() != Array {
		n = Node{}
	}
	return n.Values()
}

// Values returns the elements of an array, or the values of an object, and counts them.
func (n Node) Values() iter.Seq2[int, Node] {
	return func(yield func(i int, value Node) bool) {
		key := uint32(0)
		if n.Kind() == Object {
			key = 1
		}
		for i, count := n.i+1, 0; i < n.value().next; count++ {
			value := Node{n.t, i + key}
			if !yield(count, value) {
				return
			}
			i = value.value().next
		}
	}
}

// Len counts the elements of an array.
func (n Node) Len() int {
	count := 0
	for range n.Items() {
		count++
	}
	return count
}

// First returns the first element of an array, or no value.
func (n Node) First() Node {
	for _, item := range n.Items() {
		return item
	}
	return Node{}
}

// Get follows keys through objects. It returns no value if one is missing. Of equal keys the last one counts, as in
// encoding/json.
func (n Node) Get(keys ...string) Node {
	for _, key := range keys {
		n = n.member(key, true)
	}
	return n
}

// Given returns the last value of an object that a key has and that is not null, or no value.
func (n Node) Given(key string) Node { return n.member(key, false) }

// member returns the last value that a key has.
func (n Node) member(key string, null bool) (found Node) {
	object := n.value()
	if object.kind != Object {
		return Node{}
	}
	for i := n.i + 1; i < object.next; {
		k, value := &n.t.values[i], Node{n.t, i + 1}
		if v := &n.t.values[i+1]; (null || v.kind != Null) && n.t.is(k, key) {
			found = value
		}
		i = value.value().next
	}
	return found
}

// Has reports whether an object has all of the keys.
func (n Node) Has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !n.Get(key).Exists() })
}

// Is reports whether n is a string of this text.
func (n Node) Is(text string) bool {
	return n.Kind() == String && n.t.is(&n.t.values[n.i], text)
}

// is reports whether a string stands for this text.
func (t *tree) is(v *value, text string) bool {
	raw := t.src[v.start+1 : v.end-1]
	if slices.ContainsFunc(raw, mayDiffer) {
		return textOf(t.src[v.start:v.end]) == text
	}
	return string(raw) == text
}

// mayDiffer reports whether a byte of a string may stand for something else: it begins an escape, or is not ASCII and
// so may be no UTF-8.
func mayDiffer(c byte) bool { return c == '\\' || c >= utf8.RuneSelf }

// Text returns the value of a string, and the written form of any other value. As in encoding/json, bytes that are not
// UTF-8 become the replacement character.
func (n Node) Text() string {
	if n.Kind() != String {
		return string(n.Raw())
	}
	return textOf(n.Raw())
}

// textOf returns what a string in its quotes stands for.
func textOf(raw []byte) (text string) {
	if !slices.ContainsFunc(raw, mayDiffer) {
		return string(raw[1 : len(raw)-1])
	}
	_ = json.Unmarshal(raw, &text) // the parser has read it
	return text
}

// hex4 returns the value of four hexadecimal digits, -1 for other bytes.
func hex4(b []byte) rune {
	n, err := strconv.ParseUint(string(b), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
