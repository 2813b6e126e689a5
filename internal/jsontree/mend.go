package jsontree

import (
	"bytes"
	"regexp"
	"sync"
)

func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// Mend returns JSON whose strings a model has not escaped as JSON with the escapes that are missing, and how many
// those are; ok says that it is JSON then. What else is wrong stays wrong.
func Mend(src []byte) (out []byte, missing int, ok bool) {
	var nesting []byte // the brackets that are open
	var last byte      // the last mark outside of strings
	for i := 0; i < len(src); i++ {
		c := src[i]
		out = append(out, c)
		switch {
		case c == '{' || c == '[':
			nesting = append(nesting, c)
		case (c == '}' || c == ']') && len(nesting) > 0:
			nesting = nesting[:len(nesting)-1]
		case c == '"':
			inList := len(nesting) > 0 && nesting[len(nesting)-1] == '['
			var n int
			out, n, i = mendedString(out, src, i+1, closesBefore(inList, !inList && (last == '{' || last == ',')))
			missing += n
		}
		if c > ' ' {
			last = c
		}
	}
	if missing == 0 {
		return nil, 0, false
	}
	_, err := ParseLoose(out)
	return out, missing, err == nil
}

// What may stand behind a string that is closed: a key, a member and an element.
var (
	behindKey     = pattern(`^\s*:`)
	behindMember  = pattern(`^\s*(?:\}\s*(?:[,}\]]|$)|,\s*(?:"[\w$ -]+"\s*:|\}|/)|$)`)
	behindOther   = pattern(`^\s*[":{\[]`)
	behindElement = pattern(`^\s*(?:\]\s*(?:[,}\]]|$)|,\s*(?:["{\[\]/\d-]|true|false|null)|$)`)
)

func closesBefore(inList, isKey bool) func([]byte) bool {
	switch {
	case isKey:
		return behindKey().Match
	case inList:
		return behindElement().Match
	}
	return behindMember().Match
}

// mendedString appends the rest of a string that begins before i, and returns where it ends. Closes reports whether a
// quotation mark with this text behind it ends the string.
func mendedString(out, src []byte, i int, closes func([]byte) bool) ([]byte, int, int) {
	missing := 0
	for ; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"' && closes(src[i+1:]):
			return append(out, c), missing, i
		case c == '"' && behindOther().Match(src[i+1:]): // it may end the string where a comma is missing
			return out, missing, len(src)
		case c == '"':
			out = append(out, '\\', c)
			missing++
		case c == '\\' && i+1 < len(src) && bytes.IndexByte([]byte(`"\/bfnrtu`), src[i+1]) >= 0:
			i++
			out = append(out, c, src[i])
		case c == '\\' && i+1 < len(src) && src[i+1] == '\'':
			missing++
		case c == '\\': // of the document's own escapes
			out = append(out, c, c)
			missing++
		case c < ' ':
			out = append(out, map[byte]string{'\n': `\n`, '\t': `\t`}[c]...)
			missing++
		default:
			out = append(out, c)
		}
	}
	return out, missing, i
}
