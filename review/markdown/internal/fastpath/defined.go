package fastpath

import (
	"bytes"
	"maps"

	"github.com/yuin/goldmark/parser"
)

// SameDefinitions reports whether two texts, each of whole chunks, define the same labels. It ignores destinations:
// they do not decide what is a link.
func SameDefinitions(a, b []byte) bool {
	if definitionAt(a, 0) < 0 && definitionAt(b, 0) < 0 {
		return true
	}
	var before, after definitions
	before.begin()
	before.define(a)
	after.begin()
	after.define(b)
	return maps.Equal(before.labels, after.labels) &&
		maps.EqualFunc(before.references, after.references, func(parser.Reference, parser.Reference) bool { return true })
}

// Label returns the label of a link definition, as labels are compared; "" where the text is none.
func Label(definition []byte) string {
	var d definitions
	d.begin()
	d.define(definition)
	for label := range d.references {
		return label
	}
	return ""
}

// definitionAt returns the next offset at or after from where the label of a definition may end, -1 if there is none.
// It looks at each line once.
func definitionAt(text []byte, from int) int {
	for at := from; ; {
		i := bytes.Index(text[at:], []byte("]:"))
		if i < 0 {
			return -1
		}
		at += i
		if mayHoldDefinition(text[bytes.LastIndexByte(text[:at], '\n')+1 : at]) {
			return at
		}
		if i = bytes.IndexByte(text[at:], '\n'); i < 0 {
			return -1
		}
		at += i
	}
}

// mayHoldDefinition reports whether a line may contain a definition. line is the text before "]:". The label starts
// where a block starts, with only container marks on its left. If it started on an earlier line, no other opening
// bracket may follow.
func mayHoldDefinition(line []byte) bool {
	open := bytes.IndexByte(line, '[')
	return open < 0 || line[max(open-1, 0)] == '\\' || len(bytes.Trim(line[:open], " \t\v\f\r>*+-.)0123456789")) == 0
}
