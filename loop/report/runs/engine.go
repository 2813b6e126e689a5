package runs

import (
	"bufio"
	"cmp"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
)

// writeOpinions says what the reviewers say about the document as a whole.
func writeOpinions(out *bufio.Writer, opinions []engine.Opinion, s report.Style) {
	if len(opinions) > 0 {
		fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Reviews"))
	}
	for _, o := range opinions {
		fmt.Fprintf(out, "- %s\n", opinionOf(o))
	}
}

// opinionOf is what a reviewer says about the document as a whole, in a line.
func opinionOf(o engine.Opinion) string {
	says := make([]string, 0, 3)
	if o.Verdict != "" {
		says = append(says, o.Verdict)
	}
	if o.Score != nil {
		says = append(says, fmt.Sprintf("%.4g of 100", *o.Score))
	}
	if o.Feedback != "" {
		says = append(says, o.Feedback)
	}
	return wording.Visible(cmp.Or(o.Reviewer, "review")) + ": " + wording.Visible(strings.Join(says, ", "))
}

// writeConvergence says how thorough the reviews are, where reviewers are configured that could make them more so.
func writeConvergence(out *bufio.Writer, it *Iteration, s report.Style) {
	c := it.Convergence
	if c == nil {
		return
	}
	fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Convergence"))
	fmt.Fprintf(out, "%s: coverage %.0f%%, confidence %.2f, %s, %d of %s "+
		"answered\n", c.Status, 100*c.Coverage, c.Confidence,
		wording.Count(c.Conflicts, "unresolved conflict"), c.Answered, wording.Count(c.Questions, "critical question"))
	if c.EarlyExit {
		fmt.Fprintf(out, "- ended early: coverage and confidence are high enough%s\n", skipped(c.Skipped))
	}
	for _, unmet := range c.Unmet {
		fmt.Fprintf(out, "- %s\n", wording.Visible(unmet))
	}
	if c.Anomaly != "" {
		fmt.Fprintf(out, "- %s\n", wording.Visible(c.Anomaly))
	}
	for _, name := range c.Unavailable {
		fmt.Fprintf(out, "- reviewer %s failed\n", wording.Visible(name))
	}
	for _, g := range it.Gaps {
		fmt.Fprintf(out, "- open %s gap, priority %d: %s\n", g.Type, g.Priority, wording.Visible(g.Reason))
	}
}

// skipped says how many iterations were not needed.
func skipped(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("; %s not needed", isAre(n, "1 more iteration was", fmt.Sprintf("%d more iterations were", n)))
}

// writeTrace shows every decision with the rows of the table that were tried
// before the one that held, and why they did not.
func writeTrace(out *bufio.Writer, d *result.Document, s report.Style) {
	fmt.Fprintf(out, "%s\n", s.Paint(report.Bold, "### Decisions"))
	for n, decision := range d.Decisions {
		fmt.Fprintf(out, "%d. row %d: %s (%s, %s). "+
			"%s\n", n+1, decision.Row, decision.Action, decision.Control, decision.Reason, wording.Visible(decision.Message))
		for _, t := range decision.Trace {
			fmt.Fprintf(out, "   %s\n", s.Paint(report.Dim,
				wording.Visible(fmt.Sprintf("row %d, %s: no, %s", t.Row, t.When, t.Reason))))
		}
	}
	a := d.State.Assessment
	fmt.Fprintf(out, "Another pass: %s (likelihood of an improvement %.2f, expected gain %.2f)\n\n",
		a.Recommendation, a.Likelihood, a.ExpectedGain)
}
