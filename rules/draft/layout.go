package draft

import "github.com/doc-iterate/doc-iterate/rules"

// Layout is a layout rule as it is written: the settings of all of them, of which each has a few.
type Layout struct {
	Rule         string          `json:"-"`
	Why          string          `json:"why,omitempty"`
	Enabled      *bool           `json:"enabled,omitempty"`
	Maximum      int             `json:"maximum,omitempty"`
	Punctuation  string          `json:"punctuation,omitempty"`
	SiblingsOnly bool            `json:"siblings_only,omitempty"`
	Style        string          `json:"style,omitempty"`
	Indent       int             `json:"indent,omitempty"`
	Severity     *rules.Severity `json:"severity,omitempty"`
}

// SetLayout adds a layout rule, in place of the one of that name which the draft has.
func (d *Draft) SetLayout(rule Layout) {
	for i := range d.Layout {
		if d.Layout[i].Rule == rule.Rule {
			d.Layout[i] = rule
			return
		}
	}
	d.Layout = append(d.Layout, rule)
}
