// Package fixing does the work of fix and resume. It opens a run of rollback for documents that share their options,
// runs the loop on them, and keeps the results.
package fixing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/interactive"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Options say how documents are fixed.
type Options struct {
	Mode       rollback.Mode // where accepted passes go
	ReadOnly   bool          // nothing is written
	Stdin      bool          // the document is standard input: no earlier run knows it
	AllowDirty bool
	Squash     bool
	Salvage    bool
	AlsoRules  bool // with a review, fix what the rules find too
	AskAgain   bool // forget what was answered and rejected in earlier runs
	Comments   bool // what a person rejects is kept in comments
	Current    bool // the reviews are of the documents as they are now
	NoPrograms bool // configured reviewers and fixers are not started
	FailOn     rules.Severity
	Blockers   table.Blockers
	MaxPasses  int // 0: as configured
	Reviewers  []review.Reviewer
	Fixers     []fixers.Fixer
	Typed      []string // the arguments as they were typed, for resume
}

// A Console shows the user how the work goes.
type Console struct {
	Failed   func(err error)                  // work that could not be done
	Warn     func(format string, args ...any) // what could not be done
	Warning  func(format string, args ...any) // what may not be as the user expects
	Note     func(format string, args ...any) // what the user did not ask for
	Progress func(documents int) (shown *terminal.Progress, end func())
}

// A Fixer does the runs of one command, one after the other.
type Fixer struct {
	Options
	Console   Console
	Environ   []string
	Workspace *workspace.Workspace
	Scope     workspace.Scope
	Reviews   []reviewfiles.File
	Answers   map[string][]engine.Resolution // by document
	Trails    map[string]*result.Trail       // by document, what a run that is resumed kept
	Rest      []string                       // the documents of the runs after this one
	Leave     *programs.Leave
	Models    *programs.Models
	Times     *programs.Times
	Person    *interactive.Session // nil if no person is asked
	Journal   *history.Journal     // of what the person replies, nil where nothing is kept

	Results  []*result.Run
	Failures []report.Failure
	panics   int // internal errors so far
	saves    int // documents that were saved elsewhere while a person was asked
}

// Choose returns the documents of a selection that are worked on, and pairs the reviews with them. No document may be
// left, of a part of the documents or of those that are staged. That is no error of the reviews, and unreadable
// documents were reported.
func (f *Fixer) Choose(ctx context.Context, s *workspace.Selection) (docs []workspace.Document, err error) {
	docs = s.Documents
	mayBeEmpty := len(s.Failures) > 0 || len(s.Around) > 0
	if f.Workspace.Staged && len(docs) > 0 {
		mayBeEmpty = true
		if docs, _, _, err = f.Workspace.SplitStaged(ctx, docs); err != nil {
			return nil, err
		}
	}
	if len(docs) == 0 && mayBeEmpty {
		f.Reviews = nil
	}
	if err := reviewfiles.Pair(f.Reviews, docs, false, f.Workspace.Note); err != nil {
		return nil, err
	}
	f.Scope, err = f.Workspace.Scope(ctx, docs, nil)
	return docs, err
}

// Outcome returns the outcome that decides the exit code of the command.
func (f *Fixer) Outcome() gate.Outcome {
	out := gate.Outcome{Trouble: len(f.Failures) > 0, Changed: history.Changing(f.Results) > 0}
	for _, r := range f.Results {
		out.Trouble = out.Trouble || len(r.Unreviewed) > 0
		out.Escalated = out.Escalated || r.Escalated()
		out.Worst = max(out.Worst, r.Worst())
	}
	return out
}

// RunEach works on the documents of each run, one run after the other. If a run fails because of one document, another
// run works on the others.
func (f *Fixer) RunEach(ctx context.Context, runs [][]workspace.Document) {
	for i, group := range runs {
		f.Rest = workspace.Paths(slices.Concat(runs[i+1:]...))
		for docs := group; len(docs) > 0; {
			var err error
			if docs, err = f.runOnce(ctx, docs); err != nil {
				f.fail(err, group)
			}
		}
		if ctx.Err() != nil {
			break
		}
	}
	if n := history.Changing(f.Results); n > 1 && !f.ReadOnly {
		f.Workspace.Note("these were %d runs, by the configurations; each \"doc-iterate undo\" takes one back", n)
	}
}

// Resume goes on with a run that was cut short, and then works on the documents of the runs that come after it.
func (f *Fixer) Resume(ctx context.Context, run *rollback.Run, docs []workspace.Document, rest [][]workspace.Document) {
	result, err := f.iterate(ctx, docs, run)
	if err != nil {
		f.fail(err, docs)
	}
	if result != nil {
		f.Results = append(f.Results, result)
	}
	f.leave(ctx, run)
	f.RunEach(ctx, rest)
}

// runOnce does one run, and returns the documents for another one.
func (f *Fixer) runOnce(ctx context.Context, docs []workspace.Document) (left []workspace.Document, err error) {
	var run *rollback.Run
	if !f.ReadOnly {
		if run, docs, err = f.begin(ctx, docs); err != nil || len(docs) == 0 {
			return nil, err
		}
		defer f.leave(ctx, run)
		job := history.Job{Args: f.Typed, Answers: f.Answers, Rest: f.Rest}
		if err := history.SaveJob(run, job, f.Reviews); err != nil { // it is still worth doing
			f.Console.Warning("this run can't be resumed: %v", err)
		}
	}
	if f.ReadOnly || f.Person == nil && len(docs)+len(f.Rest) == 1 { // no other run keeps the reviews
		reviewfiles.Forget(f.Reviews)
	}
	result, err := f.iterate(ctx, docs, run)
	if result != nil {
		f.Results = append(f.Results, result)
	}
	if f.carries(err) {
		return docs, nil
	}
	return f.others(ctx, run, docs, err), err
}

// carries reports whether a run ended because a document was saved elsewhere while a person was asked. Another run
// carries what they decided onto the saved text. What was not committed before it is not committed then.
func (f *Fixer) carries(err error) bool {
	const most = 10
	refusal := (*rollback.Refusal)(nil)
	if f.Person == nil || !errors.As(err, &refusal) || refusal.Reason != rollback.Edited || f.saves == most {
		return false
	}
	f.saves++
	f.AllowDirty = true
	f.Person.Restart()
	f.Console.Note("%s was saved elsewhere; what you decided is carried onto that text", refusal.Path)
	return true
}

// begin opens the run for the documents that rollback does not refuse, each under one name, and reports the others.
func (f *Fixer) begin(
	ctx context.Context, docs []workspace.Document,
) (*rollback.Run, []workspace.Document, error) {
	run, err := rollback.Open(ctx, rollback.Options{
		Paths: workspace.Paths(docs), Mode: f.Mode, AllowDirty: f.AllowDirty, Squash: f.Squash,
		Environ: f.Environ, Notice: func(text string) { f.Workspace.Note("%s", text) },
		Refused: func(refusal *rollback.Refusal) {
			f.Console.Warn("%v", refusal)
			f.Failures = append(f.Failures, failureOf(refusal, docs))
		},
	})
	if rollback.ReasonOf(err) == rollback.NoneLeft {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	if kept := run.Documents(); len(kept) < len(docs) { // otherwise no copy is needed
		slices.Sort(kept)
		docs = slices.DeleteFunc(slices.Clone(docs), func(d workspace.Document) bool {
			_, found := slices.BinarySearch(kept, d.Path)
			return !found
		})
	}
	return run, docs, nil
}

// leave ends a run. A run that was interrupted is left for resume.
func (f *Fixer) leave(ctx context.Context, run *rollback.Run) {
	if ctx.Err() != nil && f.Person != nil && !run.Published() { // as if it had not begun
		place := rollback.Place{Path: run.Documents()[0], Environ: f.Environ}
		_ = run.Close()
		_, _ = rollback.Prune(context.WithoutCancel(ctx), place,
			func(r rollback.Record) bool { return r.ID == run.ID() })
		return
	}
	if ctx.Err() != nil {
		_ = run.Suspend()
		return
	}
	if err := history.Tidy(run, len(f.Reviews)); err != nil {
		f.Console.Note("what this run kept takes more room than it needs: %v", err)
	}
	documents := run.Documents()
	if len(documents) > 0 {
		place := rollback.Place{Path: documents[0], Environ: f.Environ}
		if err := history.TidyLedger(context.WithoutCancel(ctx), place); err != nil {
			f.Console.Note("what runs did takes more room than it needs: %v", err)
		}
	}
	_ = run.Close()
	if len(documents) > 0 {
		history.PruneOld(ctx, rollback.Place{Path: documents[0], Environ: f.Environ}, time.Now())
	}
}

// iterate runs the loop and finishes the run.
func (f *Fixer) iterate(
	ctx context.Context, docs []workspace.Document, run *rollback.Run,
) (*result.Run, error) {
	if run != nil {
		for i := range docs {
			read := func() ([]byte, error) { return run.Read(docs[i].Path) }
			if docs[i].Source == nil {
				docs[i].ReadWith(read)
				continue
			}
			var err error
			if docs[i].Source, err = read(); err != nil {
				return nil, err
			}
		}
	}
	job := f.job(ctx, docs, run)
	end := func() {}
	if f.Person != nil {
		job.Person, job.Comments = f.Person, f.Comments
	} else {
		var shown *terminal.Progress
		shown, end = f.Console.Progress(len(docs))
		job.Progress = shown.Event
		f.Models.Show = func(step string) { shown.Event(loop.Event{Step: step}) }
	}
	result, err := loop.Run(ctx, job)
	end()
	if err != nil {
		return f.cutShort(ctx, docs, result, run, err)
	}
	for _, w := range programs.MissingOnce(result.Warnings) {
		f.Console.Warning("%s", w)
	}
	if run != nil {
		if _, err := run.Finish(ctx, history.SquashMessage(result.Passes)); err != nil {
			return f.cutShort(ctx, docs, result, run, err)
		}
		if err := history.Remember(ctx, f.Environ, docs, &result, reviewfiles.IdentitiesOf(f.Reviews),
			f.AskAgain); err != nil {
			f.Console.Warning("later runs won't know what was answered: %v", err)
		}
	}
	return &result, nil
}

// cutShort returns the result of a run that an error ended, if it published something, and the error with a remedy.
func (f *Fixer) cutShort(
	ctx context.Context, docs []workspace.Document, result result.Run, run *rollback.Run, err error,
) (*result.Run, error) {
	published := run != nil && run.Published()
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		switch {
		case published:
			err = errors.New(`interrupted; "doc-iterate resume" goes on with the run, ` +
				`"doc-iterate undo" takes back what it did`)
		case run != nil && f.Person == nil:
			err = fmt.Errorf(`%w; "doc-iterate resume" goes on with the run`, files.ErrInterrupted)
		default:
			err = files.ErrInterrupted
		}
	}
	if !published {
		return nil, err
	}
	if f.Person != nil { // the next run carries the rest on; what can't be kept is found in the text
		_ = history.RememberFixed(ctx, f.Environ, docs, &result, reviewfiles.IdentitiesOf(f.Reviews))
	}
	return &result, err
}

// others returns the documents that can still be worked on after a run failed because of one of them, before it
// published anything: for example, another program saved the document, or it caused an internal error.
func (f *Fixer) others(
	ctx context.Context, run *rollback.Run, docs []workspace.Document, err error,
) []workspace.Document {
	const most = 10 // internal errors
	path := culprit(err)
	var p *parallel.Panic
	if path == "" || errors.As(err, &p) && f.panics >= most || run != nil && run.Published() || ctx.Err() != nil {
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(docs), func(d workspace.Document) bool { return d.Path == path })
	if len(left) == len(docs) {
		return nil
	}
	return left
}

// fail tells the user of an error and keeps it for the results.
func (f *Fixer) fail(err error, docs []workspace.Document) {
	if p := (*parallel.Panic)(nil); errors.As(err, &p) {
		f.panics++
	}
	f.Console.Failed(err)
	f.Failures = append(f.Failures, failureOf(err, docs))
}

// failureOf returns an error for the results: that of one document, or of all documents of a run.
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

// culprit returns the document that an error is about, "" if it may be any.
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
