package draft

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Rule is a rule of style as it is written: the settings of all rules. Each rule has a few of them.
type Rule struct {
	ID           string          `json:"-"`
	Why          string          `json:"why,omitempty"`
	Enabled      *bool           `json:"enabled,omitempty"`
	Infer        *bool           `json:"infer,omitempty"`
	Default      string          `json:"default,omitempty"`
	Marker       string          `json:"marker,omitempty"`
	Maximum      int             `json:"maximum,omitempty"`
	Code         *int            `json:"code,omitempty"`
	Headings     *int            `json:"headings,omitempty"`
	Tables       *int            `json:"tables,omitempty"`
	Strict       bool            `json:"strict,omitempty"`
	Punctuation  string          `json:"punctuation,omitempty"`
	SiblingsOnly bool            `json:"siblings_only,omitempty"`
	BlankLines   *bool           `json:"blank_lines,omitempty"`
	Style        string          `json:"style,omitempty"`
	Indent       int             `json:"indent,omitempty"`
	Severity     *rules.Severity `json:"severity,omitempty"`
	ProperNouns  []string        `json:"proper_nouns,omitempty"`
	Accept       []string        `json:"accept,omitempty"`
}

// Rule returns the rule of style with this ID, nil where the draft has none. It holds until another one is set.
func (d *Draft) Rule(id string) *Rule {
	if i := slices.IndexFunc(d.Style, func(r Rule) bool { return r.ID == id }); i >= 0 {
		return &d.Style[i]
	}
	return nil
}

// Set adds a rule of style, in place of the one with that ID which the draft has.
func (d *Draft) Set(rule Rule) {
	if known := d.Rule(rule.ID); known != nil {
		*known = rule
		return
	}
	d.Style = append(d.Style, rule)
}

// Drop takes out a rule of style, or the references, which a file that extends another switches off.
func (d *Draft) Drop(id string) {
	if id == "reference" {
		d.References = nil
	}
	d.Style = slices.DeleteFunc(d.Style, func(r Rule) bool { return r.ID == id })
}

// styleInOrder returns the rules of style as the file lists them: first those that most people look for, last those
// about single words.
func (d *Draft) styleInOrder() []Rule {
	rank := func(r Rule) int {
		switch r.ID {
		case "heading-case":
			return 0
		case "fenced-code-language":
			return 1
		case "list-marker":
			return 2
		case "doubled-word", "misspelling":
			return 4
		}
		return 3
	}
	return slices.SortedStableFunc(slices.Values(d.Style), func(a, b Rule) int { return cmp.Compare(rank(a), rank(b)) })
}
