package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// writeHookText writes what a hook says that stops a commit: no more than fifteen lines, so that there is room for
// notes in twenty.
func writeHookText(w io.Writer, r *Report, s Style) {
	const most = 12
	WriteGravest(w, r, most, s)
	fmt.Fprint(w, summaryLine(r, s))
	if r.Fails() {
		fmt.Fprint(w, "Mend them, git add what changed, and commit again.\n")
	}
}

// Fails reports whether a finding fails the run.
func (r *Report) Fails() bool {
	return r.FailOn != 0 && slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Severity >= r.FailOn })
}

// WriteGravest writes the gravest findings of a report, at most so many and one a line, and how many more there are.
// Their paths are those from the root of the repository: programs that run hooks name documents in many ways.
func WriteGravest(w io.Writer, r *Report, most int, s Style) {
	all := r.Placed(s.Place).Weighed()
	for _, f := range all[:min(len(all), most)] {
		fmt.Fprintln(w, oneLine(f))
	}
	if len(all) > most {
		fmt.Fprintf(w, "and %s (--verbose shows all)\n", wording.Count(len(all)-most, "more finding"))
	}
}

// oneLine returns a finding as one line of text.
func oneLine(f *Finding) string {
	return wording.Visible(fmt.Sprintf("%s %s %s: %s", where(f), f.Severity, f.Rule, f.Message))
}
