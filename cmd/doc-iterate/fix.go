package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/fixing"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/interactive"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/runs"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// fixOptions are the flags of fix. validate checks them and sets the fields that follow from them.
type fixOptions struct {
	common
	reviewFlags
	modelFlags
	mode         rollback.Mode
	diff         bool
	dryRun       bool
	alsoRules    bool
	allowDirty   bool
	squash       bool
	salvage      bool
	blockers     table.Blockers
	answers      string
	askAgain     bool
	interactive  bool
	remember     string
	nonZeroOnFix bool
	typed        []string            // the arguments as they were typed, for resume
	stdin        *workspace.Document // what - stands for, nil if it is not among the paths

	commitName, blockersName string // as they were typed
}

func (o *fixOptions) add(flags *pflag.FlagSet) {
	o.common.add(flags)
	hide(flags, "write-baseline") // refused, with a pointer to check
	o.reviewFlags.add(flags, "resolve the findings of this review `FILE`; - is standard input")
	flags.StringVar(&o.commitName, "commit", "",
		"`WHERE` accepted passes go: branch (unless that can't be), record (private history), none (no git writes)")
	flags.BoolVar(&o.diff, "diff", false, "print the difference that the run would make; write nothing")
	o.modelFlags.add(flags)
	o.fixes = true
	flags.BoolVar(&o.dryRun, "dry-run", false, "print the result that the run would have; write nothing")
	flags.BoolVar(&o.alsoRules, "also-rules", false, "with a review, fix what the rules find too")
	flags.BoolVar(&o.Unsafe, "unsafe-fixes", false,
		"also make fixes that change words by a guess; with -i you are asked")
	flags.BoolVar(&o.allowDirty, "allow-dirty", false, "work on documents with changes that are not committed")
	flags.BoolVar(&o.squash, "squash", false, "make one commit at the end instead of one a pass")
	flags.BoolVar(&o.salvage, "salvage", false, "keep the largest good part of a pass that is taken back")
	flags.StringVar(&o.blockersName, "blockers", "fix",
		"`WHAT` to do where only a person can resolve a blocker: fix (the rest first) or stop")
	flags.StringVar(&o.answers, "answers", "",
		"obey this `FILE` of answers to earlier questions, instead of answers.json beside the document and here")
	flags.BoolVar(&o.askAgain, "ask-again", false, "forget what was answered and rejected in earlier runs")
	flags.BoolVarP(&o.interactive, "interactive", "i", false, "decide about every edit and answer what is left, on a "+
		"terminal")
	flags.StringVar(&o.remember, "remember", "",
		"with -i, keep what you reject out of checks: `HOW` is comment, for comments in the documents, or a baseline file")
	flags.BoolVar(&o.hook, "hook", false,
		"work as a hook: take what is staged, commit nothing and stage nothing, and print little")
	flags.BoolVar(&o.nonZeroOnFix, "exit-non-zero-on-fix", false, "exit with 1 when something was fixed")
}

func (o *fixOptions) validate() error {
	if err := o.common.validate(); err != nil {
		return err
	}
	if o.remember != "" && !o.interactive {
		return errors.New("--remember needs --interactive: it keeps what you decide in a session")
	}
	if o.writeBaseline != "" {
		return errors.New("--write-baseline: `doc-iterate check` writes baselines; fix only reads them")
	}
	switch o.commitName {
	case "", "auto":
		o.mode = rollback.ModeAuto
	case "branch", "record", "none":
		o.mode = rollback.Mode(o.commitName)
	default:
		return fmt.Errorf("--commit %s: want branch, record or none", o.commitName)
	}
	if o.hook {
		if o.commitName != "" && o.commitName != "record" {
			return fmt.Errorf("--hook: a hook records passes and never commits; leave out --commit=%s", o.commitName)
		}
		o.mode, o.allowDirty = rollback.ModeRecord, true
	}
	switch o.blockersName {
	case "fix":
		o.blockers = table.BlockersFix
	case "stop":
		o.blockers = table.BlockersStop
	default:
		return fmt.Errorf("--blockers %s: want fix or stop", o.blockersName)
	}
	if o.interactive && !interactive.Terminals() {
		return errors.New("--interactive needs a terminal: run it where you can type, or leave it out")
	}
	return o.reviewFlags.validate()
}

// remembersIn returns the file of the baseline that remembers the decisions of a session, "" for none.
func (o *fixOptions) remembersIn() string {
	if o.remember == inComments {
		return ""
	}
	return o.remember
}

// inComments is the value of --remember for comments in the documents.
const inComments = "comment"

// writesNothing reports whether the run must not write.
func (o *fixOptions) writesNothing() bool { return o.diff || o.dryRun || o.stdin != nil }

// printsText reports whether the fixed text of standard input goes to standard output, because no flag asks for
// something else there. Then the results, for people, go to standard error.
func (o *fixOptions) printsText() bool {
	return o.stdin != nil && !o.diff && !o.dryRun &&
		!slices.ContainsFunc(o.sinks, func(k sink) bool { return k.toStdout() && k.format != report.Text })
}

// shortForm returns the command that has no name: doc-iterate PATH REVIEW.
func shortForm() command {
	about := "Resolve the findings of a review in a document.\n\nThe same as doc-iterate fix --review REVIEW PATH."
	return command{"", "PATH REVIEW", "", about, defineFix(func(o *fixOptions, args []string) ([]string, error) {
		if err := shortArguments(args, o.reviews); err != nil {
			return nil, err
		}
		o.reviews = append(o.reviews, args[1])
		return args[:1], nil
	})}
}

// fixPaths returns the paths of the documents that the arguments of fix name.
func fixPaths(_ *fixOptions, args []string) ([]string, error) {
	if len(args) == 0 {
		return nil, errors.New("fix: name the documents or folders to work on")
	}
	return args, refuseData(args)
}

// defineFix defines a form of fix. It has paths take the paths of documents, and maybe reviews, from the arguments.
func defineFix(paths func(o *fixOptions, args []string) ([]string, error)) func(*pflag.FlagSet) action {
	return func(flags *pflag.FlagSet) action {
		var o fixOptions
		o.add(flags)
		return func(s *session, args []string) (int, error) {
			err := o.validate()
			if err == nil {
				args, err = paths(&o, args)
			}
			if err == nil {
				err = o.open(s, &o.common, o.reviews)
			}
			if err != nil {
				return gate.ExitTrouble, err
			}
			return s.fix(&o, args)
		}
	}
}

// fix resolves findings in the documents that the arguments name, and prints what became of them.
func (s *session) fix(o *fixOptions, args []string) (int, error) {
	o.typed, s.brief = s.typed, o.inHook(s)
	if err := o.checkStdin(args); err != nil {
		return gate.ExitTrouble, err
	}
	reviews, err := o.reader(s, &o.common, args).Read(s.ctx, o.reviews)
	if err != nil {
		return gate.ExitTrouble, err
	}
	w := o.workspace(s)
	w.Aside, w.Unsafe = len(o.reviews) > 0 && !o.alsoRules, o.Unsafe || o.interactive
	selection, err := w.Open(s.ctx, args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	o.stdin = selection.Stdin
	if err := o.protectInputs(s.ctx, &selection); err != nil {
		return gate.ExitTrouble, err
	}
	f := s.fixer(o, w)
	f.Reviews, f.Failures = reviews, selection.Failures
	docs, err := f.Choose(s.ctx, &selection)
	if err != nil {
		return gate.ExitTrouble, err
	}
	if _, err := s.plan(&o.modelFlags, &o.common, docs, f.Scope); err != nil {
		return gate.ExitTrouble, err
	}
	if f.Answers, err = history.Answers(s.ctx, s.environ, o.answers, docs, f.Workspace.Note); err != nil {
		return gate.ExitTrouble, err
	}
	s.keepReplies(f, docs)
	f.RunEach(s.ctx, workspace.ByRun(docs))
	return s.finishFix(o, f)
}

// checkStdin refuses two uses of standard input.
func (o *fixOptions) checkStdin(args []string) error {
	review, document := slices.Contains(o.reviews, "-"), slices.Contains(args, "-")
	switch {
	case review && document:
		return errStdinTwice
	case o.interactive && (review || document):
		return errors.New("--interactive: standard input is where you type; name a file instead of -")
	}
	return nil
}

// protectInputs refuses to write over what the run reads, and to add to a file that is no baseline.
func (o *fixOptions) protectInputs(ctx context.Context, selection *workspace.Selection) error {
	inputs := append(selection.Inputs(), o.reviews...)
	inputs = append(inputs, o.Baseline, o.Config, cmp.Or(o.answers, history.AnswersFile))
	if err := o.protect(inputs...); err != nil {
		return err
	}
	if o.remembersIn() == "" {
		return nil
	}
	return workspace.BaselineToAdd(ctx, o.remember)
}

// fixer returns the Fixer for the runs that the flags ask for.
func (s *session) fixer(o *fixOptions, w *workspace.Workspace) *fixing.Fixer {
	f := &fixing.Fixer{
		Options: fixing.Options{
			Mode: o.mode, ReadOnly: o.writesNothing(), Stdin: o.stdin != nil, AllowDirty: o.allowDirty,
			Squash: o.squash, Salvage: o.salvage, AlsoRules: o.alsoRules, AskAgain: o.askAgain, Current: o.current,
			Comments: o.remember == inComments, NoPrograms: o.noExternal, FailOn: o.failOn, Blockers: o.blockers,
			MaxPasses: o.maxPass, Reviewers: o.reviewers(), Fixers: s.fixers, Typed: o.typed,
		},
		Console: fixing.Console{
			Failed: s.tell, Warn: s.warn, Note: s.note,
			Warning:  func(format string, args ...any) { s.say("warning", format, args...) },
			Progress: func(documents int) (*terminal.Progress, func()) { return s.progress(&o.common, documents) },
		},
		Environ: s.environ, Workspace: w, Leave: o.leave(s), Models: o.models, Times: &s.times, Person: o.person(s),
	}
	if f.Fixers == nil {
		f.Fixers = fixers.Registry()
	}
	return f
}

// exitInterrupted is the exit code of an interactive run that Ctrl-C ended.
const exitInterrupted = 130

// person returns the session that asks the person, nil if the run asks no one. A terminal that is closed interrupts s.
func (o *fixOptions) person(s *session) *interactive.Session {
	if !o.interactive {
		return nil
	}
	var interrupt func()
	s.ctx, interrupt = context.WithCancel(s.ctx)
	return interactive.New(s.in, s.out, o.style(s, s.out).Color, s.environ, interrupt)
}

// keepReplies has what a person replies kept until the runs end.
func (s *session) keepReplies(f *fixing.Fixer, docs []workspace.Document) {
	if f.Person != nil && !f.ReadOnly && len(docs) > 0 {
		f.Journal = history.OpenJournal(s.ctx, s.environ, docs, s.args)
		f.Person.Keep(f.Journal)
	}
}

// endSession forgets the replies of a session whose runs ended, and says what became of those of another.
func (s *session) endSession(f *fixing.Fixer) {
	if f.Journal == nil {
		return
	}
	var done []string
	for _, r := range f.Results {
		for n := range r.Documents {
			done = append(done, r.Documents[n].Path)
		}
	}
	if err := f.Journal.Close(done); err != nil {
		s.warn("what was decided is kept, though it is done: %v", err)
	}
	if n := f.Journal.Waiting(); n > 0 {
		f.Workspace.Note("%s kept; the same command, or `doc-iterate resume`, goes on", wording.Count(n, "answer"))
	}
}

// finishFix prints the results and returns the exit code.
func (s *session) finishFix(o *fixOptions, f *fixing.Fixer) (int, error) {
	o.modelFlags.end()
	out := f.Outcome()
	if o.diff && !out.Changed && out.Worst > 0 {
		f.Workspace.Note("nothing would change; --dry-run instead of --diff says what is left, and why")
	}
	code := gate.ExitCode(gate.Policy{FailOn: o.failOn, OnFix: o.nonZeroOnFix}, out)
	err := s.printFix(*o, f)
	if !f.ReadOnly {
		if err := history.DropObeyed(s.ctx, s.environ, o.answers, f.Results); err != nil {
			s.say("warning", "what was answered stays in the file of answers: %v", err)
		}
	}
	if f.Person == nil {
		return code, err
	}
	if s.ctx.Err() != nil {
		if f.Journal != nil && f.Journal.Waiting() > 0 {
			f.Workspace.Note("%s kept; the same command, or `doc-iterate resume`, goes on",
				wording.Count(f.Journal.Waiting(), "answer"))
		}
		return exitInterrupted, err
	}
	s.endSession(f)
	if o.remembersIn() != "" {
		n, failed := workspace.AddToBaseline(s.ctx, o.remember, history.Decided(f.Results))
		if failed != nil {
			return gate.ExitTrouble, errors.Join(err, failed)
		}
		f.Workspace.Note("%s knows %s now", o.remember, wording.Count(n, "finding"))
	}
	if n := history.Unsilenced(f.Results); n > 0 && o.remember == inComments {
		f.Workspace.Note("no comment can silence %s: fix remembers what you decided, check does not",
			wording.Count(n, "finding"))
	}
	if len(f.Results) > 0 || len(f.Failures) == 0 { // else nothing was done
		fmt.Fprintln(s.out, f.Person.Summary())
	}
	return code, err
}

// printFix writes the results of the runs of one command as one, with the documents that could not be worked on.
func (s *session) printFix(o fixOptions, f *fixing.Fixer) error {
	whole := history.Joined(f.Results)
	if len(f.Results) == 0 {
		if o.printsText() {
			_, _ = s.out.Write(o.stdin.Source)
		}
		// People have read why there is no result. A program waits for one, and a file must not keep an old one.
		o.stdin = nil
		o.sinks = slices.DeleteFunc(slices.Clone(o.sinks), func(k sink) bool {
			return k.toStdout() && k.format == report.Text
		})
	}
	run := runs.Run{
		Tool: tool(), Result: &whole, FailOn: o.failOn, Failures: f.Failures, DryRun: o.diff ||
			o.dryRun, OnFix: o.nonZeroOnFix,
	}
	if len(f.Results) == 1 && o.sinks.has(report.HTML) {
		run.Trend, run.Commits = history.Trend(s.ctx, rollback.Place{Environ: s.environ}, whole.Run)
	}
	if o.printsText() {
		_, _ = s.out.Write(whole.Documents[0].After.Bytes())
		o.sinks = slices.DeleteFunc(slices.Clone(o.sinks), sink.toStdout)
		if !o.quiet {
			if err := runs.Write(s.err, report.Text, run, o.style(s, s.err)); err != nil {
				return err
			}
		}
	}
	return o.emit(s, func(w io.Writer, format report.Format, style report.Style) error {
		if o.diff && format == report.Text {
			return runs.Write(w, report.Diff, run, style)
		}
		if o.statistics && (format == report.Text || format == report.JSON) {
			return report.WriteStatistics(w, format, runs.Statistics(&whole), style)
		}
		return runs.Write(w, format, run, style)
	})
}
