package language

import "strings"

// A hint is something in code that speaks for a language, or, with a negative weight, against it. A weight is the
// logarithm of odds, with one decimal at most: a hint of weight 3 is about twenty times as frequent in code of the
// language as in other code.
//
// The pattern describes a part of one line:
//
//	^    at the start: the line's first character behind its indentation
//	$    at the end: the line ends here, except for blanks
//	%w   a word: letters, digits and _
//	%d   digits
//	…    anything, or nothing
//	     a space: blanks, one at least
//
// Everything else stands for itself. Where a pattern begins or ends with a word, no letter, digit or _ may stand next
// to it.
type hint struct {
	pattern string
	weight  float64
}

// A glob is a compiled pattern.
type glob struct {
	parts []part
	// atStart and atEnd tie the pattern to the start and the end of the line.
	atStart, atEnd bool
	// startsWord and endsWord are set where the pattern begins or ends with a word.
	startsWord, endsWord bool
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
		pattern, g.atEnd = strings.CutSuffix(pattern, "$")
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
	isWord := func(p part, at int) bool {
		return p.kind == word || p.kind == digits || p.kind == literal && wordByte(p.text[at])
	}
	g.startsWord, g.endsWord = isWord(first, 0), isWord(last, len(last.text)-1)
	return g
}

// longestLiteral returns a text that every line of the pattern has, or "".
func (g *glob) longestLiteral() string {
	longest := ""
	for _, p := range g.parts {
		if p.kind == literal && len(p.text) > len(longest) {
			longest = p.text
		}
	}
	return longest
}

// match reports whether the pattern describes a part of the line, in which blanks are single spaces.
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
		if (at == 0 || !g.startsWord || !wordByte(line[at-1])) && g.matchParts(line, at, g.parts) {
			return true
		}
	}
	return false
}

// matchParts reports whether the parts, which are the last ones of the pattern, describe the line from an offset on.
func (g *glob) matchParts(line string, at int, parts []part) bool {
	for i, p := range parts {
		start := at
		switch p.kind {
		case literal:
			if !strings.HasPrefix(line[at:], p.text) {
				return false
			}
			at += len(p.text)
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
	return at == len(line) || !g.atEnd && (!g.endsWord || !wordByte(line[at]))
}

// wordByte reports whether c may be a byte of a letter, a digit or _. It takes all characters beyond ASCII for letters.
func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
