package main

import (
	"errors"
	"fmt"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// runMerge joins the JSON results of checks, those of all shards of one for the
// most part, and ends as the check of all documents would have.
func runMerge(s *session, args []string) (int, error) {
	flags := s.newFlags("merge", "[flags] RESULT.json…", "Join the JSON results of checks.")
	raw := addPrinting(flags)
	failOn := flags.String("fail-on", "", "least `SEVERITY` that gives exit code 1, instead of that of the checks")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validatePrinting()
	if err != nil {
		return gate.ExitTrouble, err
	}
	if flags.NArg() == 0 {
		return gate.ExitTrouble, errors.New("merge: name the results of `doc-iterate check --format json`")
	}
	if err := c.keep(flags.Args()...); err != nil {
		return gate.ExitTrouble, err
	}
	var parts []report.Part
	for _, name := range flags.Args() {
		data, err := readFile(name)
		if err != nil {
			return gate.ExitTrouble, err
		}
		r, err := report.Read(name, data)
		if err != nil {
			return gate.ExitTrouble, err
		}
		parts = append(parts, report.Part{Name: name, Report: r})
	}
	joined, err := report.Join(parts)
	if err != nil {
		return gate.ExitTrouble, fmt.Errorf("merge: %w", err)
	}
	if flags.Changed("fail-on") {
		if joined.FailOn, err = gate.ParseFailOn(*failOn); err != nil {
			return gate.ExitTrouble, fmt.Errorf("--fail-on: %w", err)
		}
	}
	c.fixCommand = "doc-iterate fix"
	if err := s.printReport(c, &joined); err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitCode(gate.Policy{FailOn: joined.FailOn}, gate.Outcome{
		Trouble: len(joined.Failures) > 0, Worst: worstOf(&joined),
	}), nil
}

func worstOf(r *report.Report) rules.Severity {
	var out rules.Severity
	for i := range r.Findings {
		out = max(out, r.Findings[i].Severity)
	}
	return out
}
