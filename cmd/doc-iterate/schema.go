package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/decide"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/runs"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A namedSchema is a schema that the command prints.
type namedSchema struct {
	name string
	data []byte
}

// schemas returns the schemas by the names that people give them.
func schemas() []namedSchema {
	answers, err := decide.Schema("answers")
	if err != nil {
		panic(err) // a test prints it
	}
	return []namedSchema{
		{"review", intake.Schema()}, {"answers", answers}, {"rules", rules.Schema()}, {"result", runs.Schema()},
		{"findings", report.Schema()},
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
	all, name := schemas(), strings.Join(args, " ")
	i := slices.IndexFunc(all, func(known namedSchema) bool { return known.name == name })
	if i < 0 {
		return gate.ExitTrouble, fmt.Errorf("schema %s: want one of %s", name, strings.Join(schemaNames(), ", "))
	}
	_, err := s.out.Write(all[i].data)
	return gate.ExitClean, err
}
