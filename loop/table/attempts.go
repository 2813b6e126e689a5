package table

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Attempts returns a line for each pass.
func Attempts(history []Entry) []string {
	out := []string{}
	for _, e := range history {
		line := fmt.Sprintf("Iteration %d: ", e.Iteration)
		switch {
		case len(e.Tried) > 0 && len(e.FixesApplied) == 0 && e.Verdict == Accepted:
			line += fmt.Sprintf("none of the %s could be made", wording.Count(len(e.Tried), "fix"))
		case e.Verdict == Rejected:
			made := wording.Count(len(e.Tried)-len(e.Failed), "fix")
			line += fmt.Sprintf("%s made, %d resolved, %d raised, taken back", made, e.Resolved, e.Raised)
		default:
			made := wording.Count(len(e.FixesApplied), "fix")
			line += fmt.Sprintf("%s made, %d resolved, %d raised", made, e.Resolved, e.Raised)
		}
		if m := e.Metrics; m != nil && m.Gaps > 0 {
			line += fmt.Sprintf("; %s worked on, %s", wording.Count(m.Gaps, "gap"),
				wording.Count(m.FindingsNew, "new finding"))
		}
		out = append(out, line+fmt.Sprintf("; %s left", wording.Count(e.IssuesOut, "finding")))
	}
	if len(out) == 0 {
		out = append(out, "No iteration. Nothing was edited")
	}
	return out
}
