package casing

import (
	"slices"
	"strings"
)

func AllCapitals(word string) bool {
	return word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// named reports whether a term has capitals of its own.
func Named(use string) bool { return use != strings.ToLower(use) }

func HasAnySuffix(s string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(suffix string) bool { return strings.HasSuffix(s, suffix) })
}
