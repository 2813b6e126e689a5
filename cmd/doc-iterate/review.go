package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/model/server"
	"github.com/doc-iterate/doc-iterate/rollback/answers"
)

// modelFlags are the flags about language models.
type modelFlags struct {
	chosen  []string
	all     bool // the command asks all models
	fixes   bool // the command has fixers work
	planned bool // the plan is all that is asked for
	budget  string
	noCache bool
	models  *programs.Models // set by open
}

func (f *modelFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.chosen, "review-with", nil,
		"the reviewers that are asked, models too: `NAMES`, with commas between them")
	flags.StringVar(&f.budget, "budget", "",
		"most that models may take: an `AMOUNT` of tokens, or of dollars as in 2.50$")
	flags.BoolVar(&f.noCache, "no-cache", false, "ask models and programs again about what they answered before")
}

// open makes the models of the command. The older revisions that changes are against are set later.
func (f *modelFlags) open(s *session, c *common, reviews []string) (err error) {
	if err = refuseEmpty(c.flags, "review-with", "budget"); err != nil {
		return err
	}
	switch asked := f.all || f.chosen != nil; {
	case asked && c.noExternal:
		return errors.New("--no-external and --review-with: name one of them")
	case asked && len(reviews) > 0:
		return errors.New("--review and --review-with: name one of them")
	}
	f.models = &programs.Models{Chosen: f.chosen, All: f.all, Fixes: f.fixes, Getenv: s.getenv, Note: c.noteOf(s),
		Client: &server.Client{Agent: "doc-iterate/" + tool().Version}}
	if !f.noCache {
		f.models.Store = answers.Open(s.environ)
	}
	if f.budget != "" {
		err = f.models.Budget.Parse(f.budget)
	}
	return err
}

// plan prepares what models are asked about documents, and has a person agree to it where that is needed. done says
// that the plan was all that was asked for.
func (s *session) plan(
	f *modelFlags, c *common, docs []workspace.Document, scope workspace.Scope,
) (done bool, err error) {
	f.models.Before = scope.Before
	plan, err := f.models.Plan(docs)
	if err != nil {
		return false, err
	}
	if f.all && f.chosen == nil {
		named := " fix --review-with=" + strings.Join(plan.Names, ",") + " "
		c.fixCommand = strings.Replace(c.fixCommand, " fix ", named, 1)
	}
	if f.planned {
		fmt.Fprintln(s.out, strings.Join(plan.Lines, "\n"))
		return true, nil
	}
	for i := range docs { // what must not be asked is no question
		if f.models.May(s.ctx, c.leave(s), docs[i].Rules, docs[i].Config) != nil {
			return false, nil
		}
	}
	return false, f.models.Agree(s.ctx, plan, s.asker())
}

// end says what models were asked, and bounds what is kept of their answers.
func (f *modelFlags) end() {
	f.models.Report()
	f.models.Store.Prune(time.Now())
}

// defineReview defines review: a check that asks models alone.
func defineReview(flags *pflag.FlagSet) action {
	var c checkOptions
	c.all = true
	run := c.define(flags)
	hide(flags, "review", "review-format", "review-is-current", "also-rules", "only", "skip", "evidence",
		"write-evidence", "unused-suppressions", "no-external")
	flags.BoolVar(&c.planned, "dry-run", false, "print what would be asked, and what it costs; ask nothing")
	return run
}
