package report

import (
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
)

// join puts together the lists of the documents of a run.
func (it *Iteration) join() {
	fixes, issues := 0, 0
	for i := range it.Documents {
		fixes, issues = fixes+len(it.Documents[i].FixesApplied), issues+it.Documents[i].RemainingIssues.Len()
	}
	var questions []Question
	it.FixesApplied = make([]AppliedFix, 0, fixes)
	left := make([]RemainingItem, 0, issues)
	for i := range it.Documents {
		it.FixesApplied = append(it.FixesApplied, it.Documents[i].FixesApplied...)
		left = slices.AppendSeq(left, it.Documents[i].RemainingIssues.All())
		questions = slices.AppendSeq(questions, it.Documents[i].Questions.All())
	}
	slices.SortStableFunc(questions, func(a, b Question) int { return a.rank() - b.rank() })
	it.RemainingIssues, it.Questions = lazy.ListOf(left), lazy.ListOf(questions)
}

// A total is the run over several documents: the sums of the numbers, and the decision of the document that needs most.
type total struct {
	Iteration
	outcomes map[string]int
}

func newTotal() total {
	return total{Iteration{
		Action: "success", Reason: "No document needed anything.", FixesApplied: []AppliedFix{},
		NextAction: loop.NextAction{Action: loop.Approve},
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
	approved := t.NextAction.Action == loop.Approve
	if weight(d.Action) > weight(t.Action) || d.Action == t.Action && approved {
		t.Action, t.NextAction = d.Action, d.NextAction
	}
}

// sum returns the total of n documents. What could not be worked on is for a person, whatever else is done.
func (t *total) sum(n int, failures []Failure) Iteration {
	out, done := t.Iteration, t.outcomes["success"]
	if n > 0 {
		out.Reason = fmt.Sprintf("Of %s, %d %s, %d %s.", wording.Count(n, "document"),
			done, isAre(done, "is done", "are done"), n-done, isAre(n-done, "needs you", "need you"))
	} else if len(failures) > 0 {
		out.Reason = "No document could be worked on."
	}
	if len(failures) > 0 && out.Action == "success" {
		out.Action = "escalate"
		out.NextAction = loop.NextAction{Action: loop.ReReview, Command: "doc-iterate check " + wording.ShellPath(failures[0].Path)}
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
