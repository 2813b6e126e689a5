package fixing

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// job returns the Job for the loop.
func (f *Fixer) job(ctx context.Context, docs []workspace.Document, run *rollback.Run) loop.Job {
	set, config := docs[0].Rules, docs[0].Config
	limits := table.LimitsOf(set, f.FailOn)
	limits.Blockers = f.Blockers
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
		job.Run, job.Ledger, job.Sum = run.ID(), &history.Ledger{Run: run}, run.Sum
	}
	if !f.NoPrograms {
		if err := f.Leave.Ask(ctx, set, config); err != nil {
			job.Externals = programs.Withheld(set, config, err)
			f.withhold(config, err)
		} else {
			job.Externals, job.Rewriters = programs.Reviewers(set, config, f.Times), programs.Fixers(set, config, f.Times)
		}
	}
	job.Targets = f.targets(ctx, docs, run)
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
func (f *Fixer) targets(ctx context.Context, docs []workspace.Document, run *rollback.Run) []loop.Target {
	var prior history.PriorOutcomes
	var memory history.Memory
	if !f.Stdin {
		if !f.AskAgain {
			memory = history.Recall(ctx, f.Environ, docs)
		}
		prior = history.Outcomes(ctx, f.Environ, docs, run, f.Reviews)
	}
	locating := reviewfiles.Locating{Environ: f.Environ, Current: f.Current}
	var out []loop.Target
	dropped := 0
	for _, d := range docs {
		target := loop.Target{Path: d.Path, Source: d.Source, Resume: f.Trails[d.Path],
			Answers: memory.With(d.Path, f.Answers[d.Path])}
		parsed := func() *zone.Document { return zone.Parse(d.Path, d.Source, markdown.DialectOf(d.Path)) }
		target.Reviews = locating.Of(ctx, d.Path, parsed, f.Reviews)
		for i := range target.Reviews {
			r := &target.Reviews[i]
			if f.MaxPasses > 0 {
				r.MaxIterations = 0 // the flag takes precedence over the review
			}
			r.Findings = history.DropResolved(r.Findings, target.Resume)
		}
		dropped += prior.DropFixed(d.Path, d.Source, target.Reviews)
		out = append(out, target)
	}
	if dropped > 0 {
		f.Workspace.Note("earlier runs fixed %s of the review", wording.Count(dropped, "finding"))
	}
	return out
}
