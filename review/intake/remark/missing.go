package remark

import "strings"

// lacking matches a description that says that a text is missing.
var lacking = Pattern(`(?i)\b(?:missing|lacks|lacking|omitted|left out|incomplete)\b`)

// Completes reports whether s is old with whole sentences more, where the message says that something is missing.
// Without such a message that is as often an instruction behind the quote as a better text.
func Completes(s, old, message string) bool {
	s, old = strings.TrimSpace(s), strings.TrimSpace(old)
	const few = 3
	if !lacking().MatchString(message) || len(Terms(old)) < few || len(s)+len(old) > maxCompared {
		return false
	}
	cuts := []int{0, len(old)}
	for _, m := range sentenceEnd().FindAllStringIndex(old, -1) {
		cuts = append(cuts, m[1])
	}
	for _, cut := range cuts {
		rest, first := strings.CutPrefix(s, old[:cut])
		rest, last := strings.CutSuffix(rest, old[cut:])
		if first && last && (cut == 0 || ends(old[:cut])) && isSentence(rest, old) {
			return true
		}
	}
	return false
}

// isSentence reports whether s is a sentence of a document rather than a remark about old.
func isSentence(s, old string) bool {
	s = strings.TrimSpace(s)
	const few = 3
	return capital(s) && ends(s) && !strings.Contains(s, "?") && len(Terms(s)) > few &&
		!inBrackets().MatchString(s) && !instructs(s, old) && !remarks(s, old) &&
		!comments(s, old) && !unfinished(s, old) && !label().MatchString(s)
}
