package imports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// A counterpart is one of our rules with what markdownlint calls it.
type counterpart struct {
	number, names, ours string
	// read reads the settings of a layout rule into ours, and returns what was lost of them. It is nil where
	// markdownlintOn reads the rule.
	read func(s settings, rule *draft.Rule) (lost string, err error)
}

var counterparts = []counterpart{
	{"MD001", "heading-increment header-increment", "heading-increment", lossOf("front_matter_title")},
	{"MD004", "ul-style", "list-marker", nil},
	{"MD007", "ul-indent", "list-indentation", readIndentation},
	{"MD009", "no-trailing-spaces", "trailing-spaces", readTrailingSpaces},
	{"MD010", "no-hard-tabs", "hard-tabs", lossOf("")},
	{"MD012", "no-multiple-blanks", "blank-lines", readBlankLines},
	{"MD014", "commands-show-output", "command-prompt", lossOf("")},
	{"MD022", "blanks-around-headings blanks-around-headers", "blanks-around-headings", readBlanksAround},
	{"MD024", "no-duplicate-heading no-duplicate-header", "duplicate-heading", readDuplicateHeading},
	{"MD026", "no-trailing-punctuation", "heading-punctuation", readPunctuation},
	{"MD029", "ol-prefix", "ordered-list", readOrderedList},
	{"MD031", "blanks-around-fences", "blanks-around-fences", lossOf("list_items")},
	{"MD032", "blanks-around-lists", "blanks-around-lists", lossOf("")},
	{"MD034", "no-bare-urls", "bare-url", lossOf("")},
	{"MD040", "fenced-code-language", "fenced-code-language", nil},
	{"MD043", "required-headings", "required-section", nil},
	{"MD044", "proper-names", "terminology", nil},
	{"MD047", "single-trailing-newline", "final-newline", lossOf("")},
	{"MD049", "emphasis-style", "emphasis-style", readDelimiter},
	{"MD050", "strong-style", "strong-style", readDelimiter},
	{"MD051", "link-fragments", "reference", nil},
}

// counterpartOf returns our rule for one of markdownlint's, in any of its spellings; the zero value where there is
// none.
func counterpartOf(name string) counterpart {
	is := func(known string) bool { return strings.EqualFold(known, name) }
	for _, r := range counterparts {
		if is(r.number) || slices.ContainsFunc(strings.Fields(r.names), is) {
			return r
		}
	}
	return counterpart{}
}

// layout imports a layout rule that is on in the file.
func (r *Result) layout(f File, rule counterpart, key, why string, value *yaml.Node) {
	section := draft.Rule{ID: rule.ours, Why: why}
	lost, err := rule.read(settings{value}, &section)
	if err != nil {
		r.note(f.Name, key, Refused, err.Error())
		return
	}
	r.Draft.Set(section)
	r.note(f.Name, key, Taken, lost)
}

// settings are those of one rule. rumdl writes their names with hyphens.
type settings struct{ node *yaml.Node }

func (s settings) get(name string) *yaml.Node {
	if n := lookUp(s.node, name); n != nil {
		return n
	}
	return lookUp(s.node, strings.ReplaceAll(name, "_", "-"))
}

// text returns a setting as it is written, or what holds where it is absent.
func (s settings) text(name, otherwise string) string {
	if n := s.get(name); n != nil {
		return n.Value
	}
	return otherwise
}

// number returns a whole number of a range.
func (s settings) number(name string, otherwise, low, high int) (int, error) {
	text := s.text(name, strconv.Itoa(otherwise))
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s is %q; here it is a whole number from %d to %d", name, text, low, high)
	}
	return n, nil
}

// lossOf returns a reader for a rule without settings here. The setting with this name would make it another rule.
func lossOf(name string) func(settings, *draft.Rule) (string, error) {
	return func(s settings, _ *draft.Rule) (string, error) {
		if name != "" && s.get(name) != nil {
			return name + " is not taken over", nil
		}
		return "", nil
	}
}

func readTrailingSpaces(s settings, _ *draft.Rule) (string, error) {
	if n := s.text("br_spaces", "2"); n != "2" {
		return "the two spaces that break a line stay here, whatever br_spaces says", nil
	}
	if isBool(s.get("list_item_empty_lines"), "true") {
		return "spaces in the empty lines of lists are taken away too", nil
	}
	return "", nil
}

func readBlankLines(s settings, rule *draft.Rule) (string, error) {
	n, err := s.number("maximum", 1, 1, 100)
	if n > 1 {
		rule.Maximum = n
	}
	return "", err
}

func readBlanksAround(s settings, _ *draft.Rule) (string, error) {
	for _, name := range []string{"lines_above", "lines_below"} {
		if n := s.get(name); n != nil && n.Value != "1" {
			return "", fmt.Errorf("%s is not 1; here, one blank line is asked for on both sides", name)
		}
	}
	return "", nil
}

func readDuplicateHeading(s settings, rule *draft.Rule) (string, error) {
	rule.SiblingsOnly = isBool(s.get("siblings_only"), "true") || isBool(s.get("allow_different_nesting"), "true")
	return "", nil
}

func readPunctuation(s settings, rule *draft.Rule) (string, error) {
	n := s.get("punctuation")
	if n == nil {
		return "", nil
	}
	if rule.Punctuation = n.Value; strings.TrimSpace(n.Value) == "" {
		return "", fmt.Errorf("it names no punctuation")
	}
	return "", nil
}

func readOrderedList(s settings, rule *draft.Rule) (string, error) {
	switch style := strings.ReplaceAll(s.text("style", "one_or_ordered"), "_", "-"); style {
	case "one-or-ordered":
	case "one", "zero", "ordered":
		rule.Style = style
	default:
		return "", fmt.Errorf("there is no style %q here; give ordered-list one of one-or-ordered, one, zero and ordered", style)
	}
	return "the first number of a list stays here", nil
}

func readIndentation(s settings, rule *draft.Rule) (string, error) {
	if isBool(s.get("start_indented"), "true") {
		return "", fmt.Errorf("start_indented: lists begin in the first column here")
	}
	n, err := s.number("indent", 2, 1, 8)
	if n != 2 {
		rule.Indent = n
	}
	return "", err
}

func readDelimiter(s settings, rule *draft.Rule) (string, error) {
	switch style := s.text("style", "consistent"); style {
	case "asterisk", "underscore":
		rule.Style = style
		return "", nil
	default:
		return "", fmt.Errorf("the style %q names no delimiter; give %s one of asterisk and underscore", style, rule.ID)
	}
}
