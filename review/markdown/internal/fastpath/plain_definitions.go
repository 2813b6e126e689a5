package fastpath

import (
	"bytes"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"
)

// plainDefinitions reports whether text, which is a whole chunk, is nothing but
// definitions of links, each on a line of its own as most are: a label without
// brackets, a destination without parentheses and, if there is one, a title in
// double quotes. each is called for every label, unless it is nil.
func plainDefinitions(text []byte, each func(label []byte)) bool {
	found := false
	for len(text) > 0 {
		line := text
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			line = text[:n]
		}
		text = text[min(len(line)+1, len(text)):]
		if line = bytes.TrimRight(line, " \t\r"); len(line) == 0 {
			continue
		}
		label := plainDefinition(line)
		if label == nil {
			return false
		}
		if found = true; each != nil {
			each(label)
		}
	}
	return found
}

// plainDefinition returns the label that a line defines; nil for any other line.
func plainDefinition(line []byte) []byte {
	end := bytes.IndexByte(line, ']')
	if line[0] != '[' || end < 2 || end > 900 || line[1] == '^' || bytes.ContainsAny(line[1:end], "[\\") || util.IsBlank(line[1:end]) {
		return nil
	}
	rest, ok := bytes.CutPrefix(line[end+1:], []byte(": "))
	rest = bytes.TrimLeft(rest, " ")
	n := 0
	for n < len(rest) && destinationBytes[rest[n]] {
		n++
	}
	if !ok || n == 0 {
		return nil
	}
	if title := bytes.TrimLeft(rest[n:], " "); len(title) > 0 {
		if rest[n] != ' ' || len(title) < 2 || title[0] != '"' || bytes.IndexAny(title[1:], "\"\\") != len(title)-2 || title[len(title)-1] != '"' {
			return nil
		}
	}
	return line[1:end]
}

// definePlain takes up the definitions of a chunk that is nothing else. It reports
// false for another one.
func (d *definitions) definePlain(src []byte) bool {
	return plainDefinitions(src, nil) && plainDefinitions(src, func(label []byte) {
		if key := util.ToLinkReference(label); d.references[key] == nil {
			d.references[key] = parser.NewReference(label, nil, nil) // where it leads makes no difference to what is a link
		}
	})
}
