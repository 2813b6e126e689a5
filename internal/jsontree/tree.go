// Package jsontree parses JSON into a tree that knows where each key and value is
// written. encoding/json forgets the places, and messages about a file need them.
//
// [Parse] takes what encoding/json takes. [ParseLoose] also takes a comma behind the
// last element of a list or object, as language models write it.
//
// Invariants: the tree holds no copy of the text; a value costs 16 bytes, whatever
// its kind, and nothing within an element of a very long list; parsing does not recurse,
// so no input exhausts the stack.
package jsontree

import (
	"bytes"
	"iter"
	"slices"
	"strconv"
	"unicode/utf16"
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

// tree holds the values in the order in which they are written, a key before its
// value.
type tree struct {
	src    []byte
	values list
	commas int
	loose  bool // takes commas behind last elements
	folds  int  // see foldFrom; 0 where nothing is folded
}

// A list holds values in blocks of one size, so that a large tree is not copied while it grows.
type list struct {
	blocks [][]value
	length int
}

// blockBits is the number of bits of an index that say where in its block a value is.
const blockBits = 12

func (l *list) at(i uint32) *value { return &l.blocks[i>>blockBits][i&(1<<blockBits-1)] }

// cut removes the values from index n on.
func (l *list) cut(n int) {
	l.length = n
	l.blocks = l.blocks[:(n-1)>>blockBits+1]
	last := &l.blocks[len(l.blocks)-1]
	*last = (*last)[:(n-1)&(1<<blockBits-1)+1]
}

func (l *list) add(v value) {
	if n := len(l.blocks); l.length>>blockBits == n {
		var block []value
		switch {
		case n < cap(l.blocks) && l.blocks[:n+1][n] != nil:
			block = l.blocks[:n+1][n][:0] // it was cut off: each element before its edge that is folded begins it anew
		case n > 0:
			block = make([]value, 0, 1<<blockBits)
		}
		l.blocks = append(l.blocks, block)
	}
	last := &l.blocks[len(l.blocks)-1]
	*last = append(*last, v)
	l.length++
}

type value struct {
	kind       Kind
	folded     bool
	start, end uint32 // where it is written
	next       uint32 // the index behind its descendants; of a folded value how many values it has
}

// foldFrom is how many values a tree has before elements of lists are folded, unless they have more than that: the
// descendants of a folded value are not in the tree. They are parsed again, into a tree of their own, when the list
// hands the element out. A list of very many elements is mostly read once, and what is made of each takes memory
// enough.
const foldFrom = 1 << 12

// unfolded returns a folded value with its descendants, in the memory of room.
func (n Node) unfolded(room *tree) Node {
	v := n.value()
	if room.src == nil || uint32(cap(room.values.blocks[0])) < min(v.next, 1<<blockBits) {
		room.values.blocks = [][]value{make([]value, 0, min(v.next, 1<<blockBits))}
	}
	room.src, room.loose, room.folds, room.commas = n.t.src, n.t.loose, n.t.folds, 0
	room.values.blocks, room.values.length = room.values.blocks[:1], 0
	room.values.blocks[0] = room.values.blocks[0][:0]
	p := parser{tree: room, at: int(v.start), depth: maxDepth, prefix: true}
	_ = p.document() // it was parsed before
	return Node{room, 0}
}

// after returns the index behind n and its descendants.
func (n Node) after() uint32 {
	if v := n.t.values.at(n.i); !v.folded {
		return v.next
	}
	return n.i + 1
}

// Node is one value, or a key. The zero Node is no value; its kind is Null, and it
// has neither text nor parts.
type Node struct {
	t *tree
	i uint32
}

func (n Node) value() value {
	if n.t == nil {
		return value{}
	}
	return *n.t.values.at(n.i)
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
			i = value.after()
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

// InTurn is Items for elements of which nothing is asked any more when the next one is handed out: they are in the same
// memory.
func (n Node) InTurn() iter.Seq2[int, Node] {
	if n.Kind() != Array {
		return func(func(int, Node) bool) {}
	}
	return Portion{n.t, n.i + 1, n.value().next, 0}.InTurn()
}

// A Portion is elements of an array that stand one behind the other.
type Portion struct {
	t          *tree
	start, end uint32 // of the values
	first      int    // the index of its first element
}

// Portions returns the elements of an array in portions of so many. Several portions may be read at a time.
func (n Node) Portions(most int) []Portion {
	var out []Portion
	if n.Kind() != Array {
		return nil
	}
	for i, count := n.i+1, 0; i < n.value().next; count++ {
		if count%most == 0 {
			out = append(out, Portion{n.t, i, i, count})
		}
		i = (Node{n.t, i}).after()
		out[len(out)-1].end = i
	}
	return out
}

// InTurn is Node.InTurn for the elements of the portion, with their indices in the array.
func (p Portion) InTurn() iter.Seq2[int, Node] {
	return func(yield func(int, Node) bool) {
		var room tree
		for i, index := p.start, p.first; i < p.end; index++ {
			element := Node{p.t, i}
			i = element.after()
			if element.value().folded {
				element = element.unfolded(&room)
			}
			if !yield(index, element) {
				return
			}
		}
	}
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
			element := value
			if value.value().folded {
				element = value.unfolded(new(tree))
			}
			if !yield(count, element) {
				return
			}
			i = value.after()
		}
	}
}

// Len counts the elements of an array.
func (n Node) Len() int {
	count := 0
	if n.Kind() == Array {
		for i := n.i + 1; i < n.value().next; i = (Node{n.t, i}).after() {
			count++
		}
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
		k, value := n.t.values.at(i), Node{n.t, i + 1}
		if v := n.t.values.at(i + 1); (null || v.kind != Null) && n.t.is(k, key) {
			found = value
		}
		i = value.after()
	}
	return found
}

// Has reports whether an object has all of the keys.
func (n Node) Has(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(key string) bool { return !n.Get(key).Exists() })
}

// Is reports whether n is a string of this text.
func (n Node) Is(text string) bool {
	return n.Kind() == String && n.t.is(n.t.values.at(n.i), text)
}

// is reports whether a string stands for this text.
func (t *tree) is(v *value, text string) bool {
	raw := t.src[v.start+1 : v.end-1]
	if len(raw) > 0 && text != "" && raw[0] != text[0] && !mayDiffer(raw[0]) {
		return false // most keys that are another
	}
	if slices.ContainsFunc(raw, mayDiffer) {
		return textOf(raw) == text
	}
	return string(raw) == text
}

// mayDiffer reports whether a byte of a string may stand for something else: it begins an escape, or is not ASCII and
// so may be no UTF-8.
func mayDiffer(c byte) bool { return c == '\\' || c >= utf8.RuneSelf }

// Text returns the value of a string, and the written form of any other value. As in encoding/json, bytes that are not
// UTF-8 become the replacement character.
func (n Node) Text() string {
	raw := n.Raw()
	if n.Kind() != String {
		return string(raw)
	}
	return textOf(raw[1 : len(raw)-1])
}

// textOf returns what the bytes of a string between its quotes stand for.
func textOf(raw []byte) string {
	if !utf8.Valid(raw) {
		raw = []byte(string([]rune(string(raw))))
	}
	i := bytes.IndexByte(raw, '\\')
	if i < 0 {
		return string(raw)
	}
	out := append(make([]byte, 0, len(raw)), raw[:i]...)
	for i < len(raw) {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			i++
			continue
		}
		var n int
		out, n = unescape(out, raw[i:])
		i += n
	}
	return string(out)
}

// unescape appends what the escape at the start of raw stands for and returns the
// escape's length. Half a surrogate pair becomes the replacement character.
func unescape(out, raw []byte) ([]byte, int) {
	if raw[1] != 'u' {
		c := raw[1]
		if i := bytes.IndexByte([]byte("bfnrt"), c); i >= 0 {
			c = "\b\f\n\r\t"[i]
		}
		return append(out, c), 2
	}
	r := hex4(raw[2:6])
	if utf16.IsSurrogate(r) && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
		if pair := utf16.DecodeRune(r, hex4(raw[8:12])); pair != utf8.RuneError {
			return utf8.AppendRune(out, pair), 12
		}
	}
	return utf8.AppendRune(out, r), 6
}

// hex4 returns the value of four hexadecimal digits, -1 for other bytes.
func hex4(b []byte) rune {
	n, err := strconv.ParseUint(string(b), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
