package loop

import (
	"context"
	"iter"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// judged is what the reviewers say about a candidate of one document, compared with what they said about its base.
type judged struct {
	doc *zone.Document
	// open is the issues that are left, raised those of them that are new, resolved those that are gone.
	open     []track.Issue
	raised   []track.Issue
	resolved []closedIssue
	// asked says that other programs had a say.
	asked bool
	// missed is the reviewers of every document that failed on it, or on a revision
	// that it comes from and have not been asked since.
	missed []string
	// again is what the reviewers that were asked again say.
	again []Review
}

// worse is the rule of the first row of the decision table.
func (j *judged) worse() bool {
	return table.Worse(len(j.resolved), len(j.raised), j.newBlockers())
}

func (j *judged) newBlockers() int {
	n := 0
	for i := range j.raised {
		if j.raised[i].Severity == rules.Blocker {
			n++
		}
	}
	return n
}

// judge reviews a candidate of d that the applied fixes made, among the others of in, with the reviewers whose findings
// are open: the built-in ones, and the other programs that raised one. Anyone else's finding is judged by the text.
func (r *run) judge(
	ctx context.Context, d *document, in *review.Corpus, candidate *zone.Document, applied []*fixers.Applied, pass int,
) (judged, error) {
	c, err := track.NewComparison(d.rev, candidate, d.open, applied, pass)
	if err != nil {
		return judged{}, err
	}
	c.Add(review.BuiltIn, in.Review(candidate, r.setOf(d.path), r.job.Reviewers))
	out := judged{doc: candidate, missed: slices.Clone(d.missed)}
	raisers := slices.DeleteFunc(slices.Clone(r.job.Externals), func(e External) bool { return !d.raised(e) })
	if out.asked = len(raisers) > 0; out.asked {
		answers, err := r.askAll(ctx, raisers, r.request(d, candidate, &c.Edits, d.state.Iteration.Current+2))
		if err != nil {
			return judged{}, err
		}
		for n, a := range answers {
			asked := raisers[n].Program()
			out.missed = slices.DeleteFunc(out.missed, func(name string) bool { return name == asked.Name })
			if rv := a.review; rv != nil {
				c.Add(asked.Name, rv.Findings)
				out.again = append(out.again, *rv)
			} else if a.failed && len(asked.For) == 0 {
				out.missed = append(out.missed, asked.Name)
			}
		}
	}
	difference := c.Finish(d.fixedIssues())
	out.open, out.raised = difference.Open, difference.Raised
	out.resolved = make([]closedIssue, len(difference.Resolved))
	for n, i := range difference.Resolved {
		o := Outcome{
			Finding: &i.Finding, Status: Fixed, Reason: ByFix, Pass: pass, VerifiedBy: ByReviewer, Raised: !i.Came(),
		}
		switch {
		case i.Remedy == review.Silence:
			o.Status, o.Reason, o.Detail = Outside, Answered, "A person said to leave the text as it is. A comment silences it."
		case i.ByEdit:
			o.VerifiedBy = ByEdit
		case !i.OwnFix:
			o.Reason = ByOtherFix
		}
		out.resolved[n] = closedIssue{i.Issue, o}
	}
	return out, nil
}

// fixedIssues yields the issues that earlier passes fixed.
func (d *document) fixedIssues() iter.Seq[*track.Issue] {
	return func(yield func(*track.Issue) bool) {
		for n := range d.closed {
			if s := &d.closed[n]; s.outcome.Status == Fixed && !yield(s.Issue) {
				return
			}
		}
	}
}
