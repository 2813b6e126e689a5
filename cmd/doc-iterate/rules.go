package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/rules"
)

func defineRules(flags *pflag.FlagSet) action {
	var c common
	c.addConfig(flags)
	effective := flags.Bool("effective", false, "print what holds for the document PATH, and in which file it stands")
	names := flags.Bool("names", false,
		"with heading-case: print the names that it sees in the headings of PATH…, and what shows each to be one")
	return func(s *session, args []string) (code int, err error) {
		w := c.workspace(s)
		w.Aside, w.Jobs = true, runtime.GOMAXPROCS(0)
		var text string
		switch {
		case *effective && (len(args) != 1 || *names):
			err = errors.New("rules --effective: name one document")
		case *effective:
			text, err = w.Effective(s.ctx, args[0])
		case *names && (len(args) < 2 || args[0] != rule.HeadingCase.Rule.ID):
			err = errors.New("rules heading-case --names: name documents or folders")
		case *names:
			text, err = w.LearnedNames(s.ctx, args[1:])
		default:
			return runRules(s, args)
		}
		if err == nil {
			_, err = io.WriteString(s.out, text)
		}
		return gate.ExitClean, err
	}
}

// runRules lists the built-in rules, or explains one.
func runRules(s *session, args []string) (int, error) {
	switch len(args) {
	case 0:
		for _, r := range descriptions() {
			fmt.Fprintf(s.out, "%-22s %-11s %s\n", r.ID, strings.Join(r.Aliases(), ","), r.Title)
		}
		return gate.ExitClean, nil
	case 1:
		r, err := ruleNamed(args[0])
		if err == nil {
			fmt.Fprint(s.out, r.Markdown(1))
		}
		return gate.ExitClean, err
	}
	return gate.ExitTrouble,
		fmt.Errorf("rules takes one ID at most, not %d; `doc-iterate rules import FILE…` imports rules", len(args))
}

// descriptions returns the built-in rules, for reports that explain them.
func descriptions() []rules.Rule {
	var out []rules.Rule
	for _, r := range append(rule.All(), rule.UnusedSuppression) {
		out = append(out, r.Rule)
	}
	return out
}

func ruleIDs() []string {
	var ids []string
	for _, r := range descriptions() {
		ids = append(ids, r.ID)
	}
	return ids
}

// ruleNamed returns the rule with that ID, or with that name in another linter.
func ruleNamed(name string) (rules.Rule, error) {
	near := ruleIDs()
	for _, r := range descriptions() {
		for _, alias := range r.Aliases() {
			if rules.Distance(name, alias) == 1 {
				near = []string{alias} // the numbers of rules are all alike, unless one is another rule's name
			}
		}
		known := func(alias string) bool { return strings.EqualFold(alias, name) }
		if known(r.ID) || slices.ContainsFunc(r.Aliases(), known) {
			return r, nil
		}
	}
	return rules.Rule{}, fmt.Errorf("there is no rule %q%s", name, rules.DidYouMean(name, near))
}
