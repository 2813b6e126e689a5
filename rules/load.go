package rules

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Load reads a configuration. Name is what errors call the file; data is not
// kept. The error, if any, is a [*LoadError] with every problem of the file.
func Load(name string, data []byte) (*Set, error) {
	root, problems := parseJSON(data)
	if root == nil {
		return nil, newLoadError(name, data, problems)
	}
	d := &decoder{src: data, problems: problems}
	set := d.set(root)
	if len(d.problems) > 0 {
		return nil, newLoadError(name, data, d.problems)
	}
	return set, nil
}

// isOne reports whether a number is 1, also as 1.0 or 1e0: to JSON they are the same.
func isOne(number string) bool {
	if x, err := strconv.ParseFloat(number, 64); err != nil || x != 1 {
		return false
	}
	exact, ok := new(big.Rat).SetString(number) // a float may be rounded to 1
	return ok && exact.Cmp(big.NewRat(1, 1)) == 0
}

func (d *decoder) set(root *node) *Set {
	o := d.object(root, "")
	o.text("$schema") // for editors
	if n := o.typed("version", numberKind); n != nil && !isOne(n.text) {
		d.fail(n, "version", "this doc-iterate reads version 1, not %s", n.text)
	}
	s := &Set{
		Iteration:   d.iteration(o.section("iteration")),
		Convergence: d.convergence(o.section("convergence")),
		Ignore:      o.texts("ignore", checkGlob),
	}
	s.Terminology, s.terms = d.terminology(o)
	if style := o.section("style"); style.node != nil {
		s.Style = d.style(style)
	}
	if p := o.section("placeholders"); p.node != nil {
		s.Placeholders = d.placeholders(p)
	}
	if p := o.section("structure"); p.node != nil {
		s.Structure = d.structure(p)
	}
	if p := o.section("references"); p.node != nil {
		s.References = d.references(p)
	}
	s.Reviewers = d.programs(o, "reviewers", (*decoder).reviewer)
	s.Fixers = d.programs(o, "fixers", (*decoder).fixer)
	o.done()
	return s
}

func (d *decoder) style(o *object) Style {
	var s Style
	if r := o.section("heading-case"); r.node != nil {
		rule := HeadingCase{
			Severity:    r.severity(Warning),
			Style:       enum(r, "style", SentenceCase, "style", headingStyleNames),
			ProperNouns: r.texts("proper_nouns", checkPhrase),
		}
		if r.enabled() {
			s.HeadingCase = &rule
		}
		r.done()
	}
	if r := o.section("fenced-code-language"); r.node != nil {
		rule := FencedCodeLanguage{
			Severity: r.severity(Warning),
			Infer:    r.boolean("infer", true),
			Default:  d.infoString(r),
		}
		if r.enabled() {
			s.FencedCodeLanguage = &rule
		}
		r.done()
	}
	if r := o.section("list-marker"); r.node != nil {
		rule := ListMarker{Severity: r.severity(Warning), Marker: d.marker(r)}
		if r.enabled() {
			s.ListMarker = &rule
		}
		r.done()
	}
	o.done()
	return s
}

// infoString reads the default language: one word that can stand after both
// kinds of fence.
func (d *decoder) infoString(o *object) string {
	n := o.typed("default", stringKind)
	if n == nil || n.text == "" {
		return ""
	}
	for _, r := range n.text {
		if r <= ' ' || r == '`' || r == '~' {
			d.fail(n, o.join("default"), `want one word such as "text", without spaces, %q or %q`, '`', '~')
			return ""
		}
	}
	return n.text
}

func (d *decoder) marker(o *object) byte {
	n := o.typed("marker", stringKind)
	if n == nil {
		return '-'
	}
	switch n.text {
	case "-", "*", "+":
		return n.text[0]
	}
	d.fail(n, o.join("marker"), `want "-", "*" or "+", not %q`, n.text)
	return '-'
}

func (d *decoder) structure(o *object) *Structure {
	var s Structure
	first := map[string]*node{}
	o.list("required_sections", func(n *node, path string) {
		r := d.object(n, path)
		section := RequiredSection{Heading: d.headingText(r), Severity: r.severity(Warning), Why: r.why}
		r.done()
		key := foldString(section.Heading)
		if other := first[key]; other != nil && key != "" {
			d.fail(n, path, "%q is required twice (first on %s)", section.Heading, d.lineOf(other))
		}
		first[key] = n
		s.RequiredSections = append(s.RequiredSections, section)
	})
	o.done()
	if len(s.RequiredSections) == 0 {
		return nil
	}
	return &s
}

// headingText reads the text of a heading, which the marks in front of it are no part
// of: with them, it would be missing from every document.
func (d *decoder) headingText(o *object) string {
	text := o.requiredText("heading")
	marks := len(text) - len(strings.TrimLeft(text, "#"))
	if 1 <= marks && marks <= 6 && marks < len(text) && strings.IndexByte(" \t\n\f\r", text[marks]) >= 0 {
		d.fail(o.get("heading"), o.join("heading"), "want the text alone, %q, because every level counts", strings.TrimSpace(text[marks:]))
	}
	return text
}

func (d *decoder) references(o *object) *References {
	r := &References{
		Severity: o.severity(Warning),
		Slug:     enum(o, "slug", SlugGitHub, "slug style", slugStyleNames),
		Ignore:   o.texts("ignore", checkGlob),
	}
	enabled := o.enabled()
	o.done()
	if !enabled {
		return nil
	}
	return r
}

// The bounds below only keep out what cannot have been meant.
const (
	maxPasses = 1000
	maxCount  = 1_000_000_000
)

func (d *decoder) iteration(o *object) Iteration {
	it := Iteration{
		MaxIterations:           o.integer("max_iterations", 3, 1, maxPasses),
		CircuitBreakerThreshold: o.integer("circuit_breaker_threshold", 3, 1, maxPasses),
		ThrashingThreshold:      o.integer("thrashing_threshold", 5, 1, maxPasses),
		TimeBudget:              o.duration("time_budget", 5*time.Minute, 0),
		TokenBudget:             o.integer("token_budget", 0, 0, maxCount),
		AutoRetryOnTestFail:     o.boolean("auto_retry_on_test_fail", true),
		AutoRetryOnReviewReject: o.boolean("auto_retry_on_review_reject", true),
		EscalationIncludesDiff:  o.boolean("escalation_includes_diff", true),
		FeedbackMaxLength:       o.integer("feedback_max_length", 500, 0, maxCount),
	}
	o.done()
	return it
}

func (d *decoder) convergence(o *object) Convergence {
	c := Convergence{
		MinCoverage:         o.number("min_coverage", 0.70, 0, 1),
		MinConfidence:       o.number("min_confidence", 0.80, 0, 1),
		MaxConflicts:        o.integer("max_conflicts", 2, 0, maxCount),
		EarlyExitCoverage:   o.number("early_exit_coverage", 0.85, 0, 1),
		EarlyExitConfidence: o.number("early_exit_confidence", 0.90, 0, 1),
		MinQuality:          o.number("min_quality", 0, 0, 100),
		MinCompleteness:     o.number("min_completeness", 1, 0, 1),
	}
	o.done()
	return c
}

func (d *decoder) programs(o *object, key string, read func(*decoder, *object) Program) []Program {
	var all []Program
	first := map[string]*node{}
	o.list(key, func(n *node, path string) {
		p := d.object(n, path)
		program := read(d, p)
		p.done()
		if other := first[program.Name]; other != nil && program.Name != "" {
			d.fail(n, path, "the name %q is taken (on %s)", program.Name, d.lineOf(other))
		}
		first[program.Name] = n
		all = append(all, program)
	})
	return all
}

func (d *decoder) reviewer(o *object) Program {
	p := d.program(o)
	for _, name := range o.texts("for", func(s string) error { _, err := ParseGap(s); return err }) {
		if gap, ok := lookUpEnum[Gap](gapNames, name); ok {
			p.For = append(p.For, gap)
		}
	}
	if n := o.typed("stdin", stringKind); n != nil {
		at := slices.Index(stdinNames, n.text)
		if at < 0 {
			d.fail(n, o.join("stdin"), "%s", unknownName("standard input", n.text, stdinNames))
		}
		p.Stdin = Stdin(max(0, at))
	}
	return p
}

func (d *decoder) fixer(o *object) Program {
	p := d.program(o)
	p.Rules = o.texts("rules", checkRuleName)
	return p
}

// checkRuleName refuses what the file calls a section and reports call a rule by another
// name. All others may be rules of other programs.
func checkRuleName(name string) error {
	ids := map[string]string{
		"placeholders": "placeholder", "references": "reference", "structure": "required-section", "required_sections": "required-section",
	}
	if id := ids[name]; id != "" {
		return fmt.Errorf("%q is a key of this file; its rule is called %q", name, id)
	}
	return nil
}

func (d *decoder) program(o *object) Program {
	p := Program{
		Name:     o.requiredText("name"),
		Command:  d.command(o),
		Sections: o.texts("sections", nil),
		Env:      d.env(o),
		Timeout:  o.duration("timeout", time.Minute, time.Millisecond),
	}
	if n := o.typed("format", stringKind); n != nil {
		p.Format = n.text
		if !slices.Contains(Formats(), n.text) {
			d.fail(n, o.join("format"), "%s", unknownName("format", n.text, Formats()))
		}
	}
	return p
}

// command reads the program and its arguments. Other than in lists of names,
// an argument may be empty or come twice.
func (d *decoder) command(o *object) []string {
	if n := o.get("command"); n != nil && n.kind == stringKind {
		d.fail(n, o.join("command"), `want a list such as ["vale", "--output=JSON", "{path}"], because no shell takes it apart`)
		return nil
	}
	var command []string
	o.list("command", func(n *node, path string) {
		if n.kind != stringKind {
			d.fail(n, path, "want %s, not %s", stringKind, n.kind)
			return
		}
		command = append(command, n.text)
	})
	switch n := o.get("command"); {
	case n == nil && o.node.kind == objectKind:
		d.fail(o.node, o.path, `the key "command" is missing`)
	case n != nil && n.kind == arrayKind && (len(n.items) == 0 || n.items[0].kind == stringKind && n.items[0].text == ""):
		d.fail(n, o.join("command"), "must start with the name of a program")
	}
	return command
}

func (d *decoder) env(o *object) map[string]string {
	n := o.typed("env", objectKind)
	if n == nil {
		return nil
	}
	env := make(map[string]string, len(n.members))
	for _, m := range n.members {
		path := o.join("env") + "." + m.key
		switch {
		case m.key == "" || strings.ContainsAny(m.key, "=\x00"):
			d.failAt(m.offset, path, "a variable's name must be neither empty nor hold = or NUL")
		case m.value.kind != stringKind:
			d.fail(m.value, path, "want %s, not %s", stringKind, m.value.kind)
		case strings.ContainsAny(m.value.text, "\x00"):
			d.fail(m.value, path, "a variable must not hold NUL")
		default:
			env[m.key] = m.value.text
		}
	}
	return env
}

// lineOf names the line of another place of the file.
func (d *decoder) lineOf(n *node) string {
	line, _ := lineColumn(d.src, n.offset)
	return fmt.Sprintf("line %d", line)
}
