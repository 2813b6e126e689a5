package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

func defineDecide(flags *pflag.FlagSet) action {
	config := flags.String("config", "", "take what the input leaves open from this `FILE`")
	format := flags.String("format", "",
		"print the decision in this `FORMAT`, json or yaml, instead of in the format of the input")
	schema := flags.String("schema", "",
		"print the JSON Schema of an input instead: "+strings.Join(decide.Schemas(), ", "))
	return func(s *session, args []string) (int, error) {
		if *schema != "" {
			return s.printSchema(*schema)
		}
		if len(args) > 1 {
			return gate.ExitTrouble, fmt.Errorf("decide takes one FILE at most, not %d", len(args))
		}
		return s.decide(args, *config, *format)
	}
}

// decide asks the engine about the input that is named, and prints the decision in the format of the input unless
// another one is given. It exits 0 whenever the engine decided, whatever it decided.
func (s *session) decide(args []string, config, format string) (int, error) {
	name, data, err := s.input(args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	_, set, err := workspace.NewConfigs(s.ctx, config, s.note).For(filepath.Join(".", name))
	if err != nil {
		return gate.ExitTrouble, err
	}
	settings := decide.Settings{Iteration: set.Iteration, Convergence: set.Convergence, Now: time.Now()}
	answer, err := decide.Decide(name, data, settings)
	if err != nil {
		return gate.ExitTrouble, err
	}
	as := report.JSON
	switch {
	case format != "" && format != "json" && format != "yaml":
		return gate.ExitTrouble, fmt.Errorf("--format %q: decide prints json or yaml", format)
	case format == "yaml" || format == "" && answer.YAML:
		as = report.YAML
	}
	return gate.ExitClean, report.Encode(s.out, as, answer.Value)
}

func (s *session) printSchema(name string) (int, error) {
	if !slices.Contains(decide.Schemas(), name) {
		return gate.ExitTrouble, fmt.Errorf("--schema %q: want %s", name, strings.Join(decide.Schemas(), ", "))
	}
	data, err := decide.Schema(name)
	if err == nil {
		_, err = s.out.Write(data)
	}
	return gate.ExitClean, err
}

// input reads the file that is named, or standard input for "-" and for no name.
func (s *session) input(args []string) (name string, data []byte, err error) {
	name = append(args, "")[0]
	if name == "" || name == "-" {
		name = "standard input"
		data, err = workspace.ReadAll(name, s.in)
	} else {
		data, err = workspace.ReadFile(s.ctx, name)
	}
	return name, data, err
}
