package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/interactive"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A fixer does the runs of one command, one after the other.
type fixer struct {
	s       *session
	o       *fixOptions
	w       *workspace.Workspace
	scope   workspace.Scope
	reviews []reviewfiles.File
	answers map[string][]engine.Resolution // by document
	trails  map[string]*loop.Trail         // by document, what a run that is resumed kept
	rest    []string                       // the documents of the runs that come after this one
	allowed *programs.Leave
	person  *interactive.Session // nil where nobody is asked

	results  []*loop.Result
	failures []report.Failure
}

// runEach works on the documents of each run, one run after the other.
func (f *fixer) runEach(runs [][]workspace.Document) {
	for i, docs := range runs {
		runs[i] = nil // a run has bytes of its own: those that were read can be freed
		f.rest = workspace.Paths(slices.Concat(runs[i+1:]...))
		if f.run(docs); f.s.ctx.Err() != nil {
			break
		}
	}
	if n := history.Changing(f.results); n > 1 && !f.o.writesNothing() {
		f.w.Note("these were %d runs, by the configurations; each \"doc-iterate undo\" takes one back", n)
	}
}

// run works on the documents of a run. If it fails because of one of them, another run works on the others.
func (f *fixer) run(group []workspace.Document) {
	for docs := group; len(docs) > 0; {
		var err error
		if docs, err = f.runOnce(docs); err != nil {
			f.fail(err, group)
		}
	}
}

// runOnce does one run, and returns the documents for another one.
func (f *fixer) runOnce(docs []workspace.Document) (left []workspace.Document, err error) {
	var run *rollback.Run
	if !f.o.writesNothing() {
		if run, docs, err = f.begin(docs); err != nil || len(docs) == 0 {
			return nil, err
		}
		defer f.leave(run)
		job := history.Job{Args: f.o.typed, Answers: f.answers, Rest: f.rest}
		if err := history.SaveJob(run, job, f.reviews); err != nil { // it is still worth doing
			f.s.say("warning", "this run can't be resumed: %v", err)
		}
	}
	if f.o.writesNothing() || len(docs)+len(f.rest) == 1 { // no other run keeps the reviews
		reviewfiles.Forget(f.reviews)
	}
	result, err := f.iterate(docs, run)
	if result != nil {
		f.results = append(f.results, result)
	}
	return f.others(run, docs, err), err
}

// begin opens the run for the documents that rollback does not refuse, each under one name, and reports the others.
func (f *fixer) begin(docs []workspace.Document) (*rollback.Run, []workspace.Document, error) {
	paths, known := make([]string, len(docs)), make(map[string]rollback.Known, len(docs))
	for i, d := range docs {
		paths[i], known[d.Path] = d.Path, rollback.Known{Info: d.Info, Bytes: d.Source}
	}
	run, err := rollback.Open(f.s.ctx, rollback.Options{
		Paths: paths, Known: known, Mode: f.o.mode, AllowDirty: f.o.allowDirty, Squash: f.o.squash,
		Environ: f.s.environ, Keeper: f.w.Keeper, Notice: func(text string) { f.w.Note("%s", text) },
		Refused: func(refusal *rollback.Refusal) {
			f.s.warn("%v", refusal)
			f.failures = append(f.failures, failureOf(refusal, docs))
		},
	})
	if rollback.ReasonOf(err) == rollback.NoneLeft {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if kept := run.Documents(); len(kept) < len(docs) { // else without a copy
		slices.Sort(kept)
		docs = slices.DeleteFunc(slices.Clone(docs), func(d workspace.Document) bool {
			_, found := slices.BinarySearch(kept, d.Path)
			return !found
		})
	}
	return run, docs, nil
}

// leave ends a run. A run that was interrupted is left for resume.
func (f *fixer) leave(run *rollback.Run) {
	if f.s.ctx.Err() != nil && f.person != nil && !run.Published() { // it is as if it had not begun
		place := rollback.Place{Path: run.Documents()[0], Environ: f.s.environ}
		_ = run.Close()
		_, _ = rollback.Prune(context.WithoutCancel(f.s.ctx), place, func(r rollback.Record) bool { return r.ID == run.ID() })
		return
	}
	if f.s.ctx.Err() != nil {
		_ = run.Suspend()
		return
	}
	if err := history.Tidy(run, len(f.reviews)); err != nil {
		f.s.note("what this run kept takes more room than it needs: %v", err)
	}
	documents := run.Documents()
	_ = run.Close()
	if len(documents) > 0 {
		history.PruneOld(f.s.ctx, rollback.Place{Path: documents[0], Environ: f.s.environ}, time.Now())
	}
}

// iterate runs the loop and finishes the run.
func (f *fixer) iterate(docs []workspace.Document, run *rollback.Run) (*loop.Result, error) {
	if run != nil {
		for i := range docs {
			docs[i].Source = run.Bytes(docs[i].Path)
		}
	}
	job := f.job(docs, run)
	end := func() {}
	if f.person != nil {
		job.Person, job.Comments = f.person, f.o.remember == inComments
	} else {
		var shown *terminal.Progress
		shown, end = f.s.progress(&f.o.common, len(docs))
		job.Progress = shown.Event
	}
	result, err := loop.Run(f.s.ctx, job)
	end()
	if err != nil {
		return f.cutShort(result, run, err)
	}
	for _, w := range programs.MissingOnce(result.Warnings) {
		f.s.say("warning", "%s", w)
	}
	if run != nil {
		if _, err := run.Finish(f.s.ctx, history.SquashMessage(result.Passes)); err != nil {
			return f.cutShort(result, run, err)
		}
		if err := history.Remember(f.s.ctx, f.s.environ, docs, &result, f.o.askAgain); err != nil {
			f.s.say("warning", "later runs won't know what was answered: %v", err)
		}
	}
	return &result, nil
}

// cutShort returns the result of a run that an error ended, if it published something, and the error with a remedy.
func (f *fixer) cutShort(result loop.Result, run *rollback.Run, err error) (*loop.Result, error) {
	published := run != nil && run.Published()
	if f.s.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		switch {
		case published:
			err = errors.New(`interrupted; "doc-iterate resume" goes on with the run, ` +
				`"doc-iterate undo" takes back what it did`)
		case run != nil && f.person == nil:
			err = fmt.Errorf(`%w; "doc-iterate resume" goes on with the run`, errInterrupted)
		default:
			err = errInterrupted
		}
	}
	if !published {
		return nil, err
	}
	return &result, err
}

// others returns the documents that can still be worked on when a run failed because of one of them before anything of
// it was published: somebody saved it, say, or it caused an internal error.
func (f *fixer) others(run *rollback.Run, docs []workspace.Document, err error) []workspace.Document {
	const most = 10 // internal errors
	path := culprit(err)
	var p *parallel.Panic
	if path == "" || errors.As(err, &p) && f.s.panics >= most || run != nil && run.Published() || f.s.ctx.Err() != nil {
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(docs), func(d workspace.Document) bool { return d.Path == path })
	if len(left) == len(docs) {
		return nil
	}
	return left
}

// fail tells the user of an error and keeps it for the results.
func (f *fixer) fail(err error, docs []workspace.Document) {
	f.s.tell(err)
	f.failures = append(f.failures, failureOf(err, docs))
}

// failureOf returns an error as results have it: that of one document, or of all that a run was over.
func failureOf(err error, docs []workspace.Document) report.Failure {
	path := culprit(err)
	switch {
	case path == "" && len(docs) > 1:
		path = workspace.SharedFolder(docs)
	case path == "":
		path = docs[0].Path
	}
	return report.Failure{Path: path, Message: strings.TrimPrefix(err.Error(), path+": ")}
}

// culprit returns the document that an error is about, "" where it may be any.
func culprit(err error) string {
	refusal, p := (*rollback.Refusal)(nil), (*parallel.Panic)(nil)
	switch {
	case errors.As(err, &refusal):
		return refusal.Path
	case errors.As(err, &p):
		return p.Document
	}
	return ""
}

// job returns what the loop works on and with.
func (f *fixer) job(docs []workspace.Document, run *rollback.Run) loop.Job {
	o, set, config := f.o, docs[0].Rules, docs[0].Config
	limits := table.LimitsOf(set, o.failOn)
	limits.Blockers = o.blockers
	if o.maxPass > 0 {
		limits.Thresholds.MaxIterations = o.maxPass
	}
	job := loop.Job{
		Set: set, Sets: workspace.SetsOf(docs), Reviewers: o.reviewers(), Fixers: f.s.fixers, Limits: limits,
		Salvage: o.salvage, AlsoRules: o.alsoRules, ReviewFlags: f.reviewFlagsOf(), Ledger: history.DryLedger{},
		Files: f.w.Files(f.s.ctx, docs), Inbound: f.w.Inbound(f.s.ctx, docs), Keeper: f.w.Keeper,
	}
	beside := f.w.Beside(f.s.ctx, workspace.Group{Documents: docs})
	job.Beside = sync.OnceValue(func() []source.Stored { return source.Kept(beside()) })
	if job.Fixers == nil {
		job.Fixers = fixers.Registry()
	}
	if run != nil {
		job.Run, job.Ledger, job.Sum = run.ID(), history.NewLedger(run), run.Sum
	}
	if !o.noExternal {
		if err := f.allowed.Ask(f.s.ctx, set, config); err != nil {
			job.Externals = programs.Withheld(set, config, err)
			f.withhold(config, err)
		} else {
			job.Externals, job.Rewriters = programs.Reviewers(set, config, &f.s.times), programs.Fixers(set, config, &f.s.times)
		}
	}
	job.Targets = f.targets(docs, run)
	if !f.scope.Everything() {
		parsed := make([]*zone.Document, len(docs))
		parallel.Each(len(parsed), o.Jobs, func(i int) { parsed[i] = zone.Parse(docs[i].Path, docs[i].Source, markdown.DialectOf(docs[i].Path)) })
		all := review.NewCorpus(parsed, job.Files).Beside(job.Beside)
		filter := f.scope.Filter(workspace.Group{Documents: docs, Beside: job.Beside}, all.Files, o.reviewers(), o.Jobs)
		job.OutOfScope = filter.Excluded(all.Documents())
	}
	return job
}

// reviewFlagsOf returns the reviews as flags of a command that finds what a run leaves open.
func (f *fixer) reviewFlagsOf() string {
	var flags strings.Builder
	for _, file := range f.reviews {
		flags.WriteString("--review=" + wording.ShellWord(file.Name) + " ")
	}
	return flags.String()
}

// withhold tells the user, once, of programs that must not be started, and keeps it for the results.
func (f *fixer) withhold(config string, err error) {
	failure := report.Failure{Path: filepath.ToSlash(config), Message: err.Error()}
	if !slices.Contains(f.failures, failure) {
		f.s.warn("%v", err)
		f.failures = append(f.failures, failure)
	}
}

// targets returns the documents with what the reviews say of them, without what earlier runs fixed.
func (f *fixer) targets(docs []workspace.Document, run *rollback.Run) []loop.Target {
	var prior history.PriorOutcomes
	var memory history.Memory
	if f.o.stdin == nil {
		if !f.o.askAgain {
			memory = history.Recall(f.s.ctx, f.s.environ, docs)
		}
		prior = history.Outcomes(f.s.ctx, f.s.environ, docs, run, f.reviews)
	}
	locating := reviewfiles.Locating{Environ: f.s.environ, Current: f.o.current}
	var out []loop.Target
	dropped := 0
	for _, d := range docs {
		target := loop.Target{Path: d.Path, Source: d.Source, Resume: f.trails[d.Path],
			Answers: memory.With(d.Path, f.answers[d.Path])}
		parsed := func() *zone.Document { return zone.Parse(d.Path, d.Source, markdown.DialectOf(d.Path)) }
		target.Reviews = locating.Of(f.s.ctx, d.Path, parsed, f.reviews)
		for i := range target.Reviews {
			r := &target.Reviews[i]
			if f.o.maxPass > 0 {
				r.MaxIterations = 0 // the flag takes precedence over the review
			}
			r.Findings = history.DropResolved(r.Findings, target.Resume)
		}
		dropped += prior.DropFixed(d.Path, d.Source, target.Reviews)
		out = append(out, target)
	}
	if dropped > 0 {
		f.w.Note("earlier runs fixed %s of the review", wording.Count(dropped, "finding"))
	}
	return out
}
