package draft

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Words is a rule about single words as it is written: doubled-word or misspelling.
type Words struct {
	Rule     string          `json:"-"`
	Why      string          `json:"why,omitempty"`
	Enabled  *bool           `json:"enabled,omitempty"`
	Severity *rules.Severity `json:"severity,omitempty"`
	Accept   []string        `json:"accept,omitempty"`
}

// SetWords adds a rule about words, in place of the one of that name which the draft has.
func (d *Draft) SetWords(rule Words) {
	d.Words = replace(d.Words, rule, func(w Words) bool { return w.Rule == rule.Rule })
}

// Drop takes out a rule of style, and the references, which a file that extends another switches off.
func (d *Draft) Drop(rule string) {
	switch rule {
	case "list-marker":
		d.ListMarker = nil
	case "fenced-code-language":
		d.FencedCodeLanguage = nil
	case "reference":
		d.References = nil
	}
	d.Layout = slices.DeleteFunc(d.Layout, func(l Layout) bool { return l.Rule == rule })
}

// Check is rules.Check as it is written, with where it came from.
type Check struct {
	Pattern   string          `json:"pattern"`
	Scope     []string        `json:"scope,omitempty"`
	Max       *int            `json:"max,omitempty"`
	Min       *int            `json:"min,omitempty"`
	Must      bool            `json:"must,omitempty"`
	MatchCase bool            `json:"match_case,omitempty"`
	Severity  *rules.Severity `json:"severity,omitempty"`
	Message   string          `json:"message,omitempty"`

	Origin Origin `json:"-"`
}

// Override is the rules for some documents: of its draft the terms, the checks and the style.
type Override struct {
	Files []string
	Why   string
	Draft Draft
}

// Empty reports whether the override asks for nothing.
func (o *Override) Empty() bool { return len(o.Draft.appendRules(nil)) == 0 }

// fields returns the override as the members of an object.
func (o *Override) fields() []string {
	var out []string
	if o.Why != "" {
		out = append(out, field("why", line(o.Why)))
	}
	out = append(out, field("files", line(o.Files)))
	return o.Draft.appendRules(out)
}
