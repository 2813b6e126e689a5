package remark

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// A Meaning is what a review means by the words in a field for a new text.
type Meaning uint8

const (
	// Text may stand in the document. Whether it fits is judged where its place is known.
	Text Meaning = iota
	// Doubtful fills the field, or is an order, and may be the new text all the same.
	Doubtful
	// Nothing fills a field that may not be empty.
	Nothing
	// Advice names a part of the old text that is to be deleted, but not surely which.
	Advice
	// Removal orders that the old text be deleted.
	Removal
)

// MeaningOf says what a review means that gives s as the new text for old.
func MeaningOf(s, old string) Meaning {
	bare, was := strings.TrimSpace(s), strings.TrimSpace(old)
	inner := strings.Trim(WithoutBrackets(bare), spaces+".!*_")
	a, b := Terms(inner), Terms(was)
	order := newText(inner).order()
	verb := class("delete").start(order.low)
	rest := strings.Trim(order.from(verb).low, spaces)
	_, names, _ := Deletion(inner, was)
	const few = 2
	switch {
	case bare == was && bare != "" && s != old && (strings.HasPrefix(s, "\n") && strings.HasSuffix(s, old) ||
		!strings.ContainsAny(s, "\r\n") && (strings.TrimLeft(s, " ") == s || strings.TrimRight(s, " ") == s)):
		return Text // with spaces before it, or behind it, or an empty line before it
	case bare == "" || bare == was:
		return Nothing
	case slices.Equal(slices.Compact(b), a), len(b) == 1 && Likeness(inner, was) == 1:
		return Text // a word that stood twice, or one with a letter wrong
	case verb > 0 && (Says(was, inner) || rest != "" && Says(was, rest) && class("delete").start(fold(was)) == 0):
		return Doubtful // a word or a part of the old text
	case verb > 0 && rest == "" || class("deleted").is(inner):
		sameStart := unicode.IsUpper(firstRune(bare)) == unicode.IsUpper(firstRune(was))
		if strings.Trim(bare, spaces+".!*_") == inner && (len(b) < few || sameStart && !endsSentence(was)) {
			return Doubtful // remove may stand for take away
		}
		return Removal
	case verb > 0 && names:
		return Advice
	case class("idle").is(inner) && len(b) >= few:
		return Nothing
	case strings.Contains("-*+", bare) && numberMark().MatchString(was), inCode(bare) && inCode(was):
		return Text // a bullet for a number, a value for a value
	case slices.Contains([]string{"-", "–", "—", "?", "…", "..."}, bare) && len(b) > 0,
		class("filler").is(inner) && !class("filler").is(was) && !strings.HasPrefix(was, bare):
		if len(a) < few && len(b) < few {
			return Doubtful
		}
		return Nothing
	case class("vaguely").start(fold(inner)) > 0, strings.HasPrefix(bare, "@") && strings.Contains(bare, " ") &&
		!strings.HasPrefix(was, "@"):
		return Doubtful
	}
	return Text
}

// numberMark matches the marker of an item in an ordered list.
var numberMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+[.)]$`) })

// inCode reports whether a text is one code span.
func inCode(s string) bool {
	return len(s) > 2 && s[0] == '`' && strings.IndexByte(s[1:], '`') == len(s)-2
}

// endsSentence reports whether a text ends as a sentence does.
func endsSentence(s string) bool { return strings.ContainsAny(s[max(0, len(s)-1):], ".!?") }

// WithoutBrackets returns a text without the brackets that stand around it as a whole.
func WithoutBrackets(s string) string {
	bare := strings.Trim(s, spaces+".!*_")
	for _, marks := range []string{"[]", "()", "<>", "{}"} {
		inner, opened := strings.CutPrefix(bare, marks[:1])
		if inner, closed := strings.CutSuffix(inner, marks[1:]); opened && closed &&
			!strings.ContainsAny(inner, marks) {
			return inner
		}
	}
	return s
}
