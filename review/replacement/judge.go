// Package replacement judges whether a text that a reviewer gives is one for the place that it is to stand in.
// Reviewers write remarks into fields for text ("Should be delta", "Durch „delta“ ersetzen"), give a sentence for a
// word, or repeat what stands beside the place. What a text is, its place tells better than its words: whether it goes
// on where the sentence before it stops, whether it repeats its neighbours, whether it is like what it replaces. Lists
// of phrases come last, and only ask.
//
// The package knows documents and no reviews. It is pure. A text in doubt is never dropped: a person is asked about it.
package replacement

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Verdict is what is to be done with a text: it is written as Text says, or a person is asked, for the reason Doubt.
type Verdict struct {
	Text, Doubt string
}

// Judge says whether want may stand in place of the bytes at s. What the reviewer says beside the text may name its
// words.
func Judge(d *zone.Document, s source.Span, want, said string) Verdict {
	t := newTrial(d, s, want, said)
	if strings.TrimSpace(t.old) == "" || strings.TrimSpace(want) == "" {
		return Verdict{Text: want}
	}
	t.want = t.withoutMarksOfChange()
	tests := []func(*trial) string{(*trial).blank, (*trial).repeats}
	if t.prose {
		tests = append(tests, (*trial).foreign, (*trial).breaksSentence, (*trial).unlike, (*trial).remark)
	}
	if t.appends() {
		return Verdict{Text: t.old + " " + t.want}
	}
	for _, test := range tests {
		if doubt := test(&t); doubt != "" {
			return Verdict{t.want, doubt}
		}
	}
	return Verdict{Text: t.want}
}

// A trial is a text with the place that it is for.
type trial struct {
	old, want, said string
	doc             []byte
	before, behind  string // what stands beside the place in its block
	prose           bool   // the place is neither code, nor HTML, an address or front matter
	heading         bool
}

func newTrial(d *zone.Document, s source.Span, want, said string) trial {
	t := trial{old: string(d.Bytes(s)), want: want, said: said, doc: d.Source()}
	if d.FrontMatter().Contains(s) {
		return t
	}
	block := &d.Nodes()[d.Block(s.Start)]
	if block.Span.Contains(s) {
		t.before = string(d.Bytes(source.Span{Start: block.Span.Start, End: s.Start}))
		t.behind = string(d.Bytes(source.Span{Start: s.End, End: block.Span.End}))
	}
	t.heading = block.Kind == markdown.ATXHeading || block.Kind == markdown.SetextHeading
	_, t.prose = d.Within(s, zone.SetOf(zone.Prose, zone.HeadingText, zone.Identifier, zone.Markup, zone.CodeSpan,
		zone.ListMarker))
	return t
}

// boldMarks are marks that show a change within a text.
var boldMarks = [][2]string{
	{"**", "**"}, {"__", "__"}, {"<b>", "</b>"}, {"<strong>", "</strong>"}, {"<u>", "</u>"}, {"<ins>", "</ins>"},
	{"<mark>", "</mark>"}, {"*", "*"}, {"_", "_"}, {`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"„", "“"}, {"«", "»"},
}

// withoutMarksOfChange returns the text without marks around the words that differ, where the old text has no such
// marks: "connect **the** cable" for "connect teh cable". Marks around a text that stays are what the reviewer wants.
func (t *trial) withoutMarksOfChange() string {
	for _, m := range boldMarks {
		head, rest, opened := strings.Cut(t.want, m[0])
		inner, tail, closed := strings.Cut(rest, m[1])
		if !opened || !closed || inner == "" || strings.Contains(t.old, m[0]) || strings.Contains(t.old, m[1]) ||
			strings.Contains(tail, m[0]) {
			continue
		}
		if !strings.HasPrefix(t.old, head) || !strings.HasSuffix(t.old, tail) || len(t.old) < len(head)+len(tail) {
			continue
		}
		was := t.old[len(head) : len(t.old)-len(tail)]
		if strings.TrimSpace(was) != strings.TrimSpace(inner) && (head+tail != "" || like(inner, was)) {
			return head + inner + tail
		}
	}
	return t.want
}

// appends reports whether the reviewer orders that a sentence be added to the sentence at the place.
func (t *trial) appends() bool {
	return t.prose && compiled().added.MatchString(t.said) && ends(t.want) && ends(t.old) &&
		unicode.IsUpper(firstLetter(t.want)) && !like(t.want, t.old) && !strings.Contains(t.want, t.old)
}

// patterns are the regular expressions of the tests.
type patterns struct {
	added       *regexp.Regexp // an order to add the text
	blank       *regexp.Regexp // what is left to be filled in
	arrow       *regexp.Regexp
	destination *regexp.Regexp // of a link
	labelled    *regexp.Regexp
	example     *regexp.Regexp
	either      *regexp.Regexp // two words with "or" between them
}

var compiled = sync.OnceValue(func() *patterns {
	return &patterns{
		added: regexp.MustCompile(`(?i)^(?:please )?(?:add|append|insert|ergänze|füge|ajoute[rz]?|añad[ae]|agreg[ae]|` +
			`acrescent[ae]|aggiung[ei]|voeg)\b`),
		blank: regexp.MustCompile(`(?:^|[^\w<>])<[A-Za-z][\w ]*>|\{\{[^{}]*\}\}|_{3,}|\[(?:[A-Z]{2,}|\.\.\.|…)\]|` +
			`(?:^|\s)[XN] \p{Ll}|\b(?:TBD|TODO|XX+)\b|^\p{L}{2,}/\d+$`),
		arrow:       regexp.MustCompile(`^\W*(?:-+>|=+>|→|⇒|➔|➜|➡|⟶)`),
		destination: regexp.MustCompile(`\]\([^)]*\)`),
		labelled:    regexp.MustCompile(`^\pL[\pL ]{1,20}:\s`),
		example:     regexp.MustCompile(`^(?:e\.\s?g\.|i\.\s?e\.|z\. ?b\.|p\. ?ex\.|for example|such as|like) `),
		either:      regexp.MustCompile(`^\S+ (or|oder|ou|o|of|или|または|或) \S+$`),
	}
})

// htmlNames are the elements of HTML that stand in text.
const htmlNames = "a abbr b br center cite code dd del details div dl dt em font h1 h2 h3 h4 h5 h6 hr i img ins " +
	"kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td th thead tr tt u ul var"

// blank says that the text has a blank which the old text lacks. Tags of HTML are none.
func (t *trial) blank() string {
	found := compiled().blank.FindAllString(t.want, -1)
	if len(found) <= len(compiled().blank.FindAllString(t.old, -1)) {
		return ""
	}
	for _, m := range found {
		_, tag, isTag := strings.Cut(m, "<")
		name := strings.ToLower(strings.TrimSuffix(tag, ">"))
		if !strings.Contains(t.old, strings.TrimSpace(m)) && !(isTag && listed(htmlNames, name)) {
			return "The new text has a blank to be filled: " + strings.TrimSpace(m) + "."
		}
	}
	return ""
}

// repeats says that the text begins or ends with a sentence that stands beside the place.
func (t *trial) repeats() string {
	const few = 4 // words that hardly stand twice in a row by chance
	want, behind, before := words(t.want), words(t.behind), words(t.before)
	for n := min(len(want)-1, len(behind)); n >= few; n-- {
		if ends(t.old) && equalWords(want[len(want)-n:], behind[:n]) && !endsWith(words(t.old), behind[:n]) {
			return "The new text ends with what stands behind the place."
		}
	}
	for n := min(len(want)-1, len(before)); n >= few; n-- {
		last := before[len(before)-n:]
		if ends(t.before) && equalWords(want[:n], last) && !startsWith(words(t.old), last) {
			return "The new text begins with what stands before the place."
		}
	}
	return ""
}

// foreign says that the text is written in letters that its surroundings do not have.
func (t *trial) foreign() string {
	around := t.old + t.before + t.behind
	several := len(words(t.want)) > 1
	for _, r := range t.want {
		if !unicode.IsLetter(r) || r < utf8.RuneSelf {
			continue
		}
		script := scriptOf(r)
		if script != nil && !strings.ContainsFunc(around, func(o rune) bool { return unicode.Is(script, o) }) {
			return "The new text is in another script than the place."
		}
		if several && unicode.Is(unicode.Latin, r) && !bytes.ContainsRune(t.doc, r) &&
			!bytes.ContainsRune(t.doc, unicode.ToLower(r)) {
			return "The new text has letters that the document does not have."
		}
	}
	return ""
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

// breaksSentence says that the text begins or ends a sentence where one goes on.
func (t *trial) breaksSentence() string {
	before := strings.TrimRight(t.before, " \t\n*_`\"'([>“‘«")
	inside := before != "" && !strings.ContainsAny(before[len(before)-1:], ".!?:|-–—#>*+)") && !t.heading
	first, was := firstLetter(t.want), firstLetter(t.old)
	if inside && unicode.IsUpper(first) && unicode.IsLower(was) && !t.isName() {
		return "The new text begins with a capital in the middle of a sentence."
	}
	behind := strings.TrimLeft(t.behind, " \t\n*_`\"')]”’»")
	goesOn := behind != "" && unicode.IsLower(firstRune(behind))
	last := lastRune(t.old)
	if goesOn && ends(t.want) && !ends(t.old) && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		return "The new text ends a sentence that goes on."
	}
	return ""
}

// isName reports whether the first word of the text may have its capital anywhere: the old text has the word in other
// letters, it has more capitals or digits, or the document has it with its capital inside a sentence.
func (t *trial) isName() bool {
	word, _, _ := strings.Cut(strings.TrimLeft(t.want, "*_`\"'([“‘«"), " ")
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if word == "" || strings.Contains(strings.ToLower(t.old), strings.ToLower(word)) {
		return true
	}
	_, size := utf8.DecodeRuneInString(word)
	rest := word[size:]
	if rest == "" || strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
		return true
	}
	inside := regexp.MustCompile(`[\p{Ll},] ` + regexp.QuoteMeta(word) + `\b`)
	return inside.Match(t.doc) || inside.MatchString(t.said) || near(word, t.old)
}

// unlike says that the text has nothing of what it replaces: one of the two is a sentence, or a word stands for a
// clause. A long text keeps a word of the other one, or the reviewer names both.
func (t *trial) unlike() string {
	const long, few = 5, 2
	if strings.Contains(t.want, "](") { // a remark has no link
		return ""
	}
	old, want := words(compiled().destination.ReplaceAllString(t.old, "]")), words(t.want)
	sentence := ends(t.want) || ends(t.old) || unicode.IsUpper(firstLetter(t.want)) || len(old) >= long && len(want) <= few
	if max(len(old), len(want)) < long || !sentence || like(t.want, t.old) || shares(old, want) || hasAll(want, old) {
		return ""
	}
	said := strings.ToLower(t.said)
	if strings.Contains(said, strings.ToLower(t.old)) && strings.Contains(said, strings.ToLower(t.want)) {
		return ""
	}
	return "The new text has no word of what it replaces."
}

// remark says that the text speaks about a text.
func (t *trial) remark() string {
	old, want := strings.ToLower(t.old), strings.ToLower(strings.TrimSpace(t.want))
	p := compiled()
	switch {
	case p.arrow.MatchString(want) && !p.arrow.MatchString(old):
		return "The new text begins with an arrow."
	case strings.ContainsAny(want, "?¿？") && !strings.ContainsAny(old, "?¿？") && !strings.Contains(want, "://") &&
		!(len(words(want)) > 4 && shares(words(old), words(want))):
		return "The new text asks."
	case p.labelled.MatchString(want) && !strings.ContainsRune(old, ':'):
		return "The new text has a label."
	case p.example.MatchString(want) && !p.example.MatchString(old):
		return "The new text is an example."
	}
	if strings.Contains(want, " (") && !strings.Contains(old, "(") && !hasAll(words(want), words(old)) {
		return "The new text has a note in brackets."
	}
	if m := p.either.FindStringSubmatch(want); m != nil && len(words(old)) == 1 && !strings.Contains(old, m[1]) {
		return "The new text has a choice in it."
	}
	if orders(words(want), words(old)) {
		return "The new text reads like a remark."
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
