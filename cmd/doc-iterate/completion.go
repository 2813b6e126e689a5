package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/manual"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// shells returns the shells that completions are written for.
func shells() []string { return []string{"bash", "zsh", "fish"} }

// runCompletion prints the script with which a shell completes commands, flags and their values.
func runCompletion(s *session, args []string) (int, error) {
	if len(args) != 1 {
		return gate.ExitTrouble, fmt.Errorf("completion: name one shell of %s", strings.Join(shells(), ", "))
	}
	if !slices.Contains(shells(), args[0]) {
		return gate.ExitTrouble,
			fmt.Errorf("completion: no completions for %q, only for %s", args[0], strings.Join(shells(), ", "))
	}
	fmt.Fprint(s.out, manual.Write(args[0], describe()))
	return gate.ExitClean, nil
}

// runMan prints the manual page, in the macros of man.
func runMan(s *session, args []string) (int, error) {
	if len(args) > 0 {
		return gate.ExitTrouble, fmt.Errorf("man takes no argument, not %q", args[0])
	}
	fmt.Fprint(s.out, manual.Write("man", describe()))
	return gate.ExitClean, nil
}
