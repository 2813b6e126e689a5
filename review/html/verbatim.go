package html

import (
	"bytes"
)

// NameLength returns how long the name is that a tag begins with.
func NameLength(tag []byte) int {
	n := 0
	for n < len(tag) && NameByte(tag[n]) {
		n++
	}
	return n
}

// VerbatimTag reports whether a tag is one of an element that holds code.
func VerbatimTag(tag []byte) bool {
	n := NameLength(tag)
	for _, name := range VerbatimElements {
		if n == len(name) && bytes.EqualFold(tag[:n], []byte(name)) {
			return true
		}
	}
	return false
}

// ClosesVerbatimElement reports whether a tag closes an element that holds code. Where none is open a reader sees
// nothing of it.
func ClosesVerbatimElement(tag []byte) bool {
	name, closes := bytes.CutPrefix(tag, []byte("</"))
	return closes && VerbatimTag(name)
}

// VerbatimElements hold what is no prose although Markdown reads it as such.
var VerbatimElements = []string{"code", "kbd", "math", "pre", "samp", "script", "style", "svg", "textarea", "tt", "var"}
