package remark

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules/term"
)

//go:embed words.txt
var wordList string

// A class is a set of phrases that do the same in a remark, of all languages, as words.txt names it.
type class string

// A phrase is a phrase of the table. A sign has the character that it names.
type phrase struct{ text, sign string }

// phrases has those of a class by their first character, the longest first.
type phrases map[rune][]phrase

// table returns the phrases by class.
var table = sync.OnceValue(func() map[class]phrases {
	out := map[class]phrases{}
	for line := range strings.Lines(wordList) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		of, sign := class(name), ""
		if of == "sign" {
			sign, rest, _ = strings.Cut(rest, " ")
		}
		_, list, found := strings.Cut(rest, ": ")
		if !found || of == "#" {
			continue
		}
		if out[of] == nil {
			out[of] = phrases{}
		}
		for text := range strings.SplitSeq(list, ", ") {
			out[of][firstRune(text)] = append(out[of][firstRune(text)], phrase{text, sign})
		}
	}
	for _, p := range out {
		for _, list := range p {
			slices.SortStableFunc(list, func(a, b phrase) int { return len(b.text) - len(a.text) })
		}
	}
	return out
})

// fold returns s in lower case with plain apostrophes and spaces, each character at the byte where it stands in s.
func fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		low := unicode.ToLower(r)
		switch {
		case unicode.IsSpace(r):
			b.WriteString(strings.Repeat(" ", size))
		case utf8.RuneLen(low) == size && r != utf8.RuneError:
			b.WriteRune(low)
		default:
			b.WriteString(s[i : i+size])
		}
		i += size
	}
	return b.String()
}

// ends returns the lengths of the phrases of a class that s, which is folded, begins with, the longest first.
func (c class) ends(s string) []int {
	var out []int
	for _, p := range table()[c][firstRune(s)] {
		if n := p.length(s); n > 0 {
			out = append(out, n)
		}
	}
	return out
}

// start returns the length of the longest phrase of a class that s, which is folded, begins with; 0 for none.
func (c class) start(s string) int { return table()[c].start(s) }

func (p phrases) start(s string) int {
	for _, one := range p[firstRune(s)] {
		if n := one.length(s); n > 0 {
			return n
		}
	}
	return 0
}

// length returns the length of a phrase at the start of s, 0 for none. A space of the phrase is any number of spaces,
// and the apostrophe may be a curved one.
func (p phrase) length(s string) int {
	i := 0
	for _, r := range strings.TrimSuffix(p.text, "-") {
		switch {
		case r == ' ':
			n := len(s[i:]) - len(strings.TrimLeft(s[i:], " "))
			if n == 0 {
				return 0
			}
			i += n
		case strings.HasPrefix(s[i:], string(r)):
			i += utf8.RuneLen(r)
		case r == '\'' && strings.HasPrefix(s[i:], "’"):
			i += len("’")
		default:
			return 0
		}
	}
	last, next := lastRune(p.text), firstRune(s[i:])
	if last == '-' && isSpaced(firstRune(p.text)) { // a stem
		return i
	}
	if isSpaced(last) && isSpaced(next) {
		return 0
	}
	return i
}

// isSpaced reports whether a character is one of a word in a script with spaces between words.
func isSpaced(r rune) bool { return isWordRune(r) && !term.Unspaced(r) }

// find returns where in s, which is folded, the first phrase of a class begins and ends; end is 0 for none.
func (c class) find(s string) (start, end int) {
	before, all := ' ', table()[c]
	for i, r := range s {
		if !isSpaced(before) || !isSpaced(r) {
			if n := all.start(s[i:]); n > 0 {
				return i, i + n
			}
		}
		before = r
	}
	return 0, 0
}

// in reports whether s has a phrase of the class.
func (c class) in(s string) bool {
	_, end := c.find(fold(s))
	return end > 0
}

// is reports whether s is a phrase of the class, apart from the marks around it.
func (c class) is(s string) bool {
	s = strings.TrimFunc(fold(s), func(r rune) bool { return !isWordRune(r) })
	return s != "" && c.start(s) == len(s)
}

// signOf returns the sign that s, which is folded, names at its start, and the length of its name.
func signOf(s string) (sign string, length int) {
	for _, p := range table()["sign"][firstRune(s)] {
		if n := p.length(s); n > 0 {
			return p.sign, n
		}
	}
	return "", 0
}
