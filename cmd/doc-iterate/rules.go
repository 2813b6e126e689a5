package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// runRules lists the built-in rules, or explains one.
func runRules(s *session, args []string) (int, error) {
	if len(args) > 0 && args[0] == "import" {
		return runImport(s, args[1:])
	}
	flags := s.newFlags("rules", "[ID | import FILE…]", "Explain the built-in rules, or import those of another linter.")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	switch flags.NArg() {
	case 0:
		for _, r := range descriptions() {
			fmt.Fprintf(s.out, "%-22s %-11s %s\n", r.ID, strings.Join(r.Aliases, ","), r.Title)
		}
		return gate.ExitClean, nil
	case 1:
		r, err := ruleNamed(flags.Arg(0))
		if err != nil {
			return gate.ExitTrouble, err
		}
		fmt.Fprint(s.out, r.Markdown(1))
		return gate.ExitClean, nil
	}
	return gate.ExitTrouble, fmt.Errorf("rules takes one ID at most, not %d; `doc-iterate rules import FILE…` imports rules", flags.NArg())
}

// ruleNamed is the rule with that ID, or with that name in another linter.
func ruleNamed(name string) (rules.Rule, error) {
	for _, r := range descriptions() {
		known := func(alias string) bool { return strings.EqualFold(alias, name) }
		if known(r.ID) || slices.ContainsFunc(r.Aliases, known) {
			return r, nil
		}
	}
	return rules.Rule{}, fmt.Errorf("there is no rule %q%s", name, rules.DidYouMean(name, ruleIDs()))
}
