package main

import (
	"io"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// printFix writes the results of the runs of one command as one, beside the documents
// that could not be worked on.
func (s *session) printFix(o fixOptions, results []*loop.Result, failures []report.Failure) error {
	var whole loop.Result
	if len(results) > 0 {
		whole = *results[0]
	} else {
		if o.filters() {
			_, _ = s.out.Write(o.stdin.src)
		}
		// What there is to tell people was told; a program waits for a result, and a file
		// must not keep that of another run.
		o.stdin, o.sinks = nil, slices.DeleteFunc(slices.Clone(o.sinks), func(k sink) bool { return k.plain() && k.format == report.Text })
	}
	for _, r := range results[min(1, len(results)):] {
		whole.Documents = append(whole.Documents, r.Documents...)
		whole.Passes = append(whole.Passes, r.Passes...)
		whole.Warnings = append(whole.Warnings, r.Warnings...)
		whole.Unreviewed = append(whole.Unreviewed, r.Unreviewed...)
		whole.Elapsed += r.Elapsed
	}
	slices.Sort(whole.Unreviewed)
	whole.Unreviewed = slices.Compact(whole.Unreviewed)
	run := report.Run{Tool: tool(), Result: &whole, FailOn: o.failOn, Failures: failures, DryRun: o.diff || o.dryRun}
	if o.filters() {
		_, _ = s.out.Write(whole.Documents[0].After)
		o.sinks = slices.DeleteFunc(slices.Clone(o.sinks), sink.plain)
		style := report.Style{Rules: descriptions(), Verbose: o.verbose, Terminal: isTerminal(s.err)}
		style.Color = o.colored(s, style.Terminal)
		if !o.quiet {
			if err := report.Text.WriteRun(s.err, run, style); err != nil {
				return err
			}
		}
	}
	return s.emit(o.common, func(w io.Writer, f report.Format, style report.Style) error {
		if o.diff && f == report.Text {
			return report.Diff.WriteRun(w, run, style)
		}
		if o.statistics && (f == report.Text || f == report.JSON) {
			return report.WriteStatistics(w, f, report.RunStatistics(&whole), style)
		}
		if err := f.WriteRun(w, run, style); err != nil {
			return err
		}
		if style.Terminal && f == report.Text {
			return report.Diff.WriteRun(w, run, style)
		}
		return nil
	})
}

// filters reports whether the fixed text of standard input goes to standard
// output, and the results, for people, to standard error: nothing else was asked
// for there.
func (o fixOptions) filters() bool {
	return o.stdin != nil && !o.diff && !o.dryRun &&
		!slices.ContainsFunc(o.sinks, func(k sink) bool { return k.plain() && k.format != report.Text })
}
