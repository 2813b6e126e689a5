package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/fixing"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func defineResume(flags *pflag.FlagSet) action {
	var c common
	c.addAllowExternal(flags)
	return func(s *session, args []string) (int, error) { return s.resume(&c, args) }
}

// resume completes what a killed run had begun, and goes on with the run. The run itself can't allow programs: its
// files may have come with a repository from somebody else.
func (s *session) resume(c *common, args []string) (int, error) {
	place, id, err := s.place(args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	run, record, err := rollback.Resume(s.ctx, place, id, rollback.Options{
		Environ: s.environ, Notice: func(text string) { s.note("%s", text) },
	})
	if err != nil && id == "" {
		if waiting, dir, args := history.Waiting(s.ctx, place); waiting > 0 {
			return s.again(c, dir, args)
		}
	}
	if err != nil {
		return gate.ExitTrouble, err
	}
	if record.Undoes != "" {
		defer func() { _ = run.Suspend() }()
		return gate.ExitClean, s.resumeUndo(run, record, place)
	}
	o, f, docs, err := s.restore(run, record, c.leave(s))
	if err != nil {
		_ = run.Suspend() // the user may remove the cause of the error and resume again
		return gate.ExitTrouble, err
	}
	n := len(record.Documents)
	s.keepReplies(f, docs)
	f.Resume(s.ctx, run, docs[:n:n], workspace.ByRun(docs[n:]))
	return s.finishFix(o, f)
}

// again runs the command of a session that ended before anything was published. Leave to start programs is not taken
// from it, as resume says.
func (s *session) again(c *common, dir string, args []string) (int, error) {
	if err := s.enter(dir); err != nil {
		return gate.ExitTrouble, err
	}
	args = slices.DeleteFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--allow-external") })
	if c.allowExternal {
		args = append([]string{args[0], "--allow-external"}, args[1:]...)
	}
	s.args = args
	return s.dispatch()
}

// resumeUndo finishes an undo that was cut short. If it had not taken anything back yet, it begins a new one.
func (s *session) resumeUndo(run *rollback.Run, record rollback.Record, place rollback.Place) error {
	if err := run.Close(); err != nil {
		return err
	}
	if record.Changed() {
		s.printUndone(record)
		return nil
	}
	return s.undo(place, record.Undoes)
}

// restore returns the flags and the fixer of a run as the run left them, with its documents and then those of later
// runs of the same command.
func (s *session) restore(
	run *rollback.Run, record rollback.Record, leave *programs.Leave,
) (o *fixOptions, f *fixing.Fixer, docs []workspace.Document, err error) {
	failed := func(err error) (*fixOptions, *fixing.Fixer, []workspace.Document, error) { return nil, nil, nil, err }
	if o, f, err = s.restoreJob(run); err != nil {
		return failed(fmt.Errorf("run %s: %w", record.ID, err))
	}
	f.Leave = leave
	if f.Trails, err = history.Trails(run); err != nil {
		return failed(err)
	}
	configs := workspace.NewConfigs(s.ctx, o.Config, f.Workspace.Note)
	for _, path := range slices.Concat(record.Documents, f.Rest) {
		d := workspace.Document{Path: path}
		if d.Source, err = run.Read(path); err != nil {
			return failed(err)
		}
		if d.Config, d.Rules, err = configs.For(path); err != nil {
			return failed(err)
		}
		docs = append(docs, d)
	}
	f.Workspace.Settle(s.ctx, docs)
	if err := reviewfiles.Pair(f.Reviews, docs, true, f.Workspace.Note); err != nil {
		return failed(err)
	}
	f.Scope, err = f.Workspace.Scope(s.ctx, docs, nil)
	o.models.Before = f.Scope.Before
	return o, f, docs, err
}

// restoreJob restores the flags, the reviews and the answers of a run.
func (s *session) restoreJob(run *rollback.Run) (*fixOptions, *fixing.Fixer, error) {
	job, err := history.LoadJob(run)
	if err != nil {
		return nil, nil, err
	}
	if err := s.enter(job.Dir); err != nil {
		return nil, nil, err
	}
	o, flags := &fixOptions{}, newFlagSet("fix")
	o.add(flags)
	if err := flags.Parse(job.Args); err != nil {
		return nil, nil, err
	}
	if err := errors.Join(o.validate(), o.open(s, &o.common, o.reviews)); err != nil {
		return nil, nil, err
	}
	o.typed = job.Args
	f := s.fixer(o, o.workspace(s))
	f.Answers, f.Rest = job.Answers, job.Rest
	reader := o.reader(s, &o.common, nil)
	for _, raw := range job.Reviews {
		file, err := reader.Parse(raw)
		if err != nil {
			return nil, nil, err
		}
		f.Reviews = append(f.Reviews, file)
	}
	return o, f, nil
}

// enter makes the directory that a run was begun in the working directory, so that a run can be resumed from anywhere
// in the repository, as with git.
func (s *session) enter(dir string) error {
	if dir == "" {
		return nil
	}
	here, err := os.Stat(".")
	if there, err2 := os.Stat(dir); err == nil && err2 == nil && os.SameFile(here, there) {
		return nil
	}
	if err := os.Chdir(dir); err != nil {
		return fmt.Errorf("it was begun in %s, which can't be opened: %w", dir, wording.WithoutPath(err))
	}
	s.note("continuing in %s, where the run was begun", dir)
	return nil
}

func defineUndo(flags *pflag.FlagSet) action {
	within := flags.String("within", "", "refuse a run that changed documents outside of this `FOLDER`")
	return func(s *session, args []string) (int, error) {
		if err := refuseEmpty(flags, "within"); err != nil {
			return gate.ExitTrouble, err
		}
		place, id, err := s.place(args)
		if err != nil {
			return gate.ExitTrouble, err
		}
		place.Within = *within
		return gate.ExitClean, s.undo(place, id)
	}
}

// undo takes a run back, "" the last one, and says so.
func (s *session) undo(place rollback.Place, id string) error {
	record, err := rollback.Undo(s.ctx, place, id, func(text string) { s.note("%s", text) })
	if err != nil {
		return err
	}
	s.printUndone(record)
	if err := history.Undone(s.ctx, s.environ, record); err != nil {
		s.warn("later runs won't know that it was taken back: %v", err)
	}
	return nil
}

// printUndone says what an undo did.
func (s *session) printUndone(record rollback.Record) {
	fmt.Fprintf(s.out, "Took back run %s: %s\n", record.Undoes, shortNames(record.Documents))
}
