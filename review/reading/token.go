package reading

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// longestToken is how far around an offset, in bytes, the token that it may cut is looked for.
const longestToken = 250

// Cuts reports whether the offset at lies inside a token of the reading: a word with its apostrophes and hyphens, a
// number with its separators, a date, a version, a character reference, an identifier, a path, a URL or a line of
// marks. The underscores around a word are emphasis.
func (t *Text) Cuts(at int) bool {
	if at <= 0 || at >= len(t.Bytes) {
		return false
	}
	left, right := t.LastRune(at), t.FirstRune(at)
	switch {
	case left == ' ' || right == ' ':
		space := bytes.LastIndexByte(t.Bytes[:at+1], ' ')
		if t.source(space) == "\u200B" && inOneWord(t.LastRune(space), t.FirstRune(space+1)) {
			return true // a line may end there, which a reader sees in no other way
		}
		return t.isDigit(space-1) && t.isDigit(space+1) &&
			groupEnd().Match(t.Bytes[max(0, space-4):space]) && groupStart().Match(t.Bytes[space:])
	case inOneWord(left, right), source.CutsCharacter(t.src, int(t.From[at])):
		return true
	case IsWord(left) && IsWord(right):
		return false
	case t.cutsReference(at), t.cutsOverMarks(at), left == right && strings.ContainsRune("#-=", left):
		return true
	case IsUnspaced(left) || IsUnspaced(right):
		return false
	}
	return t.cutsJoined(at) || t.cutsName(at)
}

// isDigit reports whether an ASCII digit stands at an offset, which may lie outside of the text.
func (t *Text) isDigit(at int) bool {
	return 0 <= at && at < len(t.Bytes) && '0' <= t.Bytes[at] && t.Bytes[at] <= '9'
}

// groupEnd and groupStart match a space between the digits of a long number, as in 10 000.
var (
	groupEnd   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|\D)\d{1,3}$`) })
	groupStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^ \d{3}(?:\D|$)`) })
)

// source returns what byte i stands for.
func (t *Text) source(i int) string { return string(t.src[t.From[i]:t.To[i]]) }

// cutsOverMarks reports whether letters on both sides of at belong to one name or word, with underscores, the marks of
// emphasis or tags between them.
func (t *Text) cutsOverMarks(at int) bool {
	before, after := html.WithoutMarks(t.Bytes[:at], t.Bytes[at:])
	return len(before)+len(after) < len(t.Bytes) &&
		inOneWord(t.LastRune(len(before)), t.FirstRune(len(t.Bytes)-len(after)))
}

// cutsReference reports whether at lies inside a character reference such as &copy;.
func (t *Text) cutsReference(at int) bool {
	start := bytes.LastIndexByte(t.Bytes[max(0, at-maxReference):at], '&')
	if start < 0 {
		return false
	}
	start += max(0, at-maxReference)
	end := bytes.IndexByte(t.Bytes[at:min(len(t.Bytes), at+maxReference)], ';')
	if end < 0 {
		return false
	}
	for _, c := range t.Bytes[start+1 : at+end] {
		if c != '#' && !source.IsLetter(c) && !source.IsDigit(c) {
			return false
		}
	}
	return at+end > start+1
}

// cutsJoined reports whether a sign at the offset, or before it, joins two words to one token.
func (t *Text) cutsJoined(at int) bool {
	for _, sign := range []int{at - 1, at} {
		before, after := t.LastRune(sign), t.FirstRune(sign+1)
		if was := t.source(sign); len(was) != 1 && was != "‐" && was != "‑" && t.Bytes[sign] != '\'' {
			continue // a dash or an ellipsis, folded
		}
		switch t.Bytes[sign] {
		case '\'', '-', '/', '@', '&', '.', ':', '=', '+', '\\':
			if IsWord(before) && IsWord(after) {
				return true
			}
		case ',':
			if unicode.IsDigit(before) && unicode.IsDigit(after) {
				return true
			}
		}
	}
	return false
}

// cutsName reports whether at lies inside a name of programs: an identifier, an address or a path.
func (t *Text) cutsName(at int) bool {
	start, end := at, at
	for start > max(0, at-longestToken) && t.inRun(start-1) {
		start--
	}
	for end < min(len(t.Bytes), at+longestToken) && t.inRun(end) {
		end++
	}
	for start < at && t.Bytes[start] == '_' {
		start++
	}
	for end > at && t.Bytes[end-1] == '_' {
		end--
	}
	if end-start < 2 {
		return false
	}
	core, kind := zone.Classify(t.Bytes, source.Span{Start: start, End: end})
	return kind != zone.Prose && core.Start < at && at < core.End
}

// inRun reports whether byte i may be part of a name. Markdown's marks, quotation marks and brackets are not.
func (t *Text) inRun(i int) bool {
	c := t.Bytes[i]
	return c > ' ' && bytes.IndexByte([]byte("[](){}<>`*~|\"!;,"), c) < 0 &&
		(c >= utf8.RuneSelf || t.To[i]-t.From[i] == 1)
}
