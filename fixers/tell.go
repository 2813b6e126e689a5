package fixers

import "strings"

// A tell is something in code that speaks for a language, or, with a negative
// weight, against it. Weights are logarithms of odds, with one decimal at most: a tell
// of weight 3 is about twenty times as frequent in code of the language as in other
// code.
//
// The pattern describes a part of one line:
//
//	^    at the start: the line's first character behind its indentation
//	$    at the end: the line ends here, but for blanks
//	%w   a word: letters, digits and _
//	%d   digits
//	…    anything, or nothing
//	     a space: blanks, one at least
//
// Everything else stands for itself. Where a pattern begins or ends with a word,
// no word may go on there.
type tell struct {
	pattern string
	weight  float64
}

// A glob is a compiled pattern.
type glob struct {
	parts            []part
	atStart, toEnd   bool
	wordLeft, wordTo bool
}

type part struct {
	kind partKind
	text string // of a literal
}

type partKind uint8

const (
	literal partKind = iota
	word
	digits
	anything
)

// compileGlob never fails: every string is a pattern.
func compileGlob(pattern string) glob {
	var g glob
	pattern, g.atStart = strings.CutPrefix(pattern, "^")
	if len(pattern) > 1 {
		pattern, g.toEnd = strings.CutSuffix(pattern, "$")
	}
	for pattern != "" {
		kind, size := literal, 1
		switch {
		case strings.HasPrefix(pattern, "%w"):
			kind, size = word, 2
		case strings.HasPrefix(pattern, "%d"):
			kind, size = digits, 2
		case strings.HasPrefix(pattern, "…"):
			kind, size = anything, len("…")
		}
		if last := len(g.parts) - 1; kind == literal && last >= 0 && g.parts[last].kind == literal {
			g.parts[last].text += pattern[:size]
		} else {
			g.parts = append(g.parts, part{kind: kind, text: pattern[:size]})
		}
		pattern = pattern[size:]
	}
	first, last := g.parts[0], g.parts[len(g.parts)-1]
	g.wordLeft = first.kind == word || first.kind == digits || first.kind == literal && wordByte(first.text[0])
	g.wordTo = last.kind == word || last.kind == digits || last.kind == literal && wordByte(last.text[len(last.text)-1])
	return g
}

// match reports whether the pattern describes a part of the line, which is one of a
// spaced.
func (g *glob) match(line string) bool {
	if g.atStart {
		return g.matchParts(line, 0, g.parts)
	}
	first := g.parts[0]
	for at := 0; at < len(line); at++ {
		if first.kind == literal {
			n := strings.Index(line[at:], first.text)
			if n < 0 {
				return false
			}
			at += n
		}
		if g.bounded(line, at) && g.matchParts(line, at, g.parts) {
			return true
		}
	}
	return false
}

// bounded reports whether the pattern may begin at an offset of the line.
func (g *glob) bounded(line string, at int) bool {
	return at == 0 || !g.wordLeft || !wordByte(line[at-1])
}

// closes reports whether the pattern may end at an offset of the line.
func (g *glob) closes(line string, at int) bool {
	return at == len(line) || !g.toEnd && (!g.wordTo || !wordByte(line[at]))
}

func (g *glob) matchParts(line string, at int, parts []part) bool {
	for i, p := range parts {
		start := at
		switch p.kind {
		case literal:
			if !strings.HasPrefix(line[at:], p.text) {
				return false
			}
			at += len(p.text)
			continue
		case anything:
			rest := parts[i+1:]
			for ; at <= len(line); at++ {
				if len(rest) > 0 && rest[0].kind == literal {
					n := strings.Index(line[at:], rest[0].text)
					if n < 0 {
						return false
					}
					at += n
				}
				if g.matchParts(line, at, rest) {
					return true
				}
			}
			return false
		case word:
			for at < len(line) && wordByte(line[at]) {
				at++
			}
		case digits:
			for at < len(line) && '0' <= line[at] && line[at] <= '9' {
				at++
			}
		}
		if at == start {
			return false
		}
	}
	return g.closes(line, at)
}

// required is the index of the part that is a word which every line has that the
// pattern describes, -1 for none.
func (g *glob) required() int {
	if g.atStart && g.parts[0].kind == literal {
		return 0
	}
	longest := -1
	for i, p := range g.parts {
		if p.kind == literal && (longest < 0 || len(p.text) > len(g.parts[longest].text)) {
			longest = i
		}
	}
	return longest
}

// wordByte takes bytes of other than ASCII characters for letters.
func wordByte(c byte) bool { return wordBytes[c] }

var wordBytes = func() (t [256]bool) {
	for i := range t {
		c := byte(i)
		t[i] = c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
	}
	return t
}()
