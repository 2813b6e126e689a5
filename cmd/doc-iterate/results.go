package main

import (
	"io"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// printFix writes the results of the runs of one command as one.
func (s *session) printFix(o fixOptions, results []*loop.Result) error {
	if len(results) == 0 {
		return nil
	}
	whole := *results[0]
	for _, r := range results[1:] {
		whole.Documents = append(whole.Documents, r.Documents...)
		whole.Passes = append(whole.Passes, r.Passes...)
		whole.Warnings = append(whole.Warnings, r.Warnings...)
		whole.Elapsed += r.Elapsed
	}
	run := report.Run{Tool: tool(), Result: &whole, FailOn: o.failOn, DryRun: o.dry()}
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
