package imports

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
)

// A settingsReader reads markdownlint's settings of a rule of style. lost says what is not taken over.
type settingsReader func(s settings, rule *draft.Rule) (lost string, err error)

// settingsReaders are those of the rules with settings, by our IDs.
var settingsReaders = map[string]settingsReader{
	"heading-increment":      lossOf("front_matter_title"),
	"list-indentation":       readIndentation,
	"hard-tabs":              readTabs,
	"line-length":            readLineLength,
	"trailing-spaces":        readTrailingSpaces,
	"blank-lines":            readBlankLines,
	"blanks-around-headings": readBlanksAround,
	"duplicate-heading":      readDuplicateHeading,
	"heading-punctuation":    readPunctuation,
	"ordered-list":           readOrderedList,
	"blanks-around-fences":   lossOf("list_items"),
	"link-text":              lossOf("prohibited_texts"),
	"emphasis-style":         readDelimiter,
	"strong-style":           readDelimiter,
}

// counterpartOf returns the names of our rule for one of markdownlint's, in any of its spellings. They are empty for no
// counterpart.
func counterpartOf(name string) rules.Names {
	for _, n := range rules.AllNames() {
		if n.IsMarkdownlint(name) {
			return n
		}
	}
	return rules.Names{}
}

// layout imports a layout rule that is on in the file.
func (r *Result) layout(f File, id, key, why string, value *yaml.Node) {
	section := draft.Rule{ID: id, Why: why}
	var lost string
	var err error
	if read := settingsReaders[id]; read != nil {
		lost, err = read(settings{value}, &section)
	}
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

// lossOf returns the reader of a rule that has no settings here. There, the setting with this name makes it another
// rule.
func lossOf(name string) settingsReader {
	return func(s settings, _ *draft.Rule) (lost string, err error) {
		if s.get(name) != nil {
			lost = name + " is not taken over"
		}
		return lost, nil
	}
}

func readLineLength(s settings, rule *draft.Rule) (string, error) {
	const most = 100000
	n, err := s.number("line_length", 80, 1, most)
	if isBool(s.get("stern"), "true") {
		err = fmt.Errorf("stern: there is no such setting here; strict is the nearest")
	}
	if n != 80 {
		rule.Maximum = n
	}
	for _, of := range []struct {
		on, length string
		into       **int
	}{
		{"code_blocks", "code_block_line_length", &rule.Code}, {"headings", "heading_line_length", &rule.Headings},
		{"tables", "line_length", &rule.Tables},
	} {
		own, wrong := s.number(of.length, n, 1, most)
		if isBool(s.get(of.on), "false") {
			own = 0
		}
		if err = cmp.Or(err, wrong); own != n {
			*of.into = &own
		}
	}
	rule.Strict = isBool(s.get("strict"), "true")
	return "", err
}

func readTabs(s settings, _ *draft.Rule) (string, error) {
	if isBool(s.get("code_blocks"), "false") {
		return "", nil
	}
	return "tabs in code are left alone here", nil
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
		return "", fmt.Errorf("there is no style %q here; give ordered-list one of one-or-ordered, one, zero and "+
			"ordered", style)
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
	case "consistent":
		rule.Style = "first"
		return "", nil
	case "asterisk", "underscore":
		rule.Style = style
		return "", nil
	default:
		return "", fmt.Errorf("the style %q names no delimiter; give %s one of asterisk and underscore", style, rule.ID)
	}
}
