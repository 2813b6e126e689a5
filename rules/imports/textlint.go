package imports

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// isTerminology reports whether a name means textlint-rule-terminology. textlint accepts every rule with and without
// the prefix of its package.
func isTerminology(rule string) bool {
	return strings.TrimPrefix(rule, "textlint-rule-") == "terminology"
}

func configuresTerminology(root *yaml.Node) (configured bool) {
	pairs(lookUp(root, "rules"), func(rule string, _ *yaml.Node) { configured = configured || isTerminology(rule) })
	return configured
}

// textlint reads a .textlintrc. One of its rules has a counterpart here.
func (r *Result) textlint(f File, root *yaml.Node) {
	pairs(lookUp(root, "rules"), func(rule string, value *yaml.Node) {
		switch {
		case isTerminology(rule):
			r.terminology(f, value)
		case isFalse(value):
			r.note(f.Name, rule, Taken, "it is off there, and left out here")
		case strings.TrimPrefix(rule, "textlint-rule-") == "common-misspellings":
			r.Draft.Set(draft.Rule{ID: "misspelling", Why: rule + " of " + f.Name + "."})
			r.note(f.Name, rule, Taken, "the list is another one")
		default:
			r.note(f.Name, rule, Refused, "there is no such rule here; keep the linter, as a reviewer if you like")
		}
	})
	pairs(root, func(key string, _ *yaml.Node) {
		if key != "rules" && key != "$schema" {
			r.note(f.Name, key, Refused, "there is no such setting here")
		}
	})
}

// terminology reads the settings of textlint-rule-terminology.
func (r *Result) terminology(f File, rule *yaml.Node) {
	if isFalse(rule) {
		r.note(f.Name, "terminology", Refused, "the rule is off")
		return
	}
	excluded := r.texts(f.Name, "exclude", lookUp(rule, "exclude"))
	first := len(r.Entries)
	switch terms := lookUp(rule, "terms"); {
	case terms == nil:
	case terms.Kind == yaml.ScalarNode:
		r.follow(f, "terms", terms.Value)
	default:
		r.textlintTerms(f, terms)
	}
	if !isFalse(lookUp(rule, "defaultTerms")) { // they come after its own, as there
		r.follow(f, "defaultTerms", "node_modules/textlint-rule-terminology/terms.jsonc")
	}
	for n := range r.Entries[first:] {
		e := &r.Entries[first+n]
		if !slices.Contains(excluded, e.Origin.Key) {
			continue
		}
		own := func(t draft.Term) bool { return t.Origin == e.Origin }
		r.Draft.Terms = slices.DeleteFunc(r.Draft.Terms, own)
		e.Outcome, e.Note = Taken, "it is excluded there, and left out here"
	}
	pairs(rule, func(key string, _ *yaml.Node) {
		switch key {
		case "defaultTerms", "terms", "exclude":
		case "skip":
			r.note(f.Name, key, Refused, "terms hold in prose and headings, and nowhere else")
		case "severity":
			r.note(f.Name, key, Refused, "every term has a severity of its own here")
		default:
			r.note(f.Name, key, Refused, "unknown setting")
		}
	})
}

// textlintTerms reads a list of names and of pairs of a regular expression and its replacement.
func (r *Result) textlintTerms(f File, list *yaml.Node) {
	for _, item := range list.Content {
		item = resolve(item)
		switch {
		case item.Kind == yaml.ScalarNode:
			origin := draft.Origin{File: f.Name, Key: item.Value}
			r.addTerm(draft.Term{Use: item.Value, Rule: rules.Textlint, Origin: origin}, Taken, "")
		case isPair(item):
			r.textlintPair(f, resolve(item.Content[0]).Value, resolve(item.Content[1]))
		default:
			r.note(f.Name, fmt.Sprintf("line %d", item.Line), Refused,
				"want a name, or a pair of an expression and its replacement")
		}
	}
}

func isPair(n *yaml.Node) bool {
	return n.Kind == yaml.SequenceNode && len(n.Content) == 2 &&
		resolve(n.Content[0]).Kind == yaml.ScalarNode && resolve(n.Content[1]).Kind == yaml.ScalarNode
}

// noReplacement is the note of a term that is only reported.
const noReplacement = "it has no replacement: it is reported, and a person decides"

func (r *Result) textlintPair(f File, pattern string, use *yaml.Node) {
	t := draft.Term{Use: textOf(use), Rule: rules.Textlint, Origin: draft.Origin{File: f.Name, Key: pattern}}
	pattern, t.Except = around(pattern)
	note := ""
	if strings.TrimSpace(t.Use) == "" {
		t.Use, note = "", noReplacement
	}
	refers, why := refers(pattern, t.Use)
	if why != "" {
		r.note(f.Name, t.Origin.Key, Refused, why)
		return
	}
	outcome := Taken
	all, finite := term.Expand(pattern)
	if !refers {
		t.Use = strings.ReplaceAll(t.Use, "$$", "$") // as JavaScript does
		if !finite {
			t.Use = strings.ReplaceAll(t.Use, "$", "$$")
		}
	}
	if finite && !refers {
		outcome = outcomeOf(all)
		t.Not = slices.DeleteFunc(all, func(s string) bool { return s == t.Use })
	} else {
		t.Pattern = pattern
	}
	if len(t.Not) == 0 && t.Pattern == "" {
		// The expression is the replacement: only its capitals can be wrong.
		outcome = Taken
	}
	r.addTerm(t, outcome, note)
}
