package loop

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// judged is the review of a candidate of one document, compared with that of its base.
type judged struct {
	src []byte // of the candidate
	// open are the issues that are left, raised those of them that are new, resolved those that are gone.
	open     []track.Issue
	raised   []track.Issue
	resolved []result.Outcome
	// asked says that other programs reviewed it.
	asked bool
	// missed are the reviewers of every document that failed on it, or that failed on an earlier revision and were not
	// asked since.
	missed []string
	// again are the reviews of the reviewers that were asked again.
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

// judge reviews a candidate of d that the applied fixes made, among the other candidates of in. It asks the built-in
// reviewers and the programs that have open findings. The findings of other reviewers are judged by the text.
func (r *run) judge(
	ctx context.Context, d *document, in *review.Corpus, candidate *zone.Document, applied []*fixers.Applied, pass int,
) (judged, error) {
	c, err := track.NewComparison(d.src(), candidate, d.open, applied, pass)
	if err != nil {
		return judged{}, err
	}
	c.Add(review.BuiltIn, false, in.Review(candidate, r.setOf(d.path), r.job.Reviewers))
	out := judged{src: candidate.Source(), missed: slices.Clone(d.missed)}
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
				c.Add(asked.Name, asked.Varies, rv.Findings)
				out.again = append(out.again, *rv)
			} else if a.failed && len(asked.For) == 0 {
				out.missed = append(out.missed, asked.Name)
			}
		}
	}
	difference := c.Finish(d.fixedIssues())
	out.open, out.raised = difference.Open, difference.Raised
	out.resolved = make([]result.Outcome, len(difference.Resolved))
	for n, i := range difference.Resolved {
		o := result.Outcome{Issue: i.Issue, Status: result.Fixed, Reason: result.ByFix, Pass: pass,
			VerifiedBy: result.ByReviewer, Raised: !i.Came()}
		switch {
		case i.Remedy == review.Silence:
			o.Status, o.Reason, o.Detail = result.Outside, result.Answered,
				"A person said to leave the text as it is. A comment silences it."
		case i.ByEdit:
			o.VerifiedBy = result.ByEdit
		case !i.OwnFix:
			o.Reason = result.ByOtherFix
		}
		out.resolved[n] = o
	}
	return out, nil
}

// docsOf returns the candidates that were judged.
func docsOf(verdicts map[string]judged) map[string][]byte {
	out := map[string][]byte{}
	for path, j := range verdicts {
		out[path] = j.src
	}
	return out
}

// errOutOfTime says that the time budget was used up before all candidates were judged.
var errOutOfTime = errors.New("the time budget is used up")

// judgeAll judges the candidates of all documents that the fixes in mine change. If other programs say that a document
// got worse, it asks them once more: a program that answers differently each time is no reason to blame a fix.
func (r *run) judgeAll(
	ctx context.Context, p proposal, candidates map[string][]byte, mine map[string][]*fixers.Applied,
) (map[string]judged, error) {
	paths := slices.Sorted(maps.Keys(candidates))
	verdicts, revised := make(map[string]judged, len(paths)), make(map[string]source.Stored, len(paths))
	var revisions []source.Stored
	for _, path := range paths {
		revised[path] = source.InMemory(path, candidates[path])
		revisions = append(revisions, revised[path])
	}
	together := r.corpus.With(revised)
	r.expect(revisions)
	var mu sync.Mutex
	err := each(ctx, len(paths), func(n int) error {
		if p.edited == nil && r.outOfTime() { // a person's edit is judged in any case
			return errOutOfTime
		}
		d := r.at(paths[n])
		defer parallel.In(d.path)
		r.report(p.number, d.path, "review")
		candidate := together.Document(d.path)
		j, err := r.judge(ctx, d, together, candidate, mine[d.path], p.number)
		if err == nil && j.worse() && j.asked {
			j, err = r.judge(ctx, d, together, candidate, mine[d.path], p.number)
		}
		mu.Lock()
		defer mu.Unlock()
		verdicts[d.path] = j
		return err
	})
	return verdicts, err
}
