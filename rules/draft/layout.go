package draft

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

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
	d.Layout = replace(d.Layout, rule, func(l Layout) bool { return l.Rule == rule.Rule })
}

// replace puts rule in the place of the first one that is the same, else behind all of list.
func replace[T any](list []T, rule T, same func(T) bool) []T {
	if i := slices.IndexFunc(list, same); i >= 0 {
		list[i] = rule
		return list
	}
	return append(list, rule)
}
