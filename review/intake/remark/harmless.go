package remark

import (
	"strings"
	"unicode"
)

// A Spot is where in a review a text stands that no edit is read from.
type Spot int

// How much a sentence of chatter weighs at most, there.
const (
	Around  Spot = 0 // before the first remark, behind the last, or below a heading of praise or of a summary
	Between Spot = -10
	Item    Spot = -45 // in a list of remarks
)

// Harmless reports whether a text is only what people say around remarks, sentence by sentence: a verdict, a name at
// the end, or chatter.
func Harmless(s, heading string, at Spot) bool {
	const longest, sure = 2000, 40  // bytes that are judged, and a demand that is no name
	s, _, _ = strings.Cut(s, "\n>") // who wrote what is answered
	if len(s) > longest {
		return false
	}
	if label, _, labelled := strings.Cut(strings.TrimLeft(s, "*_ "), ":"); Praises(heading) ||
		class("summary").in(heading) || labelled && (class("summary").in(label) || Praises(label)) {
		at = Around
	}
	closing := false // a name may follow
	for _, sentence := range sentences(s) {
		low := strings.TrimFunc(fold(sentence), func(r rune) bool {
			return !isWordRune(r) && !strings.ContainsRune("+:：", r)
		})
		named := closing && len(strings.Fields(low)) <= 3 && asks(sentence) <= int(Around)+sure
		known := low == "" || named || class("verdict-value").is(Verdict(sentence))
		if !known && asks(sentence) > int(at) {
			return false
		}
		closing = closing || class("close").start(low) > 0
	}
	return true
}

// Praises reports whether a heading or a label says that what stands below it is praise.
func Praises(s string) bool { return class("praise").in(s) && asks(s) <= 40 }

// isName reports whether a line is a signature or another line of names: a few words, hardly one of them in lower case.
func isName(line string) bool {
	words, lower := strings.FieldsFunc(line, func(r rune) bool { return !isWordRune(r) && r != '\'' && r != '.' }), 0
	for _, w := range words {
		if unicode.IsLower(firstRune(w)) {
			lower++
		}
	}
	const most = 10
	return len(words) > 0 && len(words) <= most && lower <= len(words)/4
}

// Verdict returns what a line such as Verdict: request changes says, "" for another line.
func Verdict(s string) string {
	label, value, found := strings.Cut(s, ":")
	if !found || !class("verdict").is(label) {
		return ""
	}
	return strings.ToLower(strings.Trim(value, spaces+"*_.!`"))
}
