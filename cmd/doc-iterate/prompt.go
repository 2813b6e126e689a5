package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review/intake"
)

func definePrompt(flags *pflag.FlagSet) action {
	var c common
	c.addConfig(flags)
	flags.StringVar(&c.StdinName, "stdin-filename", "", "the `NAME` of the document on standard input")
	schemaAlone := flags.Bool("json-schema", false, "print the schema of the answer alone")
	return func(s *session, args []string) (int, error) {
		if *schemaAlone {
			if len(args) > 0 {
				return gate.ExitTrouble, fmt.Errorf("prompt --json-schema prints the schema and takes no document")
			}
			_, err := s.out.Write(intake.Schema())
			return gate.ExitClean, err
		}
		return s.prompt(&c, args)
	}
}

// prompt prints the requests about each document.
func (s *session) prompt(c *common, args []string) (int, error) {
	w := c.workspace(s)
	w.Aside = true
	selection, err := w.Open(s.ctx, args)
	if err != nil || len(selection.Failures) > 0 {
		return gate.ExitTrouble, err
	}
	for i := range selection.Documents {
		d := &selection.Documents[i]
		for _, p := range programs.Prompts(d) {
			if _, err := io.WriteString(s.out, p); err != nil {
				return gate.ExitTrouble, err
			}
		}
	}
	return gate.ExitClean, nil
}
