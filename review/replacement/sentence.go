package replacement

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/casing/usage"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// WithCapital returns a text of a linter with the capital that the old one has because it begins a sentence. Linters
// give words as their lists have them.
func WithCapital(d *zone.Document, s source.Span, want string) string {
	t := newTrial(d, s, want, "")
	before := strings.TrimRight(t.before, " \t\n*_\"'([>“‘«#-+")
	begins := before == "" || strings.ContainsAny(before[len(before)-1:], ".!?|")
	first, size := utf8.DecodeRuneInString(want)
	word, _, _ := strings.Cut(want, " ")
	_, was := utf8.DecodeRuneInString(t.old)
	oldWord, _, _ := strings.Cut(t.old, " ")
	plain := unicode.IsLower(first) && word == strings.ToLower(word) && unicode.IsUpper(firstRune(t.old)) &&
		oldWord[was:] == strings.ToLower(oldWord[was:])
	if !t.text || !begins || !plain || strings.EqualFold(word, oldWord) {
		return want
	}
	return string(unicode.ToUpper(first)) + want[size:]
}

// capital says that the text begins a sentence where one goes on.
func (t *trial) capital() string {
	before := strings.TrimRight(t.before, " \t\n*_`\"'([>“‘«")
	inside := before != "" && !strings.ContainsAny(before[len(before)-1:], ".!?:|-–—#>*+)") && !t.heading
	begins := unicode.IsUpper(firstLetter(t.want)) && unicode.IsLower(firstLetter(t.old))
	code := strings.HasSuffix(t.before, "`") || strings.HasPrefix(t.want, "`")
	several := t.text && strings.Contains(strings.TrimSpace(t.want), " ")
	if anew := before != "" && strings.ContainsAny(before[len(before)-1:], ".!?"); begins && !code &&
		(inside || several && !anew) && !t.isName() {
		return "The new text begins with a capital in the middle of a sentence."
	}
	return ""
}

// sentence says that the text begins or ends a sentence where one goes on, or begins it in words from elsewhere.
func (t *trial) sentence() string {
	const few = 2
	if doubt := t.capital(); doubt != "" {
		return doubt
	}
	first, was := firstLetter(t.want), firstLetter(t.old)
	anew := t.text && !t.heading && len(t.now) > few && unicode.IsUpper(was) && unicode.IsUpper(first) &&
		compiled().lowerWord.MatchString(t.want) && !(ends(t.old) && ends(t.want))
	if anew && !strings.ContainsAny(t.want, "[`*,;:") && t.strange() {
		return "The new text begins a sentence in words that the document does not have."
	}
	behind := strings.TrimLeft(t.behind, " \t\n*_`\"')]”’»")
	goesOn := behind != "" && unicode.IsLower(firstRune(behind))
	last := lastRune(t.old)
	if goesOn && ends(t.want) && !ends(t.old) && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		return "The new text ends a sentence that goes on."
	}
	return ""
}

// small says that the text begins in a small letter where a sentence, a heading or a cell begins. Several cells are no
// remark.
func (t *trial) small() string {
	const few = 2
	before := strings.TrimRight(t.before, " \t\n*_\"'([“‘«#-+|>0123456789)")
	begins := before == "" || strings.HasSuffix(before, ".") || strings.ContainsRune("!?。！？", lastRune(before))
	several := (len(t.now) >= few || len(t.was) >= few) && !strings.Contains(t.want, " | ")
	first, _, _ := strings.Cut(t.want, " ")
	name := strings.ContainsFunc(first, unicode.IsUpper) // as macOS is
	small := unicode.IsUpper(firstLetter(t.old)) && unicode.IsLower(firstRune(t.want)) && !name
	if t.text && begins && several && small {
		return "The new text begins in a small letter where a sentence begins."
	}
	return ""
}

// isContent reports whether a word is no article, preposition or the like, which stand in any text.
func isContent(w string) bool { return !listed("function", w) }

// keeps reports whether a text that has all words of the old one keeps it: one of its content, or its beginning or end.
func (t *trial) keeps() bool {
	return slices.ContainsFunc(t.was, isContent) || t.now[0] == t.was[0] ||
		t.now[len(t.now)-1] == t.was[len(t.was)-1]
}

// predicate says that the text has a verb behind its first word, or a subject as its first, where the old one has none,
// or begins as no article or preposition is replaced: a clause for words that are a part of one.
func (t *trial) predicate() string {
	const few = 3
	if !t.text || len(t.now) < few || strings.Contains(t.want, ",") {
		return ""
	}
	verb := func(w string) bool { return listed("verb", w) || listed("modal", w) }
	said := slices.ContainsFunc(t.now, verb) && !slices.ContainsFunc(t.was, verb) && !verb(t.now[0])
	begun := listed("subject", t.now[0]) && len(t.was) > 0 && !listed("subject", t.was[0])
	if said || begun || len(t.was) > 0 && !slices.ContainsFunc(t.was, isContent) && isContent(t.now[0]) {
		return "The new text is a clause in place of words."
	}
	return ""
}

// unknown says that neither the document nor English has half of the plain words of the text. Of a text in a script
// without spaces the document has the whole, if it is longer than a word.
func (t *trial) unknown() string {
	const few, long = 2, 3
	if !t.text {
		return ""
	}
	p := compiled()
	text := p.marked.ReplaceAllString(p.destination.ReplaceAllString(t.want, "]"), " ")
	known := map[string]bool{}
	for _, w := range words(string(t.doc)) {
		known[w] = true
	}
	plain, strange := 0, 0
	mark := func(r rune) bool { return !unicode.IsLetter(r) }
	for word := range strings.FieldsSeq(strings.NewReplacer("'", " ", "’", " ").Replace(text)) {
		if word = strings.TrimFunc(word, mark); strings.HasPrefix(text, word) && t.heading {
			word = strings.ToLower(word)
		}
		large := func(r rune) bool { return !unicode.IsLower(r) }
		if utf8.RuneCountInString(word) < few || strings.ContainsFunc(word, large) {
			continue
		}
		plain++
		if !known[word] && !usage.Listed(word) {
			strange++
		}
	}
	letters := 0
	for _, w := range t.now {
		if r := firstRune(w); spaceless(r) && !unicode.Is(unicode.Katakana, r) {
			letters++
		}
	}
	english := !slices.ContainsFunc(t.was, func(w string) bool { return !usage.Listed(w) })
	if plain >= long && 2*strange >= plain || plain >= few && strange == plain && english && len(t.was) > 0 ||
		letters >= long && !bytes.Contains(t.doc, []byte(t.want)) {
		return "The new text has words that the document does not have."
	}
	return ""
}

// strange reports whether the document lacks half of the longer words of the text.
func (t *trial) strange() bool {
	const long = 4
	doc := words(string(t.doc))
	longer, lacking := 0, 0
	for _, w := range t.now {
		if utf8.RuneCountInString(w) >= long && !listed("function", w) {
			longer++
			if !slices.Contains(doc, w) {
				lacking++
			}
		}
	}
	return 2*lacking >= longer
}

// isName reports whether the first word of the text may have its capital anywhere: the old text has the word in other
// letters, it has more capitals or digits, or the document has it with its capital inside a sentence.
func (t *trial) isName() bool {
	word, _, _ := strings.Cut(strings.TrimLeft(t.want, "*_`\"'([“‘«"), " ")
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if word == "" || strings.Contains(strings.ToLower(t.old), strings.ToLower(word)) {
		return true
	}
	if _, err := time.Parse("January 2, 2006", t.want); err == nil {
		return true // a month
	}
	_, size := utf8.DecodeRuneInString(word)
	rest := word[size:]
	if rest == "" || strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
		return true
	}
	inside := regexp.MustCompile(`[\p{Ll},] ` + regexp.QuoteMeta(word) + `\b`)
	return inside.Match(t.doc) || inside.MatchString(t.said) || near(word, t.old)
}

// clause says that a sentence is to become another one, or a clause a word.
func (t *trial) clause() string {
	const long, few = 5, 2
	if !t.text || strings.Contains(t.want, "](") { // a remark has no link
		return ""
	}
	old := words(compiled().destination.ReplaceAllString(t.old, "]"))
	titles := t.heading && !compiled().lowerWord.MatchString(t.old) && !compiled().lowerWord.MatchString(t.want)
	within := t.before != "" && unicode.IsLower(firstLetter(t.old)) && unicode.IsLower(firstLetter(t.want))
	whole := ends(t.want) && max(len(old), len(t.now)) >= long || len(old) >= long && len(t.now) <= few ||
		len(old) >= few && ends(t.old) && (len(old) >= long || !ends(t.want))
	// One of its words, for all of it. Words that need one behind them are no clause of their own.
	single := len(t.now) == 1 && len(old) > few+1 && !listed("function", old[len(old)-1]) &&
		!unicode.IsDigit(firstRune(t.now[0]))
	if titles || within && !single && !ends(t.old) && !ends(t.want) {
		return "" // a title for a title, or words that go on within a sentence
	}
	if !whole && !single || hasAll(t.now, old) || hasAll(old, t.now) && !single {
		return ""
	}
	return "The new text has no word of what it replaces."
}

// marks says that the text has marks which show a change, or has no word at all where several stood.
func (t *trial) marks() string {
	for _, mark := range []string{"~~", "<del>", "{++", "{--"} {
		// The other one comes in another edit.
		half := mark == "~~" && strings.Count(t.want, mark) == 1 && !strings.Contains(t.want, "~~~")
		if strings.Contains(t.want, mark) && !strings.Contains(t.old, mark) && !half {
			return "The new text has marks of a change."
		}
	}
	if compiled().comments.MatchString(t.want) && !strings.Contains(t.old, "<!--") {
		return "The new text is a comment alone."
	}
	if !hasAll(t.now, t.was) && !hasAll(t.was, t.now) && compiled().bracketed.MatchString(t.want) &&
		!compiled().bracketed.MatchString(strings.Trim(t.old, "`\"'")) && !beside(t.before, t.behind, t.want) &&
		firstRune(t.old) != firstRune(t.want) && !strings.HasPrefix(t.want, "[`") {
		return "The new text stands in brackets as a whole."
	}
	isWord := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.In(r, unicode.Sm, unicode.Sc)
	}
	if len(words(t.old)) > 1 && !strings.ContainsFunc(t.want, isWord) && t.want[0] != '`' {
		return "The new text has no word."
	}
	return ""
}

// foreign says that the text is written in letters or in words that the document does not have.
func (t *trial) foreign() string {
	around := t.old + t.before + t.behind
	if !t.text {
		around = string(t.doc)
	}
	several := len(t.now) > 1
	for _, r := range t.want {
		if !unicode.IsLetter(r) || r < utf8.RuneSelf {
			continue
		}
		script := scriptOf(r)
		is := func(o rune) bool { return unicode.Is(script, o) }
		if script != nil && !strings.ContainsFunc(around, is) && !writtenIn(t.doc, is) {
			return "The new text is in another script than the place."
		}
		if several && unicode.Is(unicode.Latin, r) && !bytes.ContainsRune(t.doc, r) &&
			!bytes.ContainsRune(t.doc, unicode.ToLower(r)) {
			return "The new text has letters that the document does not have."
		}
	}
	return ""
}

// writtenIn reports whether a document has so many letters of a script that it is written in it.
func writtenIn(doc []byte, is func(rune) bool) bool {
	const much = 100
	n := 0
	for _, r := range string(doc) {
		if r >= utf8.RuneSelf && is(r) {
			n++
		}
	}
	return n >= much
}

// scriptOf returns the script of a letter, nil for Latin ones.
func scriptOf(r rune) *unicode.RangeTable {
	for _, script := range []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Devanagari, unicode.Thai} {
		if unicode.Is(script, r) {
			return script
		}
	}
	return nil
}
