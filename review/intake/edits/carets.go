package edits

import (
	"strings"
	"unicode"
)

// Carets reads a line with carets below some of its words, and what is said of them behind the carets or in the next
// line. Used is how many lines it takes.
func Carets(lines []string) (old, quote, said string, used int) {
	bare := func(i int) string {
		if i >= len(lines) {
			return ""
		}
		rest, quoted := strings.CutPrefix(strings.TrimLeft(lines[i], " \t"), ">")
		if !quoted {
			return lines[i]
		}
		return strings.TrimPrefix(rest, " ")
	}
	pointer := strings.TrimLeft(bare(1), " \t")
	said = strings.TrimLeft(pointer, "^")
	from, n := len(bare(1))-len(pointer), len(pointer)-len(said)
	text := []rune(bare(0))
	if n == 0 || from+n > len(text) {
		return "", "", "", 0
	}
	to := from + n
	used = 2
	for from > 0 && !unicode.IsSpace(text[from-1]) {
		from--
	}
	for to < len(text) && !unicode.IsSpace(text[to]) {
		to++
	}
	if said = strings.TrimSpace(said); said == "" {
		said, used = strings.TrimSpace(bare(2)), 3
	}
	old, quote = strings.Trim(string(text[from:to]), " .,;:!?"), strings.TrimSpace(string(text))
	if old == "" || said == "" {
		return "", "", "", 0
	}
	return old, quote, said, used
}
