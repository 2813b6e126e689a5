package replacement

import (
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

// A trial is a text with the place that it is for.
type trial struct {
	old, want, said string
	was, now        []string // the words of both texts
	doc             []byte
	before, behind  string // what stands beside the place in its block
	text            bool   // the place is text of a block, or code in it, and may have links; no HTML, no metadata
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
	texts := zone.SetOf(zone.Prose, zone.HeadingText, zone.Identifier, zone.Markup, zone.CodeSpan, zone.ListMarker)
	if _, t.text = d.Within(s, texts); !t.text && strings.Contains(t.old, " ") { // it has a link
		_, t.text = d.Within(source.Span{Start: s.Start, End: s.Start + strings.IndexByte(t.old, ' ')}, texts)
	}
	return t
}

// named reports whether the reviewer names both texts beside them, and so says that one stands for the other.
func (t *trial) named() bool {
	said := strings.ToLower(t.said)
	return strings.Contains(said, strings.ToLower(t.old)) && strings.Contains(said, strings.ToLower(t.want))
}

// framed reports whether the text ends in the marks that the old one ends in, or is a link as that is. Who writes about
// a text leaves them out.
func (t *trial) framed() bool {
	old, want := strings.TrimSpace(t.old), strings.TrimSpace(t.want)
	if want == "" {
		return false
	}
	last := want[len(want)-1:]
	same := func(n int) bool { return len(old) > n && len(want) > n && old[len(old)-n:] == want[len(want)-n:] }
	link := func(s string) bool { return s[0] == '[' && strings.Contains(s, "](") && strings.HasSuffix(s, ")") }
	return link(old) && link(want) || strings.Contains(":*_`", last) && same(1) ||
		strings.ContainsAny(want[max(0, len(want)-2):], ")]*_`") && strings.Contains(".,;:", last) && same(2)
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
		quotes := strings.ContainsAny(m[0], "\"'“‘„«")
		if quotes && (strings.Contains(t.before+t.behind, m[0]) || !endsBeforeWord(head)) {
			continue // such marks belong to the place, to a value of code, or are apostrophes
		}
		if head+tail == "" && strings.HasSuffix(inner, ":") {
			continue // a label is often bold
		}
		was := t.old[len(head) : len(t.old)-len(tail)]
		corrects := len(words(was)) == len(words(inner)) && near(inner, was)
		same := head+tail != "" || corrects || quotes && like(inner, was) // other words in bold are wanted so
		if !slices.Equal(words(was), words(inner)) && same && !unicode.IsLetter(firstRune(tail)) {
			return head + inner + tail
		}
	}
	return t.want
}

// endsBeforeWord reports whether a word may begin behind a text: it ends in white space or an opening bracket, if not
// empty.
func endsBeforeWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return s == "" || unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pi)
}

// appends reports whether the reviewer orders that a sentence be added to the sentence at the place.
func (t *trial) appends() bool {
	return t.text && compiled().added.MatchString(t.said) && ends(t.want) && ends(t.old) &&
		unicode.IsUpper(firstLetter(t.want)) && !like(t.want, t.old) && !strings.Contains(t.want, t.old)
}

// patterns are the regular expressions of the tests. The texts that they are for are in lower case.
type patterns struct {
	added       *regexp.Regexp // an order to add the text
	blank       *regexp.Regexp // what is left to be filled in
	codeSpan    *regexp.Regexp
	destination *regexp.Regexp // of a link
	address     *regexp.Regexp // a sign of an address or a file
	lowerWord   *regexp.Regexp
	plain       *regexp.Regexp // words in small letters at the beginning, without marks
	aside       *regexp.Regexp // words in brackets that are no link
	question    *regexp.Regexp // the end of a question, which a sign of code is not
	marked      *regexp.Regexp // code, bold words and attributes, which remarks hardly have
	attribute   *regexp.Regexp
	comments    *regexp.Regexp // a text that consists of comments
	clauseEnd   *regexp.Regexp
	// Signs of the old text within the new one: quotation marks before and behind it, "not", and an arrow.
	quoteEnds, quoteStarts, against, becomes *regexp.Regexp
	// Forms that only remarks have.
	arrow, labelled, example, either, quoted, bracketed, other *regexp.Regexp
}

var compiled = sync.OnceValue(func() *patterns {
	c := regexp.MustCompile
	return &patterns{
		added: c(`(?i)^(?:please )?(?:add|append|insert|ergänze|füge|ajoute[rz]?|añad[ae]|agreg[ae]|acrescent[ae]|` +
			`aggiung[ei]|voeg)\b`),
		blank: c(`(?:^|[^\w<>{])<[A-Za-z][\w ]*>|(?:^|[^=])\{\{[^{}<%]*\}\}|_{3,}|\[(?:[A-Z]{2,}|\.\.\.|…)\](?:[^(:\[]|$)|` +
			`(?:^|\s)[XN] \p{Ll}|\b(?:TBD|TODO|XX+)\b|^\p{L}{2,}/\d+$|\$\{\w+\}|^%[sd]$`),
		codeSpan:    c("`[^`]+`"),
		destination: c(`\](?:\([^)]*\)|\[[^\]]*\]?)`),
		address:     c(`[/.@]\w`),
		aside:       c(`\(([^()]*)\)|\[([^\[\]]*)\](?:[^(:\[]|$)`),
		question:    c(`[?？](?:["'”’)*_]*(?:\s|$)|[^\x00-\x7F])`),
		marked:      c("`[^`]+`|\\*\\*[^*]+\\*\\*|[\\w-]+=\"[^\"]*\""),
		attribute:   c(`[\w-]+="[^"]*"`),
		comments:    c(`^<!--[^>]*-->(?:\s*<!--[^>]*-->)*$`),
		clauseEnd:   c(`[.!?]['"”’)]*\s+|\s+[—–-]\s+`),
		plain:       c(`^[\p{Ll}\p{Lo}][\pL\pM’'-]*(?:,? [\pL\pM’'-]+)*[.。!]?$`),
		lowerWord:   c(`(?:^|[\s(])\p{Ll}`),
		quoteEnds:   c(`(?:^|[\s(])["'“„‘«「]$`),
		quoteStarts: c(`^["'”“’»」]`),
		against: c(`(?:^|[\s,(;])(?:not|instead of|rather than|nicht|statt|anstatt|pas|au lieu de|en vez de|em vez de|` +
			`invece di|niet|in plaats van|не|вместо)[\s"'“„‘«]+$`),
		becomes:  c(`^["'”“’»」` + "`" + `]*\s*(?:-+>|=+>|→|⇒|➔|➜|➡|⟶)`),
		arrow:    c(`^[^\w<]*(?:-+>|=+>|→|⇒|➔|➜|➡|⟶)\s*(?:["'“„‘«\pL\d]|$)`),
		labelled: c(`^\pL[\pL ]{1,30}:[*_]*\s+`),
		example:  c(`^(?:e\.\s?g\.|i\.\s?e\.|n\. ?b\.|z\. ?b\.|p\. ?ex\.|for example|such as|like) `),
		either: c(`^\S+(?: \S+)? (?:or|oder|ou|o|или|または|或|/) \S+(?: \S+)?$|` +
			`\((?:or|oder|ou|o|of|или|same|not|was|formerly|noun|verb)\b|, (?:not|nicht|pas|no|não|non|niet|не) (?:\S+ )?\S+$`),
		quoted:    c(`(?:^|[\s(:])(?:"[^"]+"|'[^']+'|“[^”]+”|„[^“”]+[“”]|«[^»]+»|「[^」]+」|‘[^’]+’)`),
		bracketed: c(`^(?:\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\})$`),
		other: c(`^s/.+/.*/g?$|^\w+\|\w+$|^\w[^*]*\pL\*$|[\s"'](?:->|=>|→|⇒)\s|[\s"']--\s\D|\b(?:instead of|rather than|` +
			`in place of|statt|anstatt|au lieu de|en vez de|em vez de|invece di|in plaats van|вместо)\b`),
	}
})
