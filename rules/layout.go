package rules

// Layout holds the rules about white space and marks, whose fixes change nothing that a reader sees, and about the
// order of headings. A nil rule is off.
type Layout struct {
	TrailingSpaces       *Plain
	BlankLines           *BlankLines
	BlanksAroundHeadings *Plain
	BlanksAroundFences   *Plain
	BlanksAroundLists    *Plain
	FinalNewline         *Plain
	BareURL              *Plain
	HeadingPunctuation   *HeadingPunctuation
	HeadingIncrement     *Plain
	DuplicateHeading     *DuplicateHeading
	EmphasisStyle        *DelimiterStyle
	StrongStyle          *DelimiterStyle
	OrderedList          *OrderedList
	HardTabs             *Plain
	ListIndentation      *ListIndentation
	CommandPrompt        *Plain
}

// Plain is a rule that is on or off.
type Plain struct{ Severity Severity }

// BlankLines asks for no more than so many blank lines in a row.
type BlankLines struct {
	Severity Severity
	Maximum  int // 1
}

// HeadingPunctuation asks for headings that end with none of these characters.
type HeadingPunctuation struct {
	Severity    Severity
	Punctuation string
}

// DefaultPunctuation is what a heading does not end with: question marks are allowed.
const DefaultPunctuation = ".,;:!。，；：！"

// DuplicateHeading asks for headings that differ.
type DuplicateHeading struct {
	Severity     Severity
	SiblingsOnly bool // those below the same heading alone
}

// DelimiterStyle asks for one delimiter around emphasis, or around strong emphasis.
type DelimiterStyle struct {
	Severity  Severity
	Delimiter byte // '*' or '_', or ConsistentDelimiter
}

// OrderedList asks for numbers in order.
type OrderedList struct {
	Severity Severity
	Style    NumberStyle
}

// NumberStyle is how the items of ordered lists are numbered in the source.
type NumberStyle uint8

const (
	// NumbersOneOrOrdered are those that the list's first two items show: all alike, or counted up.
	NumbersOneOrOrdered NumberStyle = iota
	// NumbersOne are all 1, and NumbersZero all 0, where the list starts with that.
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

// ListIndentation asks for bullet lists within bullet lists that are indented by so many columns.
type ListIndentation struct {
	Severity Severity
	Indent   int // 2
}

// delimiterNames are what the file calls the delimiters of emphasis.
var delimiterNames = []string{"asterisk", "underscore", consistent}

// layout reads the layout rules of the section style.
func (d *decoder) layout(style *object) Layout {
	return Layout{
		TrailingSpaces:       plain(style, "trailing-spaces"),
		BlankLines:           section(style, "blank-lines", blankLines),
		BlanksAroundHeadings: plain(style, "blanks-around-headings"),
		BlanksAroundFences:   plain(style, "blanks-around-fences"),
		BlanksAroundLists:    plain(style, "blanks-around-lists"),
		FinalNewline:         plain(style, "final-newline"),
		BareURL:              plain(style, "bare-url"),
		HeadingPunctuation:   section(style, "heading-punctuation", headingPunctuation),
		HeadingIncrement:     plain(style, "heading-increment"),
		DuplicateHeading:     section(style, "duplicate-heading", duplicateHeading),
		EmphasisStyle:        section(style, "emphasis-style", delimiterStyle),
		StrongStyle:          section(style, "strong-style", delimiterStyle),
		OrderedList:          section(style, "ordered-list", orderedList),
		HardTabs:             plain(style, "hard-tabs"),
		ListIndentation:      section(style, "list-indentation", listIndentation),
		CommandPrompt:        plain(style, "command-prompt"),
	}
}

// section reads a rule of a section, nil where it is absent or off.
func section[T any](o *object, key string, read func(*object) T) *T {
	r := o.section(key)
	if !r.node.Exists() {
		return nil
	}
	rule := read(r)
	enabled := r.enabled()
	r.done()
	if !enabled {
		return nil
	}
	return &rule
}

func plain(o *object, key string) *Plain {
	return section(o, key, func(r *object) Plain { return Plain{r.severity()} })
}

func blankLines(r *object) BlankLines {
	return BlankLines{Severity: r.severity(), Maximum: r.integer("maximum", 1, 1, 100)}
}

func headingPunctuation(r *object) HeadingPunctuation {
	rule := HeadingPunctuation{Severity: r.severity(), Punctuation: r.text("punctuation")}
	if rule.Punctuation == "" {
		rule.Punctuation = DefaultPunctuation
	}
	return rule
}

func duplicateHeading(r *object) DuplicateHeading {
	return DuplicateHeading{Severity: r.severity(), SiblingsOnly: r.boolean("siblings_only", false)}
}

func delimiterStyle(r *object) DelimiterStyle {
	style := enum[uint8](r, "style", 0, "style", delimiterNames)
	return DelimiterStyle{Severity: r.severity(), Delimiter: "*_\x00"[style]}
}

func orderedList(r *object) OrderedList {
	return OrderedList{Severity: r.severity(), Style: enum(r, "style", NumbersOneOrOrdered, "style", numberStyleNames)}
}

func listIndentation(r *object) ListIndentation {
	return ListIndentation{Severity: r.severity(), Indent: r.integer("indent", 2, 1, 8)}
}
