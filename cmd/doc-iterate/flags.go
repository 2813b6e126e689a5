package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/rules"
)

// common are the flags that several commands share. validate checks them and sets the fields that follow from them.
type common struct {
	workspace.Options
	only, skip    []string // the IDs of rules
	sinks         sinks
	failOn        rules.Severity // 0 is never
	writeBaseline string
	writeEvidence string
	statistics    bool
	maxPass       int // 0: as configured
	unused        bool
	noExternal    bool
	allowExternal bool
	color         string
	noProgress    bool
	quiet         bool
	verbose       bool
	hook          bool   // a hook runs this
	fixCommand    string // the command that a report names for the fixes

	failOnName, shardName string // as they were typed
	flags                 *pflag.FlagSet
}

func (c *common) add(flags *pflag.FlagSet) {
	c.flags = flags
	c.addConfig(flags)
	flags.StringSliceVar(&c.only, "only", nil,
		"run these `RULES` alone: IDs or markdownlint's numbers, with commas between them")
	flags.StringSliceVar(&c.skip, "skip", nil, "leave these `RULES` out")
	c.addPrinting(flags)
	flags.StringVar(&c.failOnName, "fail-on", "warning",
		"least `SEVERITY` that gives exit code 1: blocker, warning, suggestion, never")
	flags.StringVar(&c.Since, "since", "", "report what was changed since this `REVISION` alone")
	flags.BoolVar(&c.Staged, "staged", false, "review the staged files as they are staged, and report what they change")
	flags.StringVar(&c.Baseline, "baseline", "", "leave out the findings in this `FILE`")
	flags.StringVar(&c.writeBaseline, "write-baseline", "",
		"write all findings to this `FILE`, to be left out from now on")
	flags.StringVar(&c.shardName, "shard", "",
		"work on part `I/N` of the documents; CI_NODE_INDEX and CI_NODE_TOTAL say the same")
	flags.StringVar(&c.StdinName, "stdin-filename", "", "the `NAME` of the document that - reads from standard input")
	flags.IntVar(&c.Jobs, "jobs", runtime.GOMAXPROCS(0), "`NUMBER` of documents to work on at once")
	flags.IntVar(&c.maxPass, "max-iterations", 0, "most passes, instead of the configured `NUMBER`")
	c.addAllowExternal(flags)
	flags.BoolVar(&c.noExternal, "no-external", false, "don't run configured reviewers and fixers")
}

func (c *common) addAllowExternal(flags *pflag.FlagSet) {
	flags.BoolVar(&c.allowExternal, "allow-external", false,
		"run configured reviewers and fixers though they are not trusted (doc-iterate trust)")
}

// leave returns the Leave that decides whether the programs of a configuration may be started.
func (c *common) leave(s *session) *programs.Leave {
	return &programs.Leave{Always: c.allowExternal || s.getenv(programs.Variable) == "1", Environ: s.environ}
}

func (c *common) addConfig(flags *pflag.FlagSet) {
	flags.StringVar(&c.Config, "config", "", "read rules from this `FILE` instead of looking for "+rules.FileName)
}

// addPrinting adds the flags about output alone.
func (c *common) addPrinting(flags *pflag.FlagSet) {
	c.sinks.add(flags, "how to print results: "+strings.Join(report.Formats(), ", ")+"; may repeat")
	flags.BoolVar(&c.statistics, "statistics", false, "count the findings of each rule")
	flags.StringVar(&c.color, "color", "auto",
		"`WHEN` to colour the output: auto (on a terminal, unless NO_COLOR is set), always or never")
	flags.BoolVar(&c.noProgress, "no-progress", false, "don't show on a terminal how far a long run has come")
	flags.BoolVarP(&c.quiet, "quiet", "q", false, "no notes: findings and errors alone")
	flags.BoolVarP(&c.verbose, "verbose", "v", false, "list everything, and say why each decision was taken")
}

// validatePrinting checks the flags of addPrinting.
func (c *common) validatePrinting() error {
	if err := c.sinks.validate(); err != nil {
		return err
	}
	if c.color != "" && !slices.Contains(choices("color"), c.color) {
		return fmt.Errorf("--color %s: want auto, always or never", c.color)
	}
	return nil
}

// addRunPrinting is addPrinting for commands that show runs: they have no findings.
func (c *common) addRunPrinting(flags *pflag.FlagSet) {
	c.addPrinting(flags)
	flags.Lookup("format").Usage = "how to print runs: text, json or yaml; may repeat"
	hide(flags, "statistics", "no-progress")
}

// validateRunPrinting checks the flags of addRunPrinting. Only a named run can be a page; run is "" if none is named.
func (c *common) validateRunPrinting(run string) error {
	err := c.validatePrinting()
	for _, k := range c.sinks {
		if k.format == report.HTML && run != "" {
			continue
		}
		if err == nil && !slices.Contains([]report.Format{report.Text, report.JSON, report.YAML}, k.format) {
			err = fmt.Errorf("--format %s: runs are printed as text, json or yaml, and html for one RUN", k.format)
		}
	}
	return err
}

// validate checks what the flag parser can't.
func (c *common) validate() (err error) {
	if err := c.validatePrinting(); err != nil {
		return err
	}
	err = refuseEmpty(c.flags, "config", "since", "baseline", "write-baseline", "only", "shard", "stdin-filename",
		"evidence", "write-evidence", "answers", "remember")
	if err != nil {
		return err
	}
	if c.only, err = ruleIDsOf(c.only); err != nil {
		return fmt.Errorf("--only: %w", err)
	}
	if c.skip, err = ruleIDsOf(c.skip); err != nil {
		return fmt.Errorf("--skip: %w", err)
	}
	if len(c.reviewers()) == 0 {
		return errors.New("--only and --skip leave no rule")
	}
	if c.failOn, err = gate.ParseFailOn(c.failOnName); err != nil {
		return fmt.Errorf("--fail-on: %w", err)
	}
	if c.shardName != "" {
		c.Shard, err = gate.ParseShard(c.shardName)
	} else {
		c.Shard, err = gate.ShardFromCI(os.Getenv)
	}
	switch {
	case err != nil:
		return err
	case c.allowExternal && c.noExternal:
		return errors.New("--allow-external and --no-external: name one of them")
	case c.Since != "" && c.Staged:
		return errors.New("--since and --staged: name one of them")
	case c.writeBaseline != "" && (c.Since != "" || c.Staged):
		return errors.New("--write-baseline: with --since or --staged it would forget what was not changed")
	case c.Evidence != "" && (c.Staged || c.writeEvidence != ""):
		return errors.New("--evidence: it was gathered before; leave out --staged and --write-evidence")
	case c.Jobs < 1:
		return fmt.Errorf("--jobs %d: want at least 1", c.Jobs)
	case c.maxPass < 1 && c.flags.Changed("max-iterations"):
		return fmt.Errorf("--max-iterations %d: want at least 1", c.maxPass)
	}
	return nil
}

// refuseEmpty refuses a flag with an empty value, such as a shell makes of a variable that isn't set. Otherwise it
// would count as a flag that is left out.
func refuseEmpty(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		f := flags.Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		if value := f.Value.String(); value == "" || value == "[]" && f.Value.Type() == "stringSlice" {
			return fmt.Errorf("--%s: is empty; leave it out to do without", name)
		}
	}
	return nil
}

// ruleIDsOf returns the IDs of rules that are named by ID, or as another linter names them.
func ruleIDsOf(names []string) ([]string, error) {
	var ids []string
	for _, name := range names {
		r, err := ruleNamed(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		ids = append(ids, r.ID)
	}
	return ids, nil
}

// reviewers returns the built-in reviewers that --only and --skip leave.
func (c *common) reviewers() []review.Reviewer {
	all := slices.DeleteFunc(rule.All(), func(r review.Reviewer) bool { return !c.asks(r.Rule.ID) })
	if c.unused || slices.Contains(c.only, rule.UnusedSuppression.Rule.ID) {
		all = append(all, rule.UnusedSuppression)
	}
	return all
}

// asks reports whether --only and --skip leave a rule.
func (c *common) asks(rule string) bool {
	return (len(c.only) == 0 || slices.Contains(c.only, rule)) && !slices.Contains(c.skip, rule)
}

// noteOf returns the function that prints notes. It does nothing with --quiet.
func (c *common) noteOf(s *session) func(format string, args ...any) {
	if c.quiet {
		return func(string, ...any) {}
	}
	return s.note
}

// workspace returns the Workspace for the documents that the flags name.
func (c *common) workspace(s *session) *workspace.Workspace {
	w := &workspace.Workspace{Options: c.Options, Environ: s.environ, Stdin: s.in, Note: c.noteOf(s), Warn: s.warn}
	w.Asks, w.On, w.Version = c.asks, c.only, version()
	return w
}

// reviewFlags are the flags about reviews.
type reviewFlags struct {
	reviews []string
	current bool
	format  format.Format

	formatName string // as it was typed
}

func (r *reviewFlags) add(flags *pflag.FlagSet, about string) {
	flags.StringArrayVar(&r.reviews, "review", nil, about)
	flags.StringVar(&r.formatName, "review-format", "", "the reviews' `FORMAT`, instead of recognising it: "+
		strings.Join(rules.Formats(), ", "))
	flags.BoolVar(&r.current, "review-is-current", false, "the reviews were made of the documents as they are now: "+
		"positions without a quote "+
		"hold then, also those of a linter that is piped in")
}

func (r *reviewFlags) validate() (err error) {
	if n := slices.Index(r.reviews, "-"); n >= 0 && slices.Contains(r.reviews[n+1:], "-") {
		return errors.New("--review -: standard input can be read once")
	}
	r.format = format.Auto
	if r.formatName != "" {
		if r.format, err = format.ParseFormat(r.formatName); err != nil {
			return fmt.Errorf("--review-format: %w", err)
		}
	}
	return nil
}

// reader returns the Reader of the reviews of the documents.
func (r *reviewFlags) reader(s *session, c *common, documents []string) reviewfiles.Reader {
	return reviewfiles.Reader{
		Format: r.format, Stdin: s.in, Note: c.noteOf(s), Documents: documents, Verbose: c.verbose, Current: r.current,
	}
}
