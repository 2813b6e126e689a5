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

// convergenceLines says how thorough the reviews are, where reviewers are configured that could make them more so.
func convergenceLines(it *Iteration) []string {
	c := it.Convergence
	if c == nil {
		return nil
	}
	out := []string{fmt.Sprintf("%s: coverage %.0f%%, confidence %.2f, %s, %d of %s answered", c.Status, 100*c.Coverage,
		c.Confidence, wording.Count(c.Conflicts, "unresolved conflict"), c.Answered,
		wording.Count(c.Questions, "critical question"))}
	if c.EarlyExit {
		out = append(out, "ended early: coverage and confidence are high enough"+skipped(c.Skipped))
	}
	out = append(out, c.Unmet...)
	if c.Anomaly != "" {
		out = append(out, c.Anomaly)
	}
	for _, name := range c.Unavailable {
		out = append(out, "reviewer "+name+" failed")
	}
	for _, g := range it.Gaps {
		out = append(out, fmt.Sprintf("open %s gap, priority %d: %s", g.Type, g.Priority, g.Reason))
	}
	return out
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

// judged reports whether the engine judged a document.
func judged(d *result.Document) bool { return d.Evaluated != nil }

// consulted reports whether the engine judged a document about which other programs or models were asked.
func consulted(d *result.Document) bool { return judged(d) && d.Metrics.Programs > 0 }

// engineLines says which strategies the passes followed, what another one would be for, and what is left of the budget.
// There are none where nobody was asked but linters.
func engineLines(d *result.Document) (out []string) {
	if !consulted(d) || d.Metrics.Tokens == 0 && d.Convergence == nil {
		return nil
	}
	for _, e := range d.State.Iteration.History {
		if e.Strategy != "" {
			out = append(out, fmt.Sprintf("Pass %d: %s.", e.Iteration, e.Strategy))
		}
	}
	e, a, b := d.Evaluation(), d.State.Assessment, d.Evaluated.Budget
	if len(e.Triggers) > 0 {
		count, types := map[engine.TriggerType]int{}, []string{}
		for _, t := range e.Triggers {
			if count[t.Type]++; count[t.Type] == 1 {
				types = append(types, string(t.Type))
			}
		}
		for n, is := range types {
			if all := count[engine.TriggerType(is)]; all > 1 {
				types[n] = fmt.Sprintf("%s (%d)", is, all)
			}
		}
		next := fmt.Sprintf("Another pass would %s, for %s: likelihood of an improvement %.2f, expected gain %.2f",
			e.Strategy.Type, strings.Join(types, ", "), a.Likelihood, a.ExpectedGain)
		if a.DiminishingReturns {
			next += ", diminishing returns"
		}
		out = append(out, next+".")
	}
	spent := fmt.Sprintf("Budget: %s, %s", of(b.CurrentIteration, b.MaxIterations, "iteration"),
		of(b.UsedTokens, b.TokenBudget, "token"))
	if len(e.Budget.Blockers) > 0 {
		spent += "; another pass lacks " + strings.Join(e.Budget.Blockers, ", ")
	}
	return append(out, strings.TrimSpace(spent+". "+strings.Join(e.Budget.Warnings, " ")))
}

// of says how much of a limit is used; a limit of 0 bounds nothing.
func of(used, limit int, noun string) string {
	if limit == 0 {
		return wording.Count(used, noun)
	}
	return fmt.Sprintf("%d of %s", used, wording.Count(limit, noun))
}

// writeEngine writes how far the reviews converged, and what the engine made of a document.
func writeEngine(out *bufio.Writer, it *Iteration, d *result.Document, s report.Style) {
	for n, line := range convergenceLines(it) {
		dash := "- "
		if n == 0 {
			fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Convergence"))
			dash = ""
		}
		fmt.Fprintf(out, "%s%s\n", dash, wording.Visible(line))
	}
	for n, line := range engineLines(d) {
		if n == 0 {
			fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Engine"))
		}
		fmt.Fprintf(out, "- %s\n", line)
	}
}
