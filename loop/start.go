package loop

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/person"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A document is one target on its way through the passes.
type document struct {
	path string
	// original is the bytes that the run began with.
	original []byte
	rev      *zone.Document
	open     []track.Issue
	closed   []closedIssue
	state    State
	// decisions ends with the one that counts; done says that it ended the loop.
	decisions []table.Decision
	done      bool
	// stored says that a checkpoint holds a state to go on from, changed that more was
	// done since than to decide upon that state.
	stored, changed bool
	fixes           []Fix
	regression      *Regression
	// named counts, by rule, the ids that were given.
	named map[string]int
	// limits and salvage are the job's, with what a person granted this document.
	limits  table.Limits
	salvage bool
	reviews reviewLog
	missed  []string // the reviewers that were to review this revision and failed
	// texts is what external fixers wrote for open issues, notWritten the issues that they wrote nothing for, and
	// failedWrites the ids of those of this pass.
	texts        map[review.Key]string
	notWritten   map[review.Key]bool
	failedWrites []string
	// used is what programs cost since the last iteration; run.mu guards it.
	used engine.Metrics
	// refused counts the asks for which there were no tokens; run.mu guards it.
	refused int
	// gapWork is who closes which gap next; consulted holds what was asked before.
	gapWork     engine.Selection
	consulted   map[string]bool
	convergence *engine.Convergence
	// said is what the person of the job decided about edits, asked the questions that they saw; since is how many passes
	// were made before they last let the document go on.
	said  map[review.Key]said
	asked map[string]bool
	since int
	// comments says that a comment silences what the person rejects or keeps.
	comments bool
	// weighed is what the engine's last report is made from, attempted the strategy before it.
	weighed   *engine.Case
	attempted *engine.Attempt
}

// said is what a person decided about the edit of an issue.
type said struct {
	verb person.Verb
	text string // of the edit, for Make
	// whatever says that the edit follows from an answer, so that it is made whatever it is.
	whatever bool
}

// A closedIssue is an issue that left before the end. It points to the issue, which does not change any more.
type closedIssue struct {
	*track.Issue
	outcome Outcome
}

// leave returns i, which leaves before the end, with what became of it.
func leave(i track.Issue, o Outcome) closedIssue {
	o.Finding = &i.Finding
	return closedIssue{&i, o}
}

// A place is where a run has one of its documents. Most documents of a large run are clean: of those it keeps what it
// takes to make the document anew, a twentieth of its size.
type place struct {
	rev      *zone.Document // nil where there is a doc, which has its revision
	doc      *document      // nil while the document is clean
	original string         // the name of the bytes that the run began with
	silenced int            // findings that comments suppressed in the first review
}

// current returns the document in its current revision.
func (p *place) current() *zone.Document {
	if p.doc != nil {
		return p.doc.rev
	}
	return p.rev
}

// newDocument returns the document at p as it is before its first review.
func (r *run) newDocument(p *place) *document {
	d := &document{
		path: p.rev.Path, original: p.rev.Source(), rev: p.rev, limits: r.job.Limits,
		salvage: r.job.Salvage, comments: r.job.Comments,
		named: map[string]int{},
	}
	if r.othersSay() {
		d.consulted, d.texts, d.notWritten = map[string]bool{}, map[review.Key]string{}, map[review.Key]bool{}
		d.said, d.asked = map[review.Key]said{}, map[string]bool{}
	}
	d.state = State{State: table.State{
		Document: d.path, Run: r.job.Run, Original: p.original, Revision: p.original, Trend: engine.TrendUnknown,
		Iteration: table.Iteration{Max: r.job.Limits.Thresholds.MaxIterations, StartedAt: r.started, History: []table.Entry{}},
	}}
	return d
}

// othersSay reports whether anyone but the built-in reviewers and fixers has a say in the run.
func (r *run) othersSay() bool {
	return len(r.job.Externals)+len(r.job.Rewriters) > 0 || r.job.Person != nil
}

// keepIfClean lets a document in which nothing was found go after its first review, if nobody else has a say.
func (r *run) keepIfClean(d *document, t Target) {
	if r.othersSay() || len(t.Reviews)+len(t.Answers)+len(d.closed) > 0 || t.Resume != nil {
		return
	}
	if r.decide(d, r.reviewed); d.done && d.idle() {
		r.byPath[d.path].doc, r.byPath[d.path].silenced = nil, d.state.Silenced
	}
}

// clean returns a clean document as it is after the first review and the decision about it.
func (r *run) clean(p *place) *document {
	d := r.newDocument(p)
	d.state.Silenced = p.silenced
	r.decide(d, r.reviewed)
	return d
}

// at returns the document at path. Of those that a pass changes, none is clean: see wake.
func (r *run) at(path string) *document { return r.byPath[path].doc }

// wake makes the documents at these paths whole, since a pass is to change them.
func (r *run) wake(paths []string) {
	for _, path := range paths {
		if p := r.byPath[path]; p.doc == nil {
			p.doc = r.clean(p)
		}
	}
	r.gather()
}

// gather puts together the documents that are not clean.
func (r *run) gather() {
	r.docs = nil
	for n := range r.places {
		if p := &r.places[n]; p.doc != nil {
			r.docs, p.rev = append(r.docs, p.doc), nil
		}
	}
}

// start makes the first review of a document, or takes those that came in.
func (r *run) start(ctx context.Context, d *document, t Target) error {
	reviews := slices.Clone(t.Reviews)
	built := r.run.Review(d.rev, r.setOf(d.path), r.job.Reviewers)
	from := track.Baseline
	if len(reviews) == 0 {
		from = track.CameIn
		var err error
		if reviews, err = r.commission(ctx, d); err != nil {
			return err
		}
	}
	if r.job.AlsoRules {
		from = track.CameIn
	}
	if from == track.CameIn {
		d.state.Silenced = r.run.Silenced(d.path)
	}
	g := track.Gather(d.rev, nil)
	for n := range reviews {
		rv := &reviews[n]
		d.state.Silenced += rv.Silenced
		g.Admit(rv.Findings, rv.Reviewer, track.CameIn, 0)
		d.reviews.Add(*rv, nil)
		rv.Findings = nil // the issues have copies, and there may be many
		if rv.Iteration > 0 {
			d.state.Iteration.Current = max(d.state.Iteration.Current, rv.Iteration-1)
		}
		if limit := &d.limits.Thresholds.MaxIterations; rv.MaxIterations > 0 && rv.MaxIterations < *limit {
			*limit, d.state.Iteration.Max = rv.MaxIterations, rv.MaxIterations
		}
	}
	if len(reviews) == 0 {
		d.reviews.coverage.Add(nil) // the built-in reviewers look at everything
	}
	g.Absorb(built)
	g.Admit(built, review.BuiltIn, from, 0)
	d.open = g.Issues
	d.exclude(r.job.OutOfScope, 0)
	slices.SortStableFunc(d.open, track.ByPlace)
	d.name()
	r.applyAnswers(d, t.Answers)
	if len(d.open) == 0 {
		d.rev.Forget() // most documents of a large run are clean
		r.keepIfClean(d, t)
	}
	return nil
}

// commission asks the configured reviewers that review every document.
func (r *run) commission(ctx context.Context, d *document) ([]Review, error) {
	reviewers := slices.DeleteFunc(slices.Clone(r.job.Externals), func(e External) bool { return len(e.Program().For) > 0 })
	answers, err := r.askAll(ctx, reviewers, r.request(d, d.rev, nil, d.state.Iteration.Current+1))
	if err != nil {
		return nil, err
	}
	var reviews []Review
	for n, a := range answers {
		if rv := a.review; rv != nil {
			rv.MaxIterations = 0 // which is for who runs the reviewer to say
			reviews = append(reviews, *rv)
		} else if a.failed {
			d.missed = append(d.missed, reviewers[n].Program().Name)
		}
	}
	return reviews, nil
}

// name gives ids to the open issues that have none, and to what came in and is one with them.
func (d *document) name() {
	taken := map[string]bool{}
	var unnamed []*review.Finding
	note := func(f *review.Finding) {
		if taken[f.ID] = true; f.ID == "" {
			unnamed = append(unnamed, f)
		}
	}
	for n := range d.open {
		note(&d.open[n].Finding)
	}
	for n := range d.open {
		for t := range d.open[n].Duplicates() {
			note(&d.open[n].Duplicates()[t])
		}
	}
	for _, s := range d.closed {
		taken[s.ID] = true
	}
	for _, f := range unnamed {
		base := cmp.Or(f.Rule, "finding")
		for f.ID == "" {
			d.named[base]++
			if id := fmt.Sprintf("%s-%d", base, d.named[base]); !taken[id] {
				f.ID = id
			}
		}
	}
}

// exclude shuts what is none of the run's business among the open issues, those before the given one aside, which were
// asked about. What the caller left out stays in the baseline: its reviewer raises it again, and that is nothing new.
func (d *document) exclude(outOfScope func([]review.Finding) []string, from int) {
	open := d.open[:from]
	for n := from; n < len(d.open); n++ {
		i := &d.open[n]
		if reason, detail := d.outside(i); reason != "" {
			d.closeOut(i, reason, detail)
		} else {
			open = append(open, *i)
		}
	}
	d.open = open
	if outOfScope == nil || len(open) == from {
		return
	}
	for n, detail := range outOfScope(d.inOriginal(open)) {
		if n >= from && detail != "" {
			d.closeOut(&open[n], Deselected, detail)
			open[n].Origin = track.Baseline
		}
	}
}

// inOriginal returns the findings of issues at their places in the original bytes, which tell what is in scope.
func (d *document) inOriginal(issues []track.Issue) []review.Finding {
	out := make([]review.Finding, len(issues))
	for n := range issues {
		out[n] = issues[n].Finding
	}
	if now := d.rev.Source(); !bytes.Equal(now, d.original) {
		back := source.NewMapping(source.Between(now, d.original))
		for n := range out {
			out[n].Span, _ = track.Carry(back, out[n].Span)
		}
	}
	return out
}

// closeOut closes an issue that is none of the run's business.
func (d *document) closeOut(i *track.Issue, reason StatusReason, detail string) {
	if i.Counts() {
		d.closed = append(d.closed, leave(*i, Outcome{Status: Outside, Reason: reason, Detail: detail, Raised: !i.Came()}))
	}
}

// outside says why an issue is none of a run's business whatever it is about.
func (d *document) outside(i *track.Issue) (StatusReason, string) {
	switch {
	case i.Path != d.path:
		return OtherDocument, "It is about " + i.Path + "."
	case i.State == review.Located && d.rev.Suppressed(i.Source, i.Rule, i.Span.Start):
		return SwitchedOff, "A comment in the document switches the rule off here."
	}
	return "", ""
}

// sum returns the name of a revision where the job has no Sum: the SHA-256.
func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// put reports whether the person put the edit of an issue off.
func (d *document) put(key review.Key) bool {
	was, decided := d.said[key]
	return decided && was.verb == person.Leave && !was.whatever
}
