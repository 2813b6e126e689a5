package casing

import (
	"slices"
	"strings"
)

// AllCapitals reports whether a word has capitals and no small letter.
func AllCapitals(word string) bool {
	return word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// HasCapitals reports whether a term has capitals of its own.
func HasCapitals(use string) bool { return use != strings.ToLower(use) }

// HasAnySuffix reports whether s ends with one of the suffixes.
func HasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
