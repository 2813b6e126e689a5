package main

import (
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/rules"
)

func schemaCommand() command {
	return command{"schema", strings.Join(schemaNames(), "|"), "print the JSON Schema of a format",
		`Print the JSON Schema of a format: review and answers are read, rules is ` + rules.FileName + `, result is
what fix prints with --format json, and findings what check prints with it.`, noFlags((*session).schema)}
}

// A namedSchema is a schema that the command prints.
type namedSchema struct {
	name string
	data func() ([]byte, error)
}

// schemas returns the schemas by the names that people give them.
func schemas() []namedSchema {
	plain := func(data []byte) func() ([]byte, error) { return func() ([]byte, error) { return data, nil } }
	return []namedSchema{
		{"review", plain(intake.Schema())},
		{"answers", func() ([]byte, error) { return decide.Schema("answers") }},
		{"rules", plain(rules.Schema())},
		{"result", plain(report.RunSchema())},
		{"findings", plain(report.Schema())},
	}
}

func schemaNames() []string {
	var names []string
	for _, s := range schemas() {
		names = append(names, s.name)
	}
	return names
}

// schema prints the schema that the argument names.
func (s *session) schema(args []string) (int, error) {
	if len(args) == 1 {
		for _, known := range schemas() {
			if known.name != args[0] {
				continue
			}
			data, err := known.data()
			if err == nil {
				_, err = s.out.Write(data)
			}
			if err != nil {
				return gate.ExitTrouble, err
			}
			return gate.ExitClean, nil
		}
	}
	return gate.ExitTrouble, fmt.Errorf("schema %s: want one of %s", strings.Join(args, " "),
		strings.Join(schemaNames(), ", "))
}
