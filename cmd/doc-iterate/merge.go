package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

func defineMerge(flags *pflag.FlagSet) action {
	var c common
	c.addPrinting(flags)
	failOn := flags.String("fail-on", "", "least `SEVERITY` that gives exit code 1, instead of that of the checks")
	return func(s *session, args []string) (int, error) {
		if err := c.validatePrinting(); err != nil {
			return gate.ExitTrouble, err
		}
		if len(args) == 0 {
			return gate.ExitTrouble, errors.New("merge: name the results of `doc-iterate check --format json`")
		}
		if err := c.protect(args...); err != nil {
			return gate.ExitTrouble, err
		}
		joined, err := joinReports(s.ctx, args)
		if err != nil {
			return gate.ExitTrouble, err
		}
		if flags.Changed("fail-on") {
			if joined.FailOn, err = gate.ParseFailOn(*failOn); err != nil {
				return gate.ExitTrouble, fmt.Errorf("--fail-on: %w", err)
			}
		}
		var worst rules.Severity
		for i := range joined.Findings {
			worst = max(worst, joined.Findings[i].Severity)
		}
		if c.sinks.has(report.Diff) && !hasDiffs(&joined) {
			return gate.ExitTrouble, errors.New("merge: the results hold no diffs; those of shards do, and those of " +
				"`doc-iterate check --format diff --format json --output FILE`")
		}
		for i := range joined.Documents {
			if !c.sinks.has(report.Diff) { // the result of one check would not have it either
				joined.Documents[i].Diff = ""
			}
		}
		c.fixCommand = "doc-iterate fix ."
		outcome := gate.Outcome{Trouble: len(joined.Failures) > 0, Worst: worst}
		return gate.ExitCode(gate.Policy{FailOn: joined.FailOn}, outcome), s.printReport(&c, &joined)
	}
}

// hasDiffs reports whether a report has the differences that its fixes make.
func hasDiffs(r *report.Report) bool {
	fixed := func(f report.Finding) bool { return f.Fix != nil }
	return !slices.ContainsFunc(r.Findings, fixed) ||
		slices.ContainsFunc(r.Documents, func(d report.Document) bool { return d.Diff != "" })
}

// joinReports joins the results in files, so that the exit code is that of a check of all documents.
func joinReports(ctx context.Context, names []string) (report.Report, error) {
	parts, errs := make([]report.Part, len(names)), make([]error, len(names))
	parallel.OnAll(len(names), func(i int) {
		data, err := workspace.ReadFile(ctx, names[i])
		if err == nil {
			parts[i].Name = names[i]
			parts[i].Report, err = report.Read(names[i], data)
		}
		errs[i] = err
	})
	if err := cmp.Or(errs...); err != nil {
		return report.Report{}, err
	}
	joined, err := report.Join(parts)
	if err != nil {
		return report.Report{}, fmt.Errorf("merge: %w", err)
	}
	return joined, nil
}
