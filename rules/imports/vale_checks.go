package imports

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// valeScopes are our names for Vale's scopes that are a part of the text.
var valeScopes = map[string]string{
	"heading": "heading", "heading.h1": "heading-1", "heading.h2": "heading-2", "heading.h3": "heading-3",
	"heading.h4": "heading-4", "heading.h5": "heading-5", "heading.h6": "heading-6", "list": "list-item",
	"table":        "table-cell",
	"table.header": "table-header", "blockquote": "block-quote", "alt": "alt-text",
	"link": "link-text",
}

// valeTexts are our names for Vale's scopes that are several parts of the text, without front matter.
var valeTexts = map[string][]string{
	"sentence":  {"prose", "heading", "list-item", "table-cell", "block-quote"},
	"summary":   {"prose", "list-item", "block-quote"},
	"paragraph": {"prose"},
}

// narrowScopes returns our names for the scopes of the rule, none if it applies to all prose. unknown is the first
// scope without a name here.
func (v *valeRule) narrowScopes() (scopes []string, unknown string) {
	all := false
	for _, scope := range v.texts("scope") {
		name := valeScopes[scope]
		switch {
		case scope == "text":
			all = true
		case valeTexts[scope] != nil:
			scopes = append(scopes, valeTexts[scope]...)
		case name == "":
			return nil, scope
		default:
			scopes = append(scopes, name)
		}
	}
	if all {
		return nil, ""
	}
	slices.Sort(scopes)
	return slices.Compact(scopes), ""
}

// message returns the message of the rule without Vale's placeholders.
func (v *valeRule) message() string {
	if m := lookUp(v.root, "message"); m != nil && !strings.Contains(m.Value, "%") {
		return strings.TrimSpace(m.Value)
	}
	return ""
}

// check adds a check unless its pattern can't be searched.
func (v *valeRule) check(c draft.Check, key string) {
	if _, err := regexp.Compile(c.Pattern); err != nil {
		v.note(key, Refused, term.PatternError(c.Pattern, err).Error())
		return
	}
	c.Severity, c.Message, c.MatchCase, c.Rule = v.severity, v.message(), !v.caseless, v.name()
	c.Origin = draft.Origin{File: v.file, Key: key}
	v.result.Draft.Checks = append(v.result.Draft.Checks, c)
	v.note(key, Taken, "")
}

// occurrence counts matches in each sentence, heading or cell, or in the document.
func (v *valeRule) occurrence() {
	token := lookUp(v.root, "token")
	if token == nil {
		v.note("token", Refused, "there is none")
		return
	}
	c := draft.Check{Pattern: token.Value}
	for _, scope := range v.texts("scope") {
		switch name := valeScopes[scope]; {
		case scope == "sentence":
			c.Scope = append(c.Scope, "sentence")
		case scope == "paragraph":
			c.Scope = append(c.Scope, valeTexts[scope]...)
		case scope == "text", scope == "summary":
			c.Scope = append(c.Scope, "document")
		case name == "":
			v.note("scope: "+scope, Refused, "there is no such scope here")
			return
		default:
			c.Scope = append(c.Scope, name)
		}
	}
	if len(c.Scope) == 0 {
		c.Scope = []string{"document"}
	}
	count := func(key string) *int {
		if n := lookUp(v.root, key); n != nil {
			if i, err := strconv.Atoi(n.Value); err == nil && i > 0 {
				return &i
			}
		}
		return nil
	}
	most, least := count("max"), count("min")
	if most == nil && least == nil {
		v.note("max", Refused, "there is neither a most nor a least")
		return
	}
	if least != nil {
		of := c
		of.Min = least
		v.check(of, "min")
	}
	if most != nil {
		c.Max = most
		v.check(c, "max")
	}
}

// anyWord are the tokens of rules that look for any repeated word.
var anyWord = []string{`[^\s]+`, `\w+`, `[a-zA-Z]+`, `[A-Za-z]+`, `\b\w+\b`, `[^\s\d]+`, `[^\s\.]+`, `[^\s.]+`}

// repetition imports the rule as doubled-word if it is about any word.
func (v *valeRule) repetition() {
	for _, token := range v.texts("tokens") {
		if !slices.Contains(anyWord, token) {
			v.note("tokens: "+token, Refused, "doubled-word looks for any word, not for some")
			return
		}
	}
	v.result.Draft.Set(draft.Rule{ID: "doubled-word", Why: "From " + v.file + ".", Severity: v.severity})
	v.note("tokens", Taken, "what English writes twice is left alone")
}

// consistency reads pairs of spellings. A document may use only one of each pair.
func (v *valeRule) consistency() {
	if !v.applies("either") {
		return
	}
	pairs(lookUp(v.root, "either"), func(key string, value *yaml.Node) {
		a, literalA := term.Expand(key)
		b, literalB := term.Expand(value.Value)
		if !literalA || !literalB || value.Kind != yaml.ScalarNode || len(a) != 1 || len(b) != 1 || a[0] == b[0] {
			v.note(key, Refused, "its spellings are expressions, and here they must be plain text")
			return
		}
		t := v.term(key)
		t.Either, t.MatchCase, t.WholeWord = []string{a[0], b[0]}, false, nil
		v.result.addTerm(t, Taken, "the spelling that a document has most often counts, not the first one")
	})
}

// capitals reads a rule for text that must be in capitals, in small letters, or match an expression.
func (v *valeRule) capitals(match string) {
	scopes, unknown := v.narrowScopes()
	switch {
	case unknown != "":
		v.note("scope: "+unknown, Refused, "there is no such scope here")
		return
	case lookUp(v.root, "exceptions") != nil:
		v.note("match: "+match, Refused, "it has exceptions, which a pattern has not here")
		return
	case len(scopes) == 0:
		scopes = []string{"prose", "heading", "list-item"}
	}
	pattern, known := map[string]string{"$lower": `^[^A-Z]*$`, "$upper": `^[^a-z]*$`}[match]
	if !known {
		pattern = match
	}
	c := draft.Check{Pattern: pattern, Scope: scopes, Must: true}
	v.caseless = false
	v.check(c, "match: "+match)
}
