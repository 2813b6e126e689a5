package replacement

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// wordList is the words of remarks. Texts of documents use such words as well. So they count only in a text that
// keeps no word of what it replaces: an order, a request or a negation at its beginning, a topic or a fault anywhere.
//
//go:embed words.txt
var wordList string

// remarkWords returns the words by their class.
var remarkWords = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(wordList) {
		class, words, _ := strings.Cut(line, " ")
		language, words, _ := strings.Cut(words, ": ")
		out[class] = append(out[class], strings.Fields(words)...)
		if language == "en" {
			out[class+" en"] = strings.Fields(words)
		}
	}
	return out
})

// listed reports whether a word is of a class.
func listed(class, word string) bool { return slices.Contains(remarkWords()[class], word) }

// remark says that the text speaks about a text.
func (t *trial) remark() string {
	if len(t.now) == 0 || !t.text && !strings.Contains(t.want, " ") {
		return ""
	}
	first, several := t.now[0], len(t.now) > 1
	asks := listed("request", first) || listed("order", first) && several
	asked := len(t.was) > 0 && (listed("request", t.was[0]) || listed("order", t.was[0]) || listed("modal", t.was[0]))
	if strings.HasSuffix(t.want, ",") || listed("open", t.now[len(t.now)-1]) {
		return "" // a sentence goes on behind it
	}
	denies := listed("negation", first) && (len(t.now) == 2 || unicode.IsUpper(firstLetter(t.want))) &&
		!slices.ContainsFunc(t.was[:min(1, len(t.was))], func(w string) bool { return listed("negation", w) })
	plain := t.now
	if words := words(compiled().marked.ReplaceAllString(t.want, " ")); len(words) > 0 {
		plain = words
	}
	about := func(w string) bool { return !slices.Contains(t.was, w) && t.betrays(w) }
	code := strings.HasPrefix(t.old, "`") && compiled().marked.FindString(t.want) == t.want
	within := func(w string) bool { return strings.Contains(t.want, w) && !strings.Contains(t.old, w) }
	said := strings.EqualFold(strings.TrimSpace(t.said), strings.TrimSpace(t.want)) // a field was filled twice
	if said || asks && !asked || denies || !code && slices.ContainsFunc(plain, about) ||
		slices.ContainsFunc(remarkWords()["unspaced"], within) {
		return ReadsLikeRemark
	}
	return ""
}

// betrays reports whether a word tells that a text is a remark. It tells nothing where the document speaks of such
// things itself. A word of another language than English tells nothing where the document has it at all: it may be
// written in that language.
func (t *trial) betrays(word string) bool {
	const often = 3
	is := func(language string) bool { return listed("topic"+language, word) || listed("fault"+language, word) }
	if !is("") {
		return false
	}
	here := count(words(string(t.doc)), word)
	return here == 0 || is(" en") && here < often
}

// request says that a text which has all of the old one begins with an order, in a capital that the old text lacks.
func (t *trial) request() string {
	capital := unicode.IsUpper(firstLetter(t.want)) && unicode.IsLower(firstLetter(t.old))
	if capital && t.before != "" && (listed("order", t.now[0]) || listed("request", t.now[0])) {
		return ReadsLikeRemark
	}
	return ""
}

// orders says that a text which is not like the old one, and has a word of it, begins with an order.
func (t *trial) orders() string {
	const few = 2 // words of an order that is a text
	begins := func(w string) bool { return listed("order", w) || listed("request", w) }
	if len(t.now) > few && begins(t.now[0]) && !begins(t.was[0]) {
		return ReadsLikeRemark
	}
	return ""
}

// ReadsLikeRemark is the doubt about a text that speaks of a text.
const ReadsLikeRemark = "The new text reads like a remark."

// form says that the text has the form of a remark: an arrow, a question, a label, an example, a choice, or a
// quotation.
func (t *trial) form() string {
	old, want := strings.ToLower(t.old), strings.ToLower(strings.TrimSpace(t.want))
	p := compiled()
	has := func(form *regexp.Regexp) bool { return form.MatchString(want) && !form.MatchString(old) }
	switch {
	case has(p.arrow):
		return "The new text begins with an arrow."
	case (p.question.MatchString(want) || strings.HasPrefix(want, "¿")) && !strings.ContainsAny(old, "?¿？") &&
		!strings.Contains(want, "://"):
		return "The new text asks."
	case strings.HasSuffix(want, "!") && !strings.Contains(old, "!"):
		return "The new text is an exclamation."
	case p.labelled.MatchString(want) && !strings.ContainsRune(old, ':'):
		return "The new text has a label."
	case has(p.example):
		return "The new text is an example."
	case beside(t.before, t.behind, t.want):
		return ""
	case has(p.other):
		return "The new text has more than a text in it."
	case has(p.either) && !strings.Contains(old, " or "):
		return "The new text has a choice in it."
	case has(p.quoted) && t.text:
		return "The new text has a quotation in it."
	case !t.text && strings.Contains(want, " ") && p.address.MatchString(t.old) && (!strings.Contains(t.old, " ") ||
		p.destination.MatchString(t.old) && !strings.ContainsAny(want, "[`</")):
		return "The new text is none for an address or a name."
	}
	return ""
}

// beside reports whether the marks around a text stand around its place.
func beside(before, behind, text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return before != "" && strings.HasSuffix(before, string(firstRune(text))) || behind != "" &&
		firstRune(behind) == last
}
