package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// fixOptions is the validated flags of fix.
type fixOptions struct {
	common
	args []string // the flags as they were typed, for resume
	reviewFlags
	mode         rollback.Mode
	diff         bool
	dryRun       bool
	alsoRules    bool
	allowDirty   bool
	squash       bool
	salvage      bool
	blockers     loop.Blockers
	answers      string
	nonZeroOnFix bool
	stdin        *document // what - stands for, nil where it is none of the paths
}

func addFix(flags *pflag.FlagSet) func() (fixOptions, error) {
	raw := addCommon(flags)
	hide(flags, "write-baseline") // refused, with a pointer to check
	var o fixOptions
	var commit, blockers string
	addReviews(flags, &o.reviewFlags, "resolve the findings of this review `FILE`; - is standard input")
	flags.StringVar(&commit, "commit", "", "`WHERE` accepted passes go: branch (unless that can't be), record (private history), none (no git writes)")
	flags.BoolVar(&o.diff, "diff", false, "print the difference that the run would make; write nothing")
	flags.BoolVar(&o.dryRun, "dry-run", false, "print the result that the run would have; write nothing")
	flags.BoolVar(&o.alsoRules, "also-rules", false, "with a review, fix what the rules find too")
	flags.BoolVar(&o.allowDirty, "allow-dirty", false, "work on documents with changes that are not committed")
	flags.BoolVar(&o.squash, "squash", false, "make one commit at the end instead of one a pass")
	flags.BoolVar(&o.salvage, "salvage", false, "keep the largest good part of a pass that is taken back")
	flags.StringVar(&blockers, "blockers", "fix", "`WHAT` to do where only a person can resolve a blocker: fix (the rest first) or stop")
	flags.StringVar(&o.answers, "answers", "", "obey this `FILE` of answers to earlier questions, instead of answers.json beside the document and here")
	flags.BoolVar(&o.nonZeroOnFix, "exit-non-zero-on-fix", false, "exit with 1 when something was fixed")
	return func() (_ fixOptions, err error) {
		if o.common, err = raw.validate(); err != nil {
			return o, err
		}
		if o.answers == "" && raw.given("answers") {
			return o, emptyFlag("answers")
		}
		if o.writeBaseline != "" {
			return o, errors.New("--write-baseline: `doc-iterate check` writes baselines; fix only reads them")
		}
		switch commit {
		case "", "auto":
			o.mode = rollback.ModeAuto
		case "branch", "record", "none":
			o.mode = rollback.Mode(commit)
		default:
			return o, fmt.Errorf("--commit %s: want branch, record or none", commit)
		}
		switch blockers {
		case "fix":
			o.blockers = loop.BlockersFix
		case "stop":
			o.blockers = loop.BlockersStop
		default:
			return o, fmt.Errorf("--blockers %s: want fix or stop", blockers)
		}
		return o, o.reviewFlags.validate()
	}
}

// runShort is `doc-iterate PATH REVIEW`.
func runShort(s *session, args []string) (int, error) {
	flags := s.newFlags("", "PATH REVIEW", "Resolve the findings of a review in a document.\n\nThe same as doc-iterate fix --review REVIEW PATH.")
	validate := addFix(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	o, err := validate()
	if err != nil {
		return gate.ExitTrouble, err
	}
	if err := shortArguments(flags.Args(), o.reviews); err != nil {
		return gate.ExitTrouble, err
	}
	o.args = args
	o.reviews = append(o.reviews, flags.Arg(1))
	return s.fix(o, flags.Args()[:1])
}

const fixAbout = `Resolve findings, pass by pass: what the rules and the configured reviewers find, or what reviews say.

A PATH is a document, a folder (its .md, .markdown and .mdx files that git does not ignore), a glob,
or - for standard input, whose fixed text goes to standard output. Every run takes a snapshot first,
and each accepted pass becomes one commit; "doc-iterate undo" takes a run back.

  doc-iterate fix --diff docs                                  what would change?
  doc-iterate fix --review review.json docs/guide.md
  doc-iterate fix --only terminology --squash .`

func runFix(s *session, args []string) (int, error) {
	flags := s.newFlags("fix", "[flags] PATH…", fixAbout)
	validate := addFix(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	o, err := validate()
	if err != nil {
		return gate.ExitTrouble, err
	}
	o.args = args
	if flags.NArg() == 0 {
		return gate.ExitTrouble, errors.New("fix: name the documents or folders to work on")
	}
	if err := noData(flags.Args()); err != nil {
		return gate.ExitTrouble, err
	}
	return s.fix(o, flags.Args())
}

// fix runs the loop over the documents, one run for each configuration that
// holds for some of them.
func (s *session) fix(o fixOptions, args []string) (int, error) {
	if slices.Contains(o.reviews, "-") && slices.Contains(args, "-") {
		return gate.ExitTrouble, errors.New("--review -: standard input is the document already")
	}
	reviews, err := s.readReviews(o.common, o.reviewFlags)
	if err != nil {
		return gate.ExitTrouble, err
	}
	opened, err := s.open(o.common, args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	o.stdin = opened.stdin
	if err := o.keep(append(opened.inputs(), append(o.reviews, o.baseline, o.config, cmp.Or(o.answers, answersName))...)...); err != nil {
		return gate.ExitTrouble, err
	}
	// That a part of what was named has no document says nothing of the whole, and
	// what could not be read was told of.
	if len(opened.docs) == 0 && (len(opened.failures) > 0 || len(opened.around) > 0) {
		reviews = nil
	}
	if o.staged && len(opened.docs) > 0 {
		if opened.docs, _, _, err = s.stagedOnly(opened.docs); err != nil {
			return gate.ExitTrouble, err
		}
		if len(opened.docs) == 0 {
			reviews = nil
		}
	}
	if err := s.pair(o.common, reviews, opened.docs); err != nil {
		return gate.ExitTrouble, err
	}
	sc, err := s.scope(o.common, opened.docs, nil)
	if err != nil {
		return gate.ExitTrouble, err
	}
	if err := s.answer(o, opened.docs); err != nil {
		return gate.ExitTrouble, err
	}
	var results []*loop.Result
	var groups [][]document
	for _, group := range byConfig(opened.docs) {
		groups = append(groups, byWorktree(group)...)
	}
	opened.docs = nil
	for i, group := range groups {
		groups[i] = nil // a run has bytes of its own: those that were read can go
		result, refused, err := s.fixGroup(o, sc, group, reviews)
		opened.failures = append(opened.failures, refused...)
		if err != nil {
			s.tell(err)
			opened.failures = append(opened.failures, failureOf(err, group))
		}
		if result != nil {
			results = append(results, result)
		}
		if s.ctx.Err() != nil {
			break
		}
	}
	if err := s.printFix(o, results, opened.failures); err != nil {
		return gate.ExitTrouble, err
	}
	return o.exit(results, len(opened.failures) > 0), nil
}

// failureOf is an error, which was told, as results have it: that of one document, or
// of all that a run was over.
func failureOf(err error, docs []document) report.Failure {
	path := culprit(err)
	switch {
	case path != "":
	case len(docs) > 1:
		path = shared(docs)
	default:
		path = docs[0].path
	}
	return report.Failure{Path: path, Message: strings.TrimPrefix(err.Error(), path+": ")}
}

// culprit is the document that an error is about, "" where it may be any.
func culprit(err error) string {
	var refusal *rollback.Refusal
	var p *parallel.Panic
	switch {
	case errors.As(err, &refusal):
		return refusal.Path
	case errors.As(err, &p):
		return p.Document
	}
	return ""
}

// exit is the exit code of a fix.
func (o fixOptions) exit(results []*loop.Result, failed bool) int {
	out := gate.Outcome{Trouble: failed}
	for _, r := range results {
		out.Trouble = out.Trouble || len(r.Unreviewed) > 0
		out.Escalated = out.Escalated || r.Escalated()
		out.Worst = max(out.Worst, r.Worst())
		out.Changed = out.Changed || slices.ContainsFunc(r.Documents, func(d loop.DocumentResult) bool { return len(d.Fixes) > 0 })
	}
	return gate.ExitCode(gate.Policy{FailOn: o.failOn, OnFix: o.nonZeroOnFix}, out)
}

// fixGroup is one run. What rollback refuses is told and left out, and the rest is
// still done.
func (s *session) fixGroup(o fixOptions, sc scope, docs []document, reviews []reviewFile) (_ *loop.Result, refused []report.Failure, err error) {
	var run *rollback.Run
	if !o.dry() {
		run, docs, refused, err = s.begin(o, docs)
		if err != nil || len(docs) == 0 {
			return nil, refused, err
		}
		defer s.leave(run)
		s.save(o, run, docs, reviews)
	}
	result, err := s.iterate(o, sc, docs, run, reviews)
	if left := s.others(run, docs, err); len(left) > 0 {
		if run != nil {
			s.leave(run)
		}
		s.tell(err)
		refused = append(refused, failureOf(err, docs))
		result, more, err := s.fixGroup(o, sc, left, reviews)
		return result, append(refused, more...), err
	}
	return result, refused, err
}

// others is the documents that can still be worked on when a run failed because
// of one of them, before anything of it was published: somebody saved it, say, or it
// brought a mistake in this program to light, which it does not do with each.
func (s *session) others(run *rollback.Run, docs []document, err error) []document {
	const most = 10 // mistakes
	path := culprit(err)
	var p *parallel.Panic
	if path == "" || errors.As(err, &p) && s.mistakes >= most || run != nil && run.Published() || s.ctx.Err() != nil {
		return nil
	}
	left := slices.DeleteFunc(slices.Clone(docs), func(d document) bool { return d.path == path })
	if len(left) == len(docs) {
		return nil
	}
	return left
}

// iterate runs the loop and ends the run.
func (s *session) iterate(o fixOptions, sc scope, docs []document, run *rollback.Run, reviews []reviewFile) (*loop.Result, error) {
	if run != nil {
		for i := range docs {
			docs[i].src = run.Bytes(docs[i].path)
		}
	}
	job := s.job(o, sc, docs, run, reviews)
	shown := s.progress(o.common, len(docs))
	job.Progress = shown.event
	result, err := loop.Run(s.ctx, job)
	shown.end(s)
	if err != nil {
		return s.cutShort(result, run, err)
	}
	for _, w := range sameForAll(result.Warnings) {
		s.say("warning", "%s", w)
	}
	if run != nil {
		if _, err := run.Finish(s.ctx, ""); err != nil {
			return s.cutShort(result, run, err)
		}
	}
	return &result, nil
}

// cutShort is what a run that an error ended did, where it published something, and the
// error, which says what to do.
func (s *session) cutShort(result loop.Result, run *rollback.Run, err error) (*loop.Result, error) {
	published := run != nil && run.Published()
	if s.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		switch {
		case published:
			err = errors.New(`interrupted; "doc-iterate resume" goes on with the run, "doc-iterate undo" takes back what it did`)
		case run != nil:
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

// dry reports whether the run must not write.
func (o fixOptions) dry() bool { return o.diff || o.dryRun || o.stdin != nil }

// leave ends a run. One that was interrupted is left for resume.
func (s *session) leave(run *rollback.Run) {
	if s.ctx.Err() != nil {
		_ = run.Suspend()
		return
	}
	_ = run.Close()
}

// begin opens the run for the documents that are not refused, and tells of the
// others. A document that has two names is worked on under the first.
func (s *session) begin(o fixOptions, docs []document) (run *rollback.Run, left []document, refused []report.Failure, err error) {
	paths, known := make([]string, len(docs)), make(map[string]rollback.Known, len(docs))
	for i, d := range docs {
		paths[i], known[d.path] = d.path, rollback.Known{Info: d.info, Bytes: d.src}
	}
	run, err = rollback.Open(s.ctx, rollback.Options{
		Paths: paths, Known: known, Mode: o.mode, AllowDirty: o.allowDirty, Squash: o.squash, Environ: s.environ,
		Notice: func(text string) { s.note(o.common, "%s", text) },
		Refused: func(refusal *rollback.Refusal) {
			s.say("doc-iterate", "%v", refusal)
			refused = append(refused, failureOf(refusal, docs))
		},
	})
	if rollback.ReasonOf(err) == rollback.NoneLeft {
		return nil, nil, refused, nil
	}
	if err != nil {
		return nil, nil, refused, err
	}
	kept := map[string]bool{}
	for _, path := range run.Documents() {
		kept[path] = true
	}
	left = slices.DeleteFunc(slices.Clone(docs), func(d document) bool { return !kept[d.path] })
	return run, left, refused, nil
}
