package loop

import (
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/culprit"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// attempts are the ids of the findings that a pass tries to fix, and of those whose fix could not be made.
type attempts struct{ ids, failed []string }

// attempt notes which issues of d a plan tries to fix, by the fixes that concern d, and marks those whose fix could not
// be made.
func (d *document) attempt(applied []*fixers.Applied) attempts {
	out := attempts{make([]string, 0, len(applied)), []string{}}
	for _, a := range applied {
		if a.Finding.Path == d.path {
			out.ids = append(out.ids, a.Finding.ID)
		}
	}
	slices.Sort(d.texts.failed)
	out.ids, out.failed = append(out.ids, d.texts.failed...), append(out.failed, d.texts.failed...)
	d.texts.failed = nil
	for n := range d.open {
		i := &d.open[n]
		if i.Skip != nil && track.CouldNotFix(i.Skip.Reason) && i.Attemptable() {
			i.Failed = true
			out.ids, out.failed = append(out.ids, i.ID), append(out.failed, i.ID)
		}
	}
	return out
}

// An adoption is the outcome of a pass: the proposal, the attempts, the verdict, and the fixes that were made.
type adoption struct {
	proposal
	verdict
	made  map[string][]result.Fix // by document
	tries map[string]attempts     // by document
	began time.Time
}

// joined returns a and b together, and changes neither.
func joined[T any](a, b []T) []T {
	if len(a) == 0 {
		return slices.Clip(b)
	}
	return slices.Concat(a, b)
}

// adopt makes the judged candidate the revision of d. name is its SHA-256.
func (d *document) adopt(j judged, name string) {
	d.original = source.InMemory(d.path, d.original.Bytes()) // the next revision takes its place where it is stored
	d.text, d.open, d.missed = source.InMemory(d.path, j.src), j.open, j.missed
	d.texts.written = map[review.Key]string{}
	d.state.Revision = name
	if len(d.reviews.coverage.Reviewed) > 0 {
		d.reviews.coverage.Move(d.rev())
	}
	for _, rv := range j.again {
		d.reviews.revise(rv)
	}
	d.state.Reviews = d.reviews.opinions
	open := map[review.Key]bool{}
	for _, i := range d.open {
		open[i.Key] = true
	}
	left := slices.DeleteFunc(slices.Clone(d.closed),
		func(s result.Outcome) bool { return s.Status == result.Fixed && open[s.Key] })
	d.closed = joined(left, j.resolved)
	d.name()
}

// stamp brings the last entry of d's history up to date.
func (r *run) stamp(d *document, began, now time.Time) {
	e := &d.state.Iteration.History[len(d.state.Iteration.History)-1]
	e.Open, e.Revision = track.Counted(d.open), d.state.Revision
	e.IssuesOut = track.CountOf(d.open)
	e.Timestamp, e.DurationMS = now, now.Sub(began).Milliseconds()
	used := r.take(d).Add(*e.Metrics)
	used.DurationMS = e.DurationMS
	e.Metrics = &used
}

// adoptOne adopts the pass for one document; kept says whether its candidate stands.
func (r *run) adoptOne(d *document, a *adoption, kept bool, now time.Time) {
	entry := table.Entry{
		Iteration: d.state.Iteration.Current + 1, IssuesIn: track.CountOf(d.open), Verdict: table.Accepted,
		FixesApplied: []string{}, Edited: []review.Key{},
	}
	if made := a.made[d.path]; len(made) > 0 {
		places := track.PlacesOf(d.open)
		entry.FixesApplied, entry.Edited = make([]string, 0, len(made)), make([]review.Key, 0, len(made))
		for n := range made {
			entry.FixesApplied = append(entry.FixesApplied, made[n].Finding.ID)
			entry.Edited = append(entry.Edited, places[made[n].Finding.Key])
		}
		d.fixes = joined(d.fixes, made)
	}
	j := a.judged[d.path]
	entry.Resolved, entry.Raised, entry.NewBlockers = len(j.resolved), len(j.raised), j.newBlockers()
	if kept {
		d.adopt(j, sum(j.src))
	}
	x, fell := a.rejected[d.path]
	if fell {
		entry.Verdict, entry.Because = table.Rejected, x.because(d.path)
		entry.Resolved, entry.Raised, entry.NewBlockers = x.sums(d.path)
		d.regression = x.report(a.proposal, d, entry.Because)
		d.takeBack(x.lost())
	}
	if d.done {
		return
	}
	tried := a.tries[d.path]
	entry.Tried, entry.Failed = tried.ids, tried.failed
	entry.Metrics = &engine.Metrics{Iterations: 1}
	if len(r.job.Externals)+len(r.job.Rewriters) > 0 && d.attempted != nil {
		entry.Strategy = d.attempted.Strategy
	}
	if !fell {
		entry.Metrics.FindingsNew = entry.Raised
	}
	d.state.Iteration.Current++
	d.state.Iteration.History = append(slices.Clone(d.state.Iteration.History), entry)
	r.stamp(d, a.began, now)
}

// adopt makes the judged candidates the revisions of their documents, and writes the pass into the histories of those
// that go on; in others only links were changed. It returns copies of the documents from before.
func (r *run) adopt(a adoption) map[*document]*document {
	kept := map[string]bool{}
	for _, path := range culprit.Paths(a.stand) {
		kept[path] = true
	}
	docs := slices.DeleteFunc(slices.Clone(r.docs), func(d *document) bool {
		_, fell := a.rejected[d.path]
		return d.done && !kept[d.path] && !fell
	})
	were, now := make([]document, len(docs)), r.job.Clock()
	parallel.OnAll(len(docs), func(n int) {
		defer parallel.In(docs[n].path)
		were[n] = docs[n].copy()
		r.adoptOne(docs[n], &a, kept[docs[n].path], now)
	})
	before := make(map[*document]*document, len(docs))
	for n, d := range docs {
		before[d] = &were[n]
	}
	return before
}
