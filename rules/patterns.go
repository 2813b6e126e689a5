package rules

import (
	"cmp"
	"regexp"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Check is an entry of patterns that asks something of whole texts: of each heading, sentence or cell. It is
// reported, and a person decides.
type Check struct {
	ID       string
	Severity Severity
	Scope    Scopes // where it holds; 0 is all prose and headings
	Message  string
	Why      string
	Rule     string // the rule of Vale that it was
	Demand   Demand
	Limit    int            // of AtMost and AtLeast
	Case     *term.Capitals // of Cased
	re       *regexp.Regexp
}

// Demand is what a check asks of a text.
type Demand uint8

const (
	AtMost  Demand = iota // the pattern matches Limit times at most
	AtLeast               // the pattern matches Limit times at least
	Must                  // the pattern matches
	Cased                 // the text is in sentence case
)

// Pattern returns the compiled expression.
func (c *Check) Pattern() *regexp.Regexp { return c.re }

// patterns reads the list of patterns: terms with a pattern, and checks.
func (d *decoder) patterns(o *object, term func(n jsontree.Node, path string)) []Check {
	var checks []Check
	o.list("patterns", func(n jsontree.Node, path string) {
		entry := object{d: d, node: n}
		if n.Kind() == jsontree.Object && (entry.has("max") || entry.has("min") || entry.has("must") ||
			entry.has("sentence_case")) {
			checks = append(checks, d.check(n, path))
			return
		}
		if n.Kind() == jsontree.Object && !entry.has("pattern") {
			d.fail(n, path, `the key "pattern" is missing`)
		}
		term(n, path)
	})
	return checks
}

// check reads an entry of patterns that is no term.
func (d *decoder) check(n jsontree.Node, path string) Check {
	o := d.object(n, path)
	c := Check{
		ID: o.text("id"), Message: o.text("message"), Severity: o.severity(), Scope: o.scopes(ScopeDocument), Why: o.why,
		Rule: o.text("rule"),
	}
	if o.has("sentence_case") {
		c.Demand, c.Case = Cased, d.sentenceCase(o.get("sentence_case"), path+".sentence_case")
		c.ID = cmp.Or(c.ID, "sentence case")
		o.done()
		return c
	}
	pattern := o.requiredText("pattern")
	asked := 0
	for _, key := range []string{"max", "min", "must"} {
		if o.has(key) {
			asked++
		}
	}
	switch {
	case asked > 1:
		o.d.fail(n, path, `give one of "max", "min" and "must"`)
	case o.has("max"):
		c.Demand, c.Limit = AtMost, o.integer("max", 0, 0, maxCount)
	case o.has("min"):
		c.Demand, c.Limit = AtLeast, o.integer("min", 1, 1, maxCount)
	default:
		c.Demand = Must
		if !o.boolean("must", true) {
			o.failKey("must", `expected true; a pattern that must not match is one without "must"`)
		}
	}
	if !o.boolean("match_case", false) {
		pattern = "(?i)" + pattern
	}
	var err error
	if c.re, err = regexp.Compile(pattern); err != nil {
		o.failKey("pattern", "%v", term.PatternError(pattern, err))
	}
	c.ID = cmp.Or(c.ID, o.get("pattern").Text())
	o.done()
	return c
}

// extras reads the keys of a term that are neither searched nor written.
func (d *decoder) extras(o *object, t *termSource) {
	t.Message = o.text("message")
	if unless := o.text("unless"); unless != "" {
		var err error
		if t.Unless, err = regexp.Compile(unless); err != nil {
			o.failKey("unless", "%v", term.PatternError(unless, err))
		}
	}
	t.Scope = o.scopes(ScopeFrontMatter)
	for _, key := range []string{"avoid", "either"} {
		words := o.texts(key, checkPhrase)
		if !o.has(key) {
			continue
		}
		for _, other := range []string{"use", "not", "pattern", "choices", "avoid", "either"} {
			if other != key && o.has(other) {
				o.failKey(key, "it stands alone; %q belongs into an entry of its own", other)
				break
			}
		}
		if n := o.get(key); n.Kind() == jsontree.Array && n.Len() < 1+len(key)/len("either") {
			o.failKey(key, "the list is too short")
		}
		t.Not, t.not, t.notKey = words, o.get(key), key
		if key == "either" {
			t.Either = words
		}
	}
}
