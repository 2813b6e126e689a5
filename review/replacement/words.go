package replacement

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/rules"
)

// words returns the words of a text in lower case. In a script without spaces each letter is one.
func words(s string) []string {
	var out []string
	start := -1
	s = strings.ReplaceAll(strings.ToLower(s), "’", "'")
	for i, r := range s {
		letter := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '\''
		if start >= 0 && (!letter || spaceless(r)) {
			out, start = append(out, strings.Trim(s[start:i], "'")), -1
		}
		if spaceless(r) {
			out = append(out, string(r))
		} else if letter && start < 0 {
			start = i
		}
	}
	if start >= 0 {
		out = append(out, strings.Trim(s[start:], "'"))
	}
	return slices.DeleteFunc(out, func(w string) bool { return w == "" })
}

func spaceless(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

func endsWith(all, part []string) bool {
	return len(all) >= len(part) && slices.Equal(all[len(all)-len(part):], part)
}

func startsWith(all, part []string) bool {
	return len(all) >= len(part) && slices.Equal(all[:len(part)], part)
}

// hasAll reports whether a text has every word of another one.
func hasAll(all, part []string) bool {
	return !slices.ContainsFunc(part, func(w string) bool { return !slices.Contains(all, w) })
}

// near reports whether two words differ by few letters, as a misspelled word does, or by signs within them alone.
func near(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	sign := strings.NewReplacer(".", "", "'", "", "’", "", "-", "")
	return sign.Replace(a) == sign.Replace(b) || 3*rules.Distance(a, b) <= max(len(a), len(b))
}

// like reports whether a text is another one with few letters or words changed.
func like(a, b string) bool {
	if len(a) <= 80 && len(b) <= 80 && near(a, b) {
		return true
	}
	x, y := words(a), words(b)
	same := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			same++
		}
	}
	return 2*same >= max(len(x), len(y))
}

// shares reports whether two texts have a content word in common: one of four letters or more, in whatever form, a
// number, or two letters in a row of a script that has no spaces. Of two letters one is enough.
func shares(a, b []string) bool {
	const letters, pair = 4, 2
	for i, x := range a {
		stem := letters
		if unicode.Is(unicode.Hangul, firstRune(x)) {
			stem = pair // syllables
		}
		if listed("function", x) {
			continue
		}
		for j, y := range b {
			content := begin(x, stem) != "" && begin(x, stem) == begin(y, stem)
			follows := i+1 < len(a) && j+1 < len(b) && a[i+1] == b[j+1] || min(len(a), len(b)) <= pair
			spaceless := x == y && follows && unicode.In(firstRune(x), unicode.Han, unicode.Katakana)
			number := x == y && strings.ContainsFunc(x, unicode.IsDigit)
			if content || spaceless || number || min(len(x), len(y)) >= stem && x[0] == y[0] && near(x, y) {
				return true
			}
		}
	}
	return false
}

// begin returns the first n letters of a word, "" of a shorter one.
func begin(word string, n int) string {
	for i := range word {
		if n--; n < 0 {
			return word[:i]
		}
	}
	if n == 0 {
		return word
	}
	return ""
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// lastRune returns the last character of a text that is no mark around it.
func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, " \t\n*_`\"')]”’»"))
	return r
}

// firstLetter returns the first letter or digit of a text, 0 for none.
func firstLetter(s string) rune {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
	}
	return 0
}

// ends reports whether a text ends as a sentence does.
func ends(s string) bool {
	cutShort := slices.ContainsFunc([]string{"...", "etc.", "e.g.", "i.e."}, func(end string) bool {
		return strings.HasSuffix(s, end)
	})
	return strings.ContainsRune(".!?。！？", lastRune(s)) && !cutShort
}
