package html

import (
	"bytes"
	"slices"
	"strings"
)

var verbatimBlocks = []string{"script", "pre", "style", "textarea"}

// OpensVerbatim reports whether a line begins with the whole name of such a block.
func OpensVerbatim(line []byte) bool {
	n := 1 + NameLength(line[1:])
	return VerbatimBlock(line[1:]) && VerbatimTag(line[1:]) && (n == len(line) || bytes.IndexByte([]byte(" >\r\n"), line[n]) >= 0)
}

// ClosesVerbatim reports whether a line ends a block that blank lines do not end.
func ClosesVerbatim(line []byte) bool {
	for {
		n := bytes.Index(line, []byte("</"))
		if n < 0 {
			return false
		}
		line = line[n+2:]
		name := NameLength(line)
		if name < len(line) && line[name] == '>' &&
			slices.ContainsFunc(verbatimBlocks, func(s string) bool { return strings.EqualFold(s, string(line[:name])) }) {
			return true
		}
	}
}

// VerbatimBlock reports whether a tag opens one of the blocks of HTML that blank lines do not end.
func VerbatimBlock(tag []byte) bool {
	for _, name := range verbatimBlocks {
		if len(tag) >= len(name) && bytes.EqualFold(tag[:len(name)], []byte(name)) {
			return true
		}
	}
	return false
}

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
