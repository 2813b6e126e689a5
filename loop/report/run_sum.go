package report

import (
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
)

// join puts together the lists of the documents of a run.
func (it *Iteration) join() {
	fixes, issues := 0, 0
	for i := range it.Documents {
		fixes, issues = fixes+len(it.Documents[i].FixesApplied), issues+len(it.Documents[i].RemainingIssues)
	}
	it.Questions = []Question{}
	it.FixesApplied, it.RemainingIssues = make([]AppliedFix, 0, fixes), make([]RemainingItem, 0, issues)
	for i := range it.Documents {
		it.FixesApplied = append(it.FixesApplied, it.Documents[i].FixesApplied...)
		it.RemainingIssues = append(it.RemainingIssues, it.Documents[i].RemainingIssues...)
		it.Questions = append(it.Questions, it.Documents[i].Questions...)
	}
	slices.SortStableFunc(it.Questions, func(a, b Question) int { return a.rank() - b.rank() })
}

// sum returns the run over several documents: the sums of the numbers, and the decision of
// the document that needs most. What could not be worked on is for a person, whatever else is done.
func sum(docs []Iteration, failures []Failure) Iteration {
	out := Iteration{
		Action: "success", Reason: "No document needed anything.", FixesApplied: []AppliedFix{}, RemainingIssues: []RemainingItem{},
		Questions:  []Question{},
		NextAction: loop.NextAction{Action: loop.Approve}, Documents: docs,
	}
	outcomes := map[string]int{}
	for i := range docs {
		d := &docs[i]
		out.CurrentIteration = max(out.CurrentIteration, d.CurrentIteration)
		out.IssuesBefore += d.IssuesBefore
		out.IssuesAfter += d.IssuesAfter
		out.IssuesFixed += d.IssuesFixed
		out.IssuesRemaining += d.IssuesRemaining
		out.Counts.Add(d.Counts)
		out.Sums = out.Counts.Sums()
		outcomes[d.Action]++
		approved := out.NextAction.Action == loop.Approve
		if weight(d.Action) > weight(out.Action) || d.Action == out.Action && approved {
			out.Action, out.NextAction = d.Action, d.NextAction
		}
	}
	if n := len(docs); n > 0 {
		out.Reason = fmt.Sprintf("Of %s, %d %s, %d %s.", wording.Count(n, "document"),
			outcomes["success"], isAre(outcomes["success"], "is done", "are done"),
			n-outcomes["success"], isAre(n-outcomes["success"], "needs you", "need you"))
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
