package source

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// maxWords bounds the work on one stretch of changed lines, which grows with the square of its words.
const maxWords = 1 << 24

// BetweenWords does what Between does, and compares the changed lines word by word. So an edit is no longer than the
// words that differ.
func BetweenWords(before, after []byte) []Edit {
	var edits []Edit
	for _, e := range Between(before, after) {
		old := before[e.Start:e.End]
		if len(old)*len(e.New) > maxWords {
			edits = append(edits, e)
			continue
		}
		for _, fine := range editsOf(diff(old, []byte(e.New), words, false)) {
			fine.Start += e.Start
			fine.End += e.Start
			edits = append(edits, fine)
		}
	}
	return edits
}

// BetweenPhrases does what BetweenWords does, and makes one edit of those that only a space separates.
func BetweenPhrases(before, after []byte) []Edit {
	var out []Edit
	for _, e := range BetweenWords(before, after) {
		if n := len(out); n > 0 && string(before[out[n-1].End:e.Start]) == " " {
			out[n-1].New += " " + e.New
			out[n-1].End = e.End
			continue
		}
		out = append(out, e)
	}
	return out
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// words cuts s into words of letters and digits and single other characters.
func words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			n := 0
			for n < len(s) {
				r, size := utf8.DecodeRuneInString(s[n:])
				if !inWord(r) {
					break
				}
				n += size
			}
			if n == 0 {
				_, n = utf8.DecodeRuneInString(s)
			}
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}
