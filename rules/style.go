package rules

import (
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// Style holds the settings of the rules about form. A nil rule is off.
type Style struct {
	HeadingCase        *HeadingCase
	FencedCodeLanguage *FencedCodeLanguage
	ListMarker         *ListMarker
	DoubledWord        *WordRule
	Misspelling        *WordRule
	BlankLines         *BlankLines
	LineLength         *LineLength
	HeadingPunctuation *HeadingPunctuation
	DuplicateHeading   *DuplicateHeading
	FinalNewline       *FinalNewline
	EmphasisStyle      *DelimiterStyle
	StrongStyle        *DelimiterStyle
	OrderedList        *OrderedList
	ListIndentation    *ListIndentation
	Plain              map[string]Plain // the rules without options that are on, by their IDs
}

// A Plain rule has no options.
type Plain struct{ Severity Severity }

// WordRule finds words that stand twice in a row, or that are often misspelled.
type WordRule struct {
	Severity Severity
	Accept   []string // words that are right here
}

// HeadingCase asks for headings in sentence case.
type HeadingCase struct {
	Severity    Severity
	Style       HeadingStyle
	ProperNouns []string // written exactly so wherever they stand
}

// HeadingStyle is a way to capitalise headings.
type HeadingStyle uint8

const (
	// SentenceCase capitalises the first word, proper nouns and nothing else.
	SentenceCase HeadingStyle = iota
	// TitleCaseAP and those below capitalise all words but the minor ones, as the style guides of the Associated Press,
	// the American Psychological Association and the University of Chicago Press say.
	TitleCaseAP
	TitleCaseAPA
	TitleCaseChicago
	// ConsistentCase is what nearly all headings of the repository do; see [Set.Settle].
	ConsistentCase
)

var headingStyleNames = []string{
	SentenceCase: "sentence", TitleCaseAP: "title-ap", TitleCaseAPA: "title-apa", TitleCaseChicago: "title-chicago",
	ConsistentCase: "consistent",
}

// Description returns the style in words for a message.
func (s HeadingStyle) Description() string {
	return [...]string{
		"sentence case", "title case (AP)", "title case (APA)", "title case (Chicago)", "the case of the repository",
	}[s]
}

// String returns the name used in the file.
func (s HeadingStyle) String() string { return enumName(headingStyleNames, s) }

// FencedCodeLanguage asks for an info string on every fenced code block.
type FencedCodeLanguage struct {
	Severity Severity
	Infer    bool   // name the language where the code leaves no doubt
	Default  string // the language of what is not inferred; "" leaves those to a person
}

// ListMarker asks for one marker on all bullet lists.
type ListMarker struct {
	Severity Severity
	Marker   byte // '-', '*' or '+', ConsistentMarker or FirstOfDocument
}

// BlankLines asks for at most Maximum blank lines in a row.
type BlankLines struct {
	Severity Severity
	Maximum  int // 1
}

// LineLength asks for lines of at most so many characters: in text, code, headings and tables; 0 is any length. with
// Strict no last word reaches beyond them.
type LineLength struct {
	Severity                        Severity
	Maximum, Code, Headings, Tables int // 80
	Strict                          bool
}

// HeadingPunctuation asks for headings that end with none of these characters.
type HeadingPunctuation struct {
	Severity    Severity
	Punctuation string
}

// DefaultPunctuation is what a heading must not end with. Question marks are allowed.
const DefaultPunctuation = ".,;:!。，；：！"

// DuplicateHeading asks for headings that differ.
type DuplicateHeading struct {
	Severity     Severity
	SiblingsOnly bool // only headings below the same heading count
}

// FinalNewline asks for a line ending at the end of a document.
type FinalNewline struct {
	Severity   Severity
	BlankLines bool // it is the only one: no blank lines stand behind the text
}

// DelimiterStyle asks for one delimiter around emphasis, or around strong emphasis.
type DelimiterStyle struct {
	Severity  Severity
	Delimiter byte // '*' or '_', ConsistentDelimiter or FirstOfDocument
}

// OrderedList asks for numbers in order.
type OrderedList struct {
	Severity Severity
	Style    NumberStyle
}

// NumberStyle is how the items of ordered lists are numbered in the source.
type NumberStyle uint8

const (
	// NumbersOneOrOrdered are all equal or counted up, as the first two items of the list are.
	NumbersOneOrOrdered NumberStyle = iota
	// NumbersOne are all 1, and NumbersZero all 0, if the list starts with that.
	NumbersOne
	NumbersZero
	// NumbersOrdered are counted up from the first one.
	NumbersOrdered
)

var numberStyleNames = []string{
	NumbersOneOrOrdered: "one-or-ordered", NumbersOne: "one", NumbersZero: "zero", NumbersOrdered: "ordered",
}

// String returns the name used in the file.
func (s NumberStyle) String() string { return enumName(numberStyleNames, s) }

// ListIndentation asks for bullet lists inside bullet lists that are indented by Indent columns.
type ListIndentation struct {
	Severity Severity
	Indent   int // 2
}

// delimiterNames are the names that the file has for the delimiters of emphasis.
var delimiterNames = []string{"asterisk", "underscore", consistent, first}

// A styleKey is a rule that the section style may have.
type styleKey struct {
	name     string
	severity Severity // of a plain rule where the file names none
	fix      FixMode
}

// styleKeys returns the rules that the section style may have, in the order of the schema. Those without a reader in
// style are plain.
var styleKeys = sync.OnceValue(func() (keys []styleKey) {
	s := readSchema()
	for key, value := range s.root.Get("properties", "style", "properties").Members() {
		if name := key.Text(); name != "why" {
			severity, _ := ParseSeverity(s.find(value.Get("properties", "severity"), "default").Text())
			fix, _ := parseEnum[FixMode]("fix", fixModeNames, s.find(value.Get("properties", "fix"), "default").Text())
			keys = append(keys, styleKey{name, severity, fix})
		}
	}
	return keys
})

// style reads the section style.
func (d *decoder) style(o *object) (s Style) {
	readers := map[string]func(key string){
		"heading-case":         into(o, &s.HeadingCase, headingCase),
		"fenced-code-language": into(o, &s.FencedCodeLanguage, fencedCodeLanguage),
		"list-marker":          into(o, &s.ListMarker, listMarker),
		"doubled-word":         into(o, &s.DoubledWord, wordRule),
		"misspelling":          into(o, &s.Misspelling, wordRule),
		"blank-lines":          into(o, &s.BlankLines, blankLines),
		"line-length":          into(o, &s.LineLength, lineLength),
		"heading-punctuation":  into(o, &s.HeadingPunctuation, headingPunctuation),
		"duplicate-heading":    into(o, &s.DuplicateHeading, duplicateHeading),
		"final-newline":        into(o, &s.FinalNewline, finalNewline),
		"emphasis-style":       into(o, &s.EmphasisStyle, delimiterStyle),
		"strong-style":         into(o, &s.StrongStyle, delimiterStyle),
		"ordered-list":         into(o, &s.OrderedList, orderedList),
		"list-indentation":     into(o, &s.ListIndentation, listIndentation),
	}
	for _, key := range styleKeys() {
		if read := readers[key.name]; read != nil {
			read(key.name)
		} else if rule := section(o, key.name, key.plain); rule != nil {
			if s.Plain == nil {
				s.Plain = map[string]Plain{}
			}
			s.Plain[key.name] = *rule
		}
	}
	o.done()
	return s
}

// into returns the reader that sets *rule.
func into[T any](o *object, rule **T, read func(*object) T) func(key string) {
	return func(key string) { *rule = section(o, key, read) }
}

// section reads the settings of a rule. It returns nil if the rule is absent or off.
func section[T any](o *object, key string, read func(*object) T) *T {
	r := o.section(key)
	if !r.node.Exists() {
		return nil
	}
	rule := read(r)
	o.d.fixMode(key, r)
	enabled := r.enabled()
	r.done()
	if !enabled {
		return nil
	}
	return &rule
}

func (k styleKey) plain(r *object) Plain { return Plain{r.severityOr(k.severity)} }

func blankLines(r *object) BlankLines {
	return BlankLines{Severity: r.severity(), Maximum: r.integer("maximum", 1, 1, 100)}
}

func lineLength(r *object) LineLength {
	const most = 100000
	l := LineLength{Severity: r.severity(), Strict: r.boolean("strict", false)}
	l.Maximum = r.integer("maximum", 80, 1, most)
	l.Code, l.Headings = r.integer("code", l.Maximum, 0, most), r.integer("headings", l.Maximum, 0, most)
	l.Tables = r.integer("tables", l.Maximum, 0, most)
	return l
}

func headingPunctuation(r *object) HeadingPunctuation {
	rule := HeadingPunctuation{Severity: r.severity(), Punctuation: r.text("punctuation")}
	if rule.Punctuation == "" {
		rule.Punctuation = DefaultPunctuation
	}
	return rule
}

func finalNewline(r *object) FinalNewline {
	return FinalNewline{Severity: r.severity(), BlankLines: r.boolean("blank_lines", true)}
}

func duplicateHeading(r *object) DuplicateHeading {
	return DuplicateHeading{Severity: r.severity(), SiblingsOnly: r.boolean("siblings_only", false)}
}

func delimiterStyle(r *object) DelimiterStyle {
	style := enum[uint8](r, "style", 0, "style", delimiterNames)
	return DelimiterStyle{Severity: r.severity(), Delimiter: "*_\x00\x01"[style]}
}

func orderedList(r *object) OrderedList {
	return OrderedList{Severity: r.severity(), Style: enum(r, "style", NumbersOneOrOrdered, "style", numberStyleNames)}
}

func listIndentation(r *object) ListIndentation {
	return ListIndentation{Severity: r.severity(), Indent: r.integer("indent", 2, 1, 8)}
}

func headingCase(o *object) HeadingCase {
	return HeadingCase{
		Severity:    o.severity(),
		Style:       enum(o, "style", SentenceCase, "style", headingStyleNames),
		ProperNouns: o.texts("proper_nouns", checkPhrase),
	}
}

func fencedCodeLanguage(o *object) FencedCodeLanguage {
	return FencedCodeLanguage{Severity: o.severity(), Infer: o.boolean("infer", true), Default: o.infoString()}
}

func listMarker(o *object) ListMarker { return ListMarker{Severity: o.severity(), Marker: o.marker()} }

func wordRule(o *object) WordRule {
	return WordRule{Severity: o.severity(), Accept: o.texts("accept", checkPhrase)}
}

// infoString reads the default language: one word that can stand after both kinds of fence.
func (o *object) infoString() string {
	n := o.typed("default", jsontree.String)
	if !n.Exists() {
		return ""
	}
	word := n.Text()
	if strings.ContainsFunc(word, func(r rune) bool { return r <= ' ' || r == '`' || r == '~' }) {
		o.d.fail(n, o.join("default"), `expected one word such as "text", without spaces, %q or %q`, '`', '~')
		return ""
	}
	return word
}

func (o *object) marker() byte {
	n := o.typed("marker", jsontree.String)
	if !n.Exists() {
		return '-'
	}
	switch marker := n.Text(); marker {
	case "-", "*", "+":
		return marker[0]
	case consistent:
		return ConsistentMarker
	case first:
		return FirstOfDocument
	default:
		o.d.fail(n, o.join("marker"), `expected "-", "*", "+", "consistent" or "first", found %q`, marker)
		return '-'
	}
}
