package rules

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Load reads a configuration that extends presets at most, without its overrides. Name is what errors call the file;
// data is not kept. The error, if any, is a [*LoadError] with every problem of the file.
func Load(name string, data []byte) (*Set, error) {
	c, err := ReadConfiguration(name, data, noFiles)
	if err != nil {
		return nil, err
	}
	return c.Base(), nil
}

// isOne reports whether a number is 1, also as 1.0 or 1e0: to JSON they are the same.
func isOne(number string) bool {
	if x, err := strconv.ParseFloat(number, 64); err != nil || x != 1 {
		return false
	}
	exact, ok := new(big.Rat).SetString(number) // a float may be rounded to 1
	return ok && exact.Cmp(big.NewRat(1, 1)) == 0
}

func (d *decoder) set(root jsontree.Node) *Set {
	o := d.object(root, "")
	o.text("$schema") // for editors
	if n := o.typed("version", jsontree.Number); n.Exists() && !isOne(n.Text()) {
		d.fail(n, "version", "this doc-iterate reads version 1, not %s", n.Text())
	}
	o.texts("extends", checkExtended)
	s := d.rulesOf(o)
	s.Iteration, s.Convergence = d.iteration(o.section("iteration")), d.convergence(o.section("convergence"))
	s.Ignore = o.texts("ignore", checkGlob)
	o.texts("ignore_text", func(text string) error {
		re, err := regexp.Compile("(?m)" + text)
		s.IgnoredText = append(s.IgnoredText, re)
		return term.PatternError(text, err)
	})
	s.Dialect = enum(o, "dialect", DialectUnnamed, "dialect", dialectNames)
	if d.role == extended {
		d.notExtended(o)
	}
	d.readOverrides(o)
	s.Reviewers = d.programs(o, "reviewers", (*decoder).reviewer)
	s.Fixers = d.programs(o, "fixers", (*decoder).fixer)
	o.done()
	return s
}

// rulesOf reads what a configuration and each of its overrides may say.
func (d *decoder) rulesOf(o *object) *Set {
	s := &Set{}
	d.fixes = nil
	s.Terminology, s.terms = d.terminology(o, s)
	if style := o.section("style"); style.node.Exists() {
		s.Style = d.style(style)
	}
	s.Placeholders = section(o, "placeholders", placeholders)
	if p := o.section("structure"); p.node.Exists() {
		s.Structure = d.structure(p)
	}
	s.References = section(o, "references", references)
	s.Fix = d.fixes
	return s
}

func (d *decoder) structure(o *object) *Structure {
	var s Structure
	first := map[string]jsontree.Node{}
	o.list("required_sections", func(n jsontree.Node, path string) {
		r := d.object(n, path)
		section := RequiredSection{Heading: d.headingText(r), Severity: r.severity(), Why: r.why}
		r.done()
		key := term.Fold(section.Heading)
		if other := first[key]; other.Exists() && key != "" {
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

// headingText reads the text of a heading without the marks in front of it. With marks it would match no heading.
func (d *decoder) headingText(o *object) string {
	text := o.requiredText("heading")
	marks := len(text) - len(strings.TrimLeft(text, "#"))
	if 1 <= marks && marks <= 6 && marks < len(text) && strings.IndexByte(" \t\n\f\r", text[marks]) >= 0 {
		o.failKey("heading", "expected the text alone, %q, because every level counts", strings.TrimSpace(text[marks:]))
	}
	return text
}

func references(o *object) References {
	return References{
		Severity:  o.severity(),
		Slug:      enum(o, "slug", SlugGitHub, "slug style", slugStyleNames),
		SlugNamed: o.has("slug"),
		Ignore:    o.texts("ignore", checkGlob),
	}
}

// The bounds below only refuse values that nobody can mean.
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
	const unset = -1
	c := Convergence{
		MinCoverage:         o.number("min_coverage", 0.70, 1),
		MinConfidence:       o.number("min_confidence", 0.80, 1),
		MaxConflicts:        o.integer("max_conflicts", 2, 0, maxCount),
		EarlyExitCoverage:   o.number("early_exit_coverage", 0.85, 1),
		EarlyExitConfidence: o.number("early_exit_confidence", 0.90, 1),
		MinQuality:          o.number("min_quality", 0, 100),
		MinCompleteness:     o.number("min_completeness", unset, 1),
	}
	if c.RequiredCompleteness = c.MinCompleteness; c.MinCompleteness == unset {
		c.MinCompleteness, c.RequiredCompleteness = 1, 0
	}
	o.done()
	return c
}

func (d *decoder) programs(o *object, key string, read func(*decoder, *object) Program) []Program {
	var all []Program
	first := map[string]jsontree.Node{}
	o.list(key, func(n jsontree.Node, path string) {
		p := d.object(n, path)
		program := read(d, p)
		p.done()
		if other := first[program.Name]; other.Exists() && program.Name != "" {
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
		if gap, err := ParseGap(name); err == nil {
			p.For = append(p.For, gap)
		}
	}
	p.Stdin = enum(o, "stdin", StdinRequest, "standard input", stdinNames)
	p.Varies = !o.boolean("deterministic", !p.Varies)
	p.Inputs = o.texts("inputs", checkInput)
	if p.TakesMany() && (p.Stdin == StdinText || len(p.For) > 0) {
		o.failKey("command", `{paths} hands over several documents: that goes with neither "stdin": "text" nor "for"; write {path}`)
	}
	return p
}

func (d *decoder) fixer(o *object) Program {
	p := d.program(o)
	if p.TakesMany() {
		o.failKey("command", "a fixer is asked about one document; write {path} for {paths}")
	}
	p.Rules = o.texts("rules", checkRuleName)
	return p
}

// checkRuleName refuses the name of a section whose rule has another name in reports. Any other name may be a rule of
// another program.
func checkRuleName(name string) error {
	ids := map[string]string{
		"placeholders": "placeholder", "references": "reference",
		"structure": "required-section", "required_sections": "required-section",
	}
	if id := ids[name]; id != "" {
		return fmt.Errorf("%q is a key of this file; its rule is called %q", name, id)
	}
	return nil
}

func (d *decoder) program(o *object) Program {
	p := Program{Name: o.requiredText("name"), Sections: o.texts("sections", nil)}
	if model := o.section("model"); model.node.Exists() {
		p.Model, p.Varies = d.model(model), true
		p.Timeout = o.duration("timeout", ModelTimeout, time.Millisecond)
		for _, key := range []string{"command", "env", "format", "stdin", "deterministic", "inputs"} {
			if o.has(key) {
				o.failKey(key, `is for programs; a reviewer has either "command" or "model"`)
			}
		}
		return p
	}
	p.Command, p.Env, p.Timeout = d.command(o), d.env(o), o.duration("timeout", time.Minute, time.Millisecond)
	if n := o.typed("format", jsontree.String); n.Exists() {
		p.Format = n.Text()
		if !slices.Contains(Formats(), p.Format) {
			d.fail(n, o.join("format"), "%s", unknownName("format", p.Format, Formats()))
		}
	}
	return p
}

// command reads the program and its arguments. Unlike a name in a list, an argument may be empty or come twice.
func (d *decoder) command(o *object) []string {
	n := o.get("command")
	switch {
	case !n.Exists() && o.isObject():
		d.fail(o.node, o.path, `the key "command" or "model" is missing`)
	case n.Kind() == jsontree.String:
		o.failKey("command",
			`expected a list such as ["vale", "--output=JSON", "{path}"]; the command runs without a shell`)
		return nil
	}
	var command []string
	o.list("command", func(n jsontree.Node, path string) {
		if d.wantKind(n, path, jsontree.String) {
			command = append(command, n.Text())
		}
	})
	if n.Kind() == jsontree.Array && (n.Len() == 0 || n.First().Is("")) {
		o.failKey("command", "must start with the name of a program")
	}
	return command
}

func (d *decoder) env(o *object) map[string]string {
	n := o.typed("env", jsontree.Object)
	if !n.Exists() {
		return nil
	}
	env := map[string]string{}
	seen := map[string]bool{}
	for key, value := range n.Members() {
		name := key.Text()
		if seen[name] {
			continue // checkKeys reports it
		}
		seen[name] = true
		path := o.join("env") + "." + name
		if name == "" || strings.ContainsAny(name, "=\x00") {
			d.fail(key, path, "a variable's name must not be empty or contain = or NUL")
		} else if d.wantKind(value, path, jsontree.String) {
			if env[name] = value.Text(); strings.Contains(env[name], "\x00") {
				d.fail(value, path, "a variable must not contain NUL")
			}
		}
	}
	return env
}
