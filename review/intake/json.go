package intake

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// A kind is what a JSON value is.
type kind uint8

const (
	null kind = iota
	boolean
	number
	text
	array
	object
)

var kindNames = [...]string{"null", "true or false", "a number", "a string", "an array", "an object"}

func (k kind) String() string { return kindNames[k] }

// A tape is a parsed JSON text: its values in the order in which they are
// written, 16 bytes each, a key before its value. encoding/json would forget
// where a value stands, and an error has to name that place.
type tape struct {
	src      []byte
	values   []tapeValue
	repaired []string
}

type tapeValue struct {
	kind       kind
	start, end uint32 // where it is written
	next       uint32 // the index behind its descendants
}

// A node is one value of a tape.
type node struct {
	t *tape
	i uint32
}

func (n node) value() tapeValue { return n.t.values[n.i] }
func (n node) kind() kind       { return n.value().kind }
func (n node) offset() int      { return int(n.value().start) }
func (n node) raw() []byte      { return n.t.src[n.value().start:n.value().end] }

// elements calls f for every element of an array, or every key and value of an
// object, until it returns false.
func (n node) elements(f func(key, value node) bool) {
	v := n.value()
	for i := n.i + 1; i < v.next; {
		key := node{n.t, i}
		if v.kind == object {
			i++
		}
		value := node{n.t, i}
		i = value.value().next
		if !f(key, value) {
			return
		}
	}
}

// list is the elements of an array.
func (n node) list() []node {
	var out []node
	n.elements(func(_, value node) bool {
		out = append(out, value)
		return true
	})
	return out
}

// get is the value under a key of an object; the last one, where the key is
// there more than once.
func (n node) get(key string) (node, bool) {
	var found node
	ok := false
	if n.kind() != object {
		return found, false
	}
	n.elements(func(k, v node) bool {
		if k.str() == key {
			found, ok = v, true
		}
		return true
	})
	return found, ok
}

// at follows a path of keys.
func (n node) at(path ...string) (node, bool) {
	for _, key := range path {
		next, ok := n.get(key)
		if !ok {
			return node{}, false
		}
		n = next
	}
	return n, true
}

// str is the value of a string; what a scalar is written as, for others.
func (n node) str() string {
	raw := n.raw()
	if n.kind() != text {
		return string(raw)
	}
	raw = raw[1 : len(raw)-1]
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

// unescape appends what the escape at the start of raw stands for and returns
// its length. Half a surrogate pair becomes the replacement character.
func unescape(out, raw []byte) ([]byte, int) {
	switch raw[1] {
	case 'b':
		return append(out, '\b'), 2
	case 'f':
		return append(out, '\f'), 2
	case 'n':
		return append(out, '\n'), 2
	case 'r':
		return append(out, '\r'), 2
	case 't':
		return append(out, '\t'), 2
	case 'u':
		r := hex4(raw[2:6])
		if utf16.IsSurrogate(r) && len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u' {
			if pair := utf16.DecodeRune(r, hex4(raw[8:12])); pair != utf8.RuneError {
				return utf8.AppendRune(out, pair), 12
			}
		}
		return utf8.AppendRune(out, r), 6
	}
	return append(out, raw[1]), 2
}

func hex4(b []byte) rune {
	n, _ := strconv.ParseUint(string(b), 16, 16)
	return rune(n)
}
