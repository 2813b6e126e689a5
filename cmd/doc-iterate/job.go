package main

import (
	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// job puts together what the loop works on and with.
func (s *session) job(o fixOptions, sc scope, docs []document, run *rollback.Run, reviews []reviewFile) loop.Job {
	set := docs[0].set
	limits := loop.LimitsOf(set, o.failOn)
	limits.Blockers = o.blockers
	if o.maxPass > 0 {
		limits.Thresholds.MaxIterations = o.maxPass
	}
	job := loop.Job{
		Set: set, Reviewers: o.reviewers(), Fixers: s.fixers, Limits: limits,
		Salvage: o.salvage, AlsoRules: o.alsoRules, Ledger: dryLedger{}, Files: s.files(o.common, docs),
		Inbound: s.inbound(docs),
	}
	if job.Fixers == nil {
		job.Fixers = fixers.Registry()
	}
	if run != nil {
		job.Run, job.Ledger, job.Sum = run.ID(), &ledger{run: run}, run.Sum
	}
	if o.external {
		job.Externals = s.externals(set, docs[0].file)
		job.Rewriters = s.rewriters(set, docs[0].file)
	}
	job.Targets = s.targets(o, docs, run, reviews)
	job.OutOfScope = s.outOfScope(o.common, sc, docs, job)
	return job
}

// targets is the documents with what the reviews say of them, but for what earlier
// runs fixed.
func (s *session) targets(o fixOptions, docs []document, run *rollback.Run, reviews []reviewFile) []loop.Target {
	var before dealings
	if o.stdin == nil {
		before = s.dealtWith(docs, run, reviews)
	}
	var out []loop.Target
	gone := 0
	for _, d := range docs {
		target := loop.Target{Path: d.path, Source: d.src, Resume: d.trail, Answers: d.answers}
		target.Reviews = s.reviewsOf(o.reviewFlags, d.path, d.src, reviews)
		for i := range target.Reviews {
			if o.maxPass > 0 {
				target.Reviews[i].MaxIterations = 0 // who asks for a number means it
			}
			target.Reviews[i].Findings = unfinished(target.Reviews[i].Findings, d.trail)
		}
		gone += before.settle(d, target.Reviews)
		out = append(out, target)
	}
	if gone > 0 {
		s.note(o.common, "earlier runs fixed %s of the review", wording.Count(gone, "finding"))
	}
	return out
}

// outOfScope is what the loop asks about the findings of a document, nil where
// nothing is out of scope.
func (s *session) outOfScope(c common, sc scope, docs []document, job loop.Job) func([]review.Finding) []string {
	if !sc.changed && sc.baseline == nil {
		return nil
	}
	parsed := make([]*review.Document, len(job.Targets))
	parallel.Each(len(parsed), c.jobs, func(i int) { parsed[i] = review.Parse(job.Targets[i].Path, job.Targets[i].Source) })
	run := review.NewCorpus(parsed, job.Files)
	return sc.of(docs, nil, run.Files, docs[0].set, c.reviewers(), c.jobs).excluded(run.Documents())
}
