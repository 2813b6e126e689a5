package casing

import (
	"bytes"
	"slices"
	"strings"
)

// AllCapitals reports whether a word has capitals and no small letter.
func AllCapitals(word string) bool {
	return word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// GivesNounsCapitals reports whether a text is in German by its most frequent words: a noun has a capital there, and a
// heading in sentence case looks like one in title case.
func GivesNounsCapitals(text []byte) bool {
	count := func(words ...string) (n int) {
		for _, word := range words {
			n += bytes.Count(text, []byte(" "+word+" "))
		}
		return n
	}
	german := count("und", "der", "das", "nicht", "ist", "eine", "mit")
	return german > 1 && german > count("the", "and", "of", "is", "to")
}

// HasCapitals reports whether a term has capitals of its own.
func HasCapitals(use string) bool { return use != strings.ToLower(use) }

// HasAnySuffix reports whether s ends with one of the suffixes.
func HasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
