package fixing

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// job returns the Job for the loop.
func (f *Fixer) job(ctx context.Context, docs []workspace.Document, run *rollback.Run) loop.Job {
	set, config := docs[0].Rules, docs[0].Config
	limits := table.LimitsOf(set, f.FailOn)
	limits.Blockers = f.Blockers
	if limits.Tokens == 0 && f.Models != nil {
		limits.Tokens = f.Models.Budget.Tokens
	}
	if f.MaxPasses > 0 {
		limits.Thresholds.MaxIterations = f.MaxPasses
	}
	job := loop.Job{
		Set: set, Sets: workspace.SetsOf(docs), Reviewers: f.Reviewers, Fixers: f.Fixers, Limits: limits,
		Salvage: f.Salvage, AlsoRules: f.AlsoRules, ReviewFlags: f.reviewFlagsOf(), Ledger: history.DryLedger{},
		Files: f.Workspace.Files(ctx, docs), Inbound: f.Workspace.Inbound(ctx, docs),
	}
	others := f.Workspace.OtherDocuments(ctx, workspace.Group{Documents: docs})
	job.Beside = sync.OnceValue(func() []source.Stored { return source.Kept(others()) })
	if run != nil {
		job.Run, job.Ledger = run.ID(), &history.Ledger{Run: run}
	}
	if !f.NoPrograms {
		if err := f.Models.May(ctx, f.Leave, set, config); err != nil {
			job.Externals = f.Models.Withheld(set, config, err)
			f.withhold(config, err)
		} else {
			job.Externals = f.Models.Reviewers(set, config, f.Times)
			job.Rewriters = f.Models.Fixers(set, config, f.Times)
		}
	}
	job.Targets = f.targets(ctx, docs)
	for _, t := range job.Targets {
		if len(t.Answers) > 0 && run != nil {
			history.Carry(t.Answers, t.Bytes(), history.PastOf(ctx, f.Environ, t.Path))
		}
	}
	if !f.Scope.Everything() {
		group := workspace.Group{Documents: docs, Others: job.Beside}
		filter := f.Scope.Filter(group, func() *link.Files { return job.Files }, f.Reviewers, f.Workspace.Jobs)
		job.OutOfScope = filter.Excluded(docs)
	}
	return job
}

// reviewFlagsOf returns the reviews as flags, for a command that checks what a run leaves open.
func (f *Fixer) reviewFlagsOf() string {
	var flags strings.Builder
	for _, file := range f.Reviews {
		flags.WriteString("--review=" + wording.ShellWord(file.Name) + " ")
	}
	return flags.String()
}

// withhold tells the user, once, of programs that must not be started, and keeps it for the results.
func (f *Fixer) withhold(config string, err error) {
	failure := report.Failure{Path: filepath.ToSlash(config), Message: err.Error()}
	if !slices.Contains(f.Failures, failure) {
		f.Console.Warn("%v", err)
		f.Failures = append(f.Failures, failure)
	}
}

// targets returns the documents with what the reviews say of them, without what earlier runs fixed.
func (f *Fixer) targets(ctx context.Context, docs []workspace.Document) []loop.Target {
	var memory history.Memory
	if !f.Stdin {
		memory = history.Recall(ctx, f.Environ, docs)
	}
	locating := reviewfiles.Locating{
		Environ: f.Environ, Current: f.Current, Keep: f.Person != nil || len(docs) > 1, // see carries and others
		Ledger: func(path string) *settled.Ledger { return memory.Settled(ctx, f.Environ, path) },
	}
	var out []loop.Target
	texts := workspace.Texts(docs)
	done, settledIssues := 0, 0
	for i, d := range docs {
		target := loop.Target{Stored: texts[i], Dialect: d.Dialect, Resume: f.Trails[d.Path],
			Answers: f.Answers[d.Path]}
		if !f.AskAgain {
			target.Answers = memory.With(d.Path, target.Answers)
		}
		parsed := func() *zone.Document { return zone.Parse(d.Path, texts[i].Bytes(), d.Dialect) }
		target.Reviews = locating.Of(ctx, d.Path, parsed, f.Reviews)
		for i := range target.Reviews {
			r := &target.Reviews[i]
			if f.MaxPasses > 0 {
				r.MaxIterations = 0 // the flag takes precedence over the review
			}
			r.Findings = history.DropResolved(r.Findings, target.Resume)
			done += r.Done
			if n := countSettled(r.Findings); n > 0 {
				settledIssues += n
				r.Verdict = "" // it was about these, too
			}
		}
		out = append(out, target)
	}
	if done > 0 {
		f.Workspace.Note("earlier runs fixed %s of the review", wording.Count(done, "finding"))
	}
	if n := settledIssues - done; n > 0 {
		f.Workspace.Note("settled: the text has %s of the review already", wording.Count(n, "finding"))
	}
	return out
}

func countSettled(findings []review.Finding) (n int) {
	for i := range findings {
		if findings[i].Reason.Code == review.SettledIssue {
			n++
		}
	}
	return n
}
