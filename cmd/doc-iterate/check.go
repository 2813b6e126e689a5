package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/checking"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/manual"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

const checkName = "check"

// checkOptions are the flags of check.
type checkOptions struct {
	common
	reviewFlags
	modelFlags
	alsoRules bool
}

// reviewers returns the built-in reviewers that run. None runs if the check is only about a given review.
func (c *checkOptions) reviewers() []review.Reviewer {
	if !c.asksReviewers() || c.all {
		return nil
	}
	return c.common.reviewers()
}

// asksReviewers reports whether the built-in and the configured reviewers are asked.
func (c *checkOptions) asksReviewers() bool { return len(c.reviews) == 0 || c.alsoRules }

// errStdinTwice says that standard input can't be a review and a document.
var errStdinTwice = errors.New("--review -: standard input is the document already")

func defineCheck(flags *pflag.FlagSet) action {
	var c checkOptions
	return c.define(flags)
}

// define defines check, or a command that is one.
func (c *checkOptions) define(flags *pflag.FlagSet) action {
	c.common.add(flags)
	c.reviewFlags.add(flags,
		"report what is left of this review `FILE` instead of what the rules find; - is standard input")
	hide(flags, "max-iterations") // common to the commands, and without a meaning here
	flags.BoolVar(&c.alsoRules, "also-rules", false, "with a review, report what the rules find too")
	diff := flags.Bool("diff", false, "print the difference that fixes would make, as --format diff does")
	c.modelFlags.add(flags)
	flags.StringVar(&c.Evidence, "evidence", "",
		"with --shard, judge by what this `FILE` says of all documents instead of reading them")
	flags.StringVar(&c.writeEvidence, "write-evidence", "",
		"write to this `FILE` what all documents show of words and styles, for --evidence; check nothing")
	flags.BoolVar(&c.unused, "unused-suppressions", false,
		"report comments of doc-iterate that switch nothing off, too")
	return func(s *session, args []string) (int, error) {
		err := errors.Join(c.common.validate(), c.reviewFlags.validate(), c.open(s, &c.common, c.reviews))
		if err != nil {
			return gate.ExitTrouble, err
		}
		if c.alsoRules && len(c.reviews) == 0 {
			return gate.ExitTrouble, errors.New("--also-rules: say which review with --review, or leave it out")
		}
		if slices.Contains(c.reviews, "-") && slices.Contains(args, "-") {
			return gate.ExitTrouble, errStdinTwice
		}
		c.fixCommand, c.FromIndex = manual.FixCommand(flags, s.getenv("GIT_INDEX_FILE")), c.Staged
		if c.inHook(s) && !c.Staged { // what was named is staged
			c.fixCommand = strings.Replace(c.fixCommand, " fix ", " fix --hook ", 1)
		}
		if *diff {
			if err := c.sinks.addDiff(); err != nil {
				return gate.ExitTrouble, err
			}
		}
		if len(args) == 0 {
			args = []string{"."}
		}
		return s.check(c, args)
	}
}

// check reviews the documents that the arguments name, and prints what it finds.
func (s *session) check(c *checkOptions, args []string) (int, error) {
	s.brief = c.inHook(s)
	w := c.workspace(s)
	w.Aside = !c.asksReviewers()
	given, err := c.reader(s, &c.common, args).Read(s.ctx, c.reviews)
	if err != nil {
		return gate.ExitTrouble, err
	}
	selection, err := w.Find(s.ctx, args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	if len(selection.Documents) > 100 {
		collectSeldom()
	}
	read := append(append(selection.Inputs(), c.reviews...), c.Baseline, c.Config, c.Evidence)
	if err := c.protect(read...); err != nil {
		return gate.ExitTrouble, err
	}
	if c.writeEvidence != "" {
		err := w.WriteEvidence(s.ctx, c.writeEvidence, &selection)
		return gate.ExitCode(gate.Policy{}, gate.Outcome{Trouble: len(selection.Failures) > 0}), err
	}
	if c.writeBaseline != "" {
		w.Baseline = "" // the new one knows all findings
	}
	if c.Staged {
		if err := w.KeepStaged(s.ctx, &selection); err != nil {
			return gate.ExitTrouble, err
		}
	}
	reviews := checking.Reviews{Files: given, Locating: reviewfiles.Locating{
		Environ: s.environ, Current: c.current, Ledger: history.LedgerOf(s.ctx, s.environ, selection.Documents),
	}}
	if err := reviews.Pair(&selection, w.Note); err != nil {
		return gate.ExitTrouble, err
	}
	scope, err := w.Scope(s.ctx, selection.Documents, selection.Around)
	if err != nil {
		return gate.ExitTrouble, err
	}
	if done, err := s.plan(&c.modelFlags, &c.common, selection.Documents, scope); done || err != nil {
		return gate.ExitCode(gate.Policy{}, gate.Outcome{Trouble: err != nil || len(selection.Failures) > 0}), err
	}
	results := s.review(c, &reviews, w, scope, &selection)
	if s.ctx.Err() != nil {
		return gate.ExitTrouble, files.ErrInterrupted
	}
	var worst rules.Severity
	for i := range results {
		worst = max(worst, results[i].Worst)
		if results[i].Err != nil {
			w.Fail(&selection, results[i].Path, results[i].Err)
		}
	}
	s.failReviewers(&selection, results)
	if c.writeBaseline != "" {
		n, err := c.saveBaseline(s.ctx, results)
		if err != nil {
			return gate.ExitTrouble, err
		}
		w.Note("%s knows %s now", c.writeBaseline, wording.Count(n, "finding"))
		worst = 0
	}
	failures := selection.Failures
	if c.textOnly(s) {
		err = s.printText(c, results, len(failures))
	} else {
		in := report.Input{Tool: tool(), FailOn: c.failOn, Failures: failures, Shard: c.Shard, Place: s.hostPaths()}
		var documents []report.Document
		var findings []report.Finding
		for i := range results {
			documents = append(documents, results[i].Documents...)
			findings = append(findings, results[i].Findings...)
			in.Silenced += results[i].Silenced
		}
		r := report.Assemble(in, documents, findings)
		err = s.printReport(&c.common, &r)
	}
	return gate.ExitCode(gate.Policy{FailOn: c.failOn}, gate.Outcome{Trouble: len(failures) > 0, Worst: worst}), err
}

// review reviews the selected documents and returns the results by path.
func (s *session) review(
	c *checkOptions, reviews *checking.Reviews, w *workspace.Workspace, scope workspace.Scope,
	selection *workspace.Selection,
) []checking.Result {
	shown, end := s.progress(&c.common, len(selection.Documents))
	c.models.Show = func(step string) { shown.Doing(step, "") }
	check := checking.Check{
		Options: checking.Options{
			Reviewers: c.reviewers(), Programs: !c.noExternal && c.asksReviewers(), Jobs: c.Jobs,
			Style: c.style(s, s.out), Diff: c.sinks.has(report.Diff) || c.Shard.Total > 1, Known: c.writeBaseline != "",
		},
		Workspace: w, Scope: scope, Reviews: reviews, Leave: c.leave(s), Models: c.models, Times: &s.times,
		Shown:   shown,
		Crashed: s.tellPanic,
	}
	if c.textOnly(s) {
		check.Form = checking.Text
	}
	results := check.Run(s.ctx, selection)
	end()
	c.end()
	reviews.NoteUncounted(w.Note)
	return results
}

// saveBaseline writes the findings to the file of --write-baseline, and returns how many it knows now.
func (c *checkOptions) saveBaseline(ctx context.Context, results []checking.Result) (int, error) {
	var ran []string
	for _, r := range c.reviewers() {
		ran = append(ran, r.Rule.ID)
	}
	reviewed := map[string]bool{}
	var findings []review.Finding
	for _, r := range results {
		if r.Err == nil && len(r.Failed) == 0 {
			reviewed[filepath.ToSlash(r.Path)] = true
		}
		findings = append(findings, r.Known...)
	}
	return workspace.WriteBaseline(ctx, c.writeBaseline, findings, reviewed, func(rule string) bool {
		if slices.Contains(ruleIDs(), rule) {
			return slices.Contains(ran, rule)
		}
		return !c.noExternal
	})
}

// failReviewers reports the configured reviewers that failed, because what they would have found is missing in the
// results. A program that is missing, or must not be started, is reported once, as a failure of the configuration.
func (s *session) failReviewers(selection *workspace.Selection, results []checking.Result) {
	told := map[report.Failure]bool{}
	for _, r := range results {
		var failed []string
		for _, err := range r.Failed {
			config, whole := programs.ConfigOf(err)
			if !whole {
				s.warn("%s: %v", wording.Visible(r.Path), err)
				failed = append(failed, err.Error())
				continue
			}
			if f := (report.Failure{Path: filepath.ToSlash(config), Message: err.Error()}); !told[f] {
				told[f] = true
				s.warn("%v", err)
				selection.Failures = append(selection.Failures, f)
			}
		}
		if len(failed) > 0 {
			failure := report.Failure{Path: r.Path, Message: strings.Join(failed, "; ")}
			selection.Failures = append(selection.Failures, failure)
		}
	}
}

// textOnly reports whether the results are wanted only as text on standard output, so that no report is needed. On a
// terminal the text counts the findings by rule, which takes a report.
func (c *common) textOnly(s *session) bool {
	return len(c.sinks) == 1 && c.sinks[0].format == report.Text && c.sinks[0].toStdout() && !c.statistics &&
		!c.inHook(s) &&
		(c.verbose || !terminal.Is(s.out))
}

// printText prints the texts that were made for each document.
func (s *session) printText(c *checkOptions, results []checking.Result, failures int) error {
	tail := report.Tail{Shard: c.Shard}
	out := bufio.NewWriterSize(s.out, 64<<10)
	for i := range results {
		if results[i].Err == nil {
			tail.Summary.Documents++
		}
		tail.Add(results[i].Tail)
		tail.Summary.Silenced += results[i].Silenced
		if _, err := out.Write(results[i].Text); err != nil && !outputFailed(s.out) {
			return err
		}
	}
	tail.Summary.Failures = failures
	style := c.style(s, s.out)
	style.FixCommand = c.fixCommand
	out.WriteString(tail.Line(style))
	if err := out.Flush(); err != nil && !outputFailed(s.out) {
		return err
	}
	return nil
}

// printReport writes a report to every sink. On GitHub it writes a job summary in addition to annotations, because
// GitHub shows only a few.
func (s *session) printReport(c *common, r *report.Report) error {
	if path := s.getenv("GITHUB_STEP_SUMMARY"); path != "" && c.sinks.has(report.GitHub) {
		if err := workspace.AppendSummary(path, r.Placed(s.hostPaths())); err != nil {
			return err
		}
	}
	err := c.emit(s, func(w io.Writer, f report.Format, style report.Style) error {
		style.FixCommand = c.fixCommand
		if c.statistics && (f == report.Text || f == report.JSON) {
			return report.WriteStatistics(w, f, report.Statistics(r), style)
		}
		return f.Write(w, r, style)
	})
	if s.publish != nil {
		err = errors.Join(err, s.publish(r))
	}
	return err
}
