package remark

import (
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Alike is the share of their words that two texts have in common where one is a version of the other.
const Alike = 0.5

// Likeness returns the share of their words that stand in both texts in one order.
func Likeness(s, old string) float64 {
	const longestTerm = 40 // of which the letters are compared
	a, b := Terms(s), Terms(old)
	if len(a)+len(b) == 0 {
		return 0
	}
	joined, was := strings.Join(a, ""), strings.Join(b, "")
	if len(joined) <= longestTerm && 4*rules.Distance(joined, was) <= len(was) {
		return 1 // a letter is wrong, or a space or hyphen
	}
	return 2 * float64(inOrder(a, b)) / float64(len(a)+len(b))
}

// IsVersion reports whether a text is a version of old, and no part of it or a longer text with it.
func IsVersion(s, old string) bool {
	return Likeness(s, old) >= Alike && len(WordsAt(s, old)) == 0 && len(WordsAt(old, s)) == 0
}

// inOrder counts the words that a and b have in common in one order.
func inOrder(a, b []string) int {
	const most = 400 // words that are compared
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	row := make([]int, len(b)+1)
	for _, word := range a {
		diagonal := 0
		for j, other := range b {
			above := row[j+1]
			if word == other {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// Terms returns the words of s in lower case. In a script without spaces every letter is one.
func Terms(s string) []string {
	var out []string
	start := -1
	if s = strings.ToLower(s); strings.Contains(s, "’") || strings.Contains(s, "'") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "’", ""), "'", "")
	}
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
		if start >= 0 && (!letter || term.Unspaced(r)) {
			out, start = append(out, s[start:i]), -1
		}
		if term.Unspaced(r) {
			out = append(out, string(r))
		} else if letter && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}
