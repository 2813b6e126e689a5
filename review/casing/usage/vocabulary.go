package usage

import (
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A vocabulary has the words, with their other numbers, and the pairs of words of headings. Only these are searched in
// text.
type vocabulary struct {
	words, pairs map[string]bool
	// titles are the headings themselves, in lower case.
	titles map[string]bool
}

func newVocabulary() *vocabulary {
	return &vocabulary{words: map[string]bool{}, pairs: map[string]bool{}, titles: map[string]bool{}}
}

func (v *vocabulary) add(other *vocabulary) {
	maps.Copy(v.words, other.words)
	maps.Copy(v.pairs, other.pairs)
	maps.Copy(v.titles, other.titles)
}

// vocabularyOf returns the vocabulary of the headings of one document.
func vocabularyOf(headings []string) *vocabulary {
	v := newVocabulary()
	for _, heading := range headings {
		v.titles[strings.ToLower(withoutMarks.Replace(heading))] = true
		text, last, end := []byte(heading), "", 0
		for at := 0; at < len(text); {
			r, n := utf8.DecodeRune(text[at:])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				at += n
				continue
			}
			stop := WordStop(text, at, len(text))
			word := Fold(text[at:stop])
			v.words[word] = true
			for _, other := range OtherNumbers(word) {
				v.words[other] = true
			}
			if gap := heading[end:at]; last != "" && pairGap(gap) {
				v.pairs[last+" "+word] = true
				if gap == "-" {
					v.pairs[last+"-"+word] = true
				}
			}
			last, end, at = word, stop, stop
		}
	}
	return v
}

// OtherNumbers returns the plurals of a word, and the words that it may be a plural of.
func OtherNumbers(word string) []string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return []string{word[:len(word)-3] + "y"}
	case strings.HasSuffix(word, "ss"):
		return []string{word + "es"}
	case strings.HasSuffix(word, "s"):
		return []string{word[:len(word)-1]}
	case strings.HasSuffix(word, "y"):
		return []string{word[:len(word)-1] + "ies", word + "s"}
	}
	return []string{word + "s"}
}

// pairGap reports whether two words with this gap between them may be a pair, or parts of a compound.
func pairGap(gap string) bool {
	return len(gap) == 1 && strings.IndexByte(" -&.\\", gap[0]) >= 0 || strings.TrimSpace(gap) == ""
}

// withoutMarks takes the marks of code and emphasis out of a text.
var withoutMarks = strings.NewReplacer("`", "", "*", "")
