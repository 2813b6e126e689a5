package runs

import (
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
)

// join puts together the lists of the documents of a run.
func (it *Iteration) join() {
	for i := range it.Documents {
		d := &it.Documents[i]
		it.FixesApplied = append(it.FixesApplied, d.FixesApplied...)
		it.RemainingIssues = append(it.RemainingIssues, d.RemainingIssues...)
		it.Questions = append(it.Questions, d.Questions...)
	}
	slices.SortStableFunc(it.Questions, func(a, b Question) int { return a.rank() - b.rank() })
}

// A total is the run over several documents: the sums of the numbers, and the decision of the document that needs most.
type total struct {
	Iteration
	outcomes map[string]int
}

func newTotal() total {
	return total{Iteration{
		Action: "success", Reason: "No document needed anything.", NextAction: result.NextAction{Action: result.Approve},
		FixesApplied: []AppliedFix{}, RemainingIssues: []RemainingItem{}, Questions: []Question{},
	}, map[string]int{}}
}

// add adds a document.
func (t *total) add(d *Iteration) {
	t.CurrentIteration = max(t.CurrentIteration, d.CurrentIteration)
	t.IssuesBefore += d.IssuesBefore
	t.IssuesAfter += d.IssuesAfter
	t.IssuesFixed += d.IssuesFixed
	t.IssuesRemaining += d.IssuesRemaining
	t.Counts.Add(d.Counts)
	t.Sums = t.Counts.Sums()
	t.outcomes[d.Action]++
	approved := t.NextAction.Action == result.Approve
	if weight(d.Action) > weight(t.Action) || d.Action == t.Action && approved {
		t.Action, t.NextAction = d.Action, d.NextAction
	}
}

// sum returns the total of n documents. What could not be worked on is for a person, whatever else is done.
func (t *total) sum(n int, failures []report.Failure) Iteration {
	out, done := t.Iteration, t.outcomes["success"]
	if n > 0 {
		out.Reason = fmt.Sprintf("Of %s, %d %s, %d %s.", wording.Count(n, "document"),
			done, isAre(done, "is done", "are done"), n-done, isAre(n-done, "needs you", "need you"))
	} else if len(failures) > 0 {
		out.Reason = "No document could be worked on."
	}
	if len(failures) > 0 && out.Action == "success" {
		out.Action = "escalate"
		out.NextAction = result.NextAction{Action: result.ReReview, Command: "doc-iterate check " +
			wording.ShellPath(failures[0].Path)}
	}
	return out
}

func isAre(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// weight orders outcomes by how much they ask of people.
func weight(action string) int {
	return slices.Index([]string{"success", "continue", "escalate"}, action)
}
