package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// runDecide asks the engine alone: it reads one of the three inputs and prints
// the decision in the format of the input. It exits 0 whenever it decided,
// whatever it decided.
func runDecide(s *session, args []string) (int, error) {
	flags := s.newFlags("decide", "[flags] [FILE|-]", "Decide about the iteration that a file describes: whether to go on, and how.")
	config := flags.String("config", "", "take what the input leaves open from this `FILE`")
	format := flags.String("format", "", "print the decision in this `FORMAT`, json or yaml, instead of in the format of the input")
	schema := flags.String("schema", "", "print the JSON Schema of an input instead: "+strings.Join(decide.Schemas(), ", "))
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	if *schema != "" {
		return s.printSchema(*schema)
	}
	if flags.NArg() > 1 {
		return gate.ExitTrouble, fmt.Errorf("decide takes one FILE at most, not %d", flags.NArg())
	}
	name, data, err := s.input(flags.Arg(0))
	if err != nil {
		return gate.ExitTrouble, err
	}
	configs := newConfigs(*config)
	file, err := configs.find(filepath.Join(".", name))
	if err != nil {
		return gate.ExitTrouble, err
	}
	set, err := configs.load(file)
	if err != nil {
		return gate.ExitTrouble, err
	}
	answer, err := decide.Decide(name, data, decide.Settings{Iteration: set.Iteration, Convergence: set.Convergence, Now: time.Now()})
	if err != nil {
		return gate.ExitTrouble, err
	}
	as := report.JSON
	if answer.YAML {
		as = report.YAML
	}
	switch *format {
	case "":
	case "json":
		as = report.JSON
	case "yaml":
		as = report.YAML
	default:
		return gate.ExitTrouble, fmt.Errorf("--format %q: decide prints json or yaml", *format)
	}
	if err := report.Encode(s.out, as, answer.Value); err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitClean, nil
}

func (s *session) printSchema(name string) (int, error) {
	if !slices.Contains(decide.Schemas(), name) {
		return gate.ExitTrouble, fmt.Errorf("--schema %q: want %s", name, strings.Join(decide.Schemas(), ", "))
	}
	data, err := decide.Schema(name)
	if err == nil {
		_, err = s.out.Write(data)
	}
	if err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitClean, nil
}

// input is the file that is named, or standard input for "-" and for nothing.
func (s *session) input(name string) (string, []byte, error) {
	if name == "" || name == "-" {
		const stdin = "standard input"
		data, err := readAll(stdin, s.in)
		return stdin, data, err
	}
	data, err := readFile(name)
	return name, data, err
}
