package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// common is the validated form of the flags that every command understands.
type common struct {
	config        string
	only          []string
	skip          []string
	sinks         []sink
	failOn        rules.Severity // 0 is never
	since         string
	staged        bool
	indexed       bool // documents may be in the index alone
	baseline      string
	writeBaseline string
	shard         gate.Shard
	statistics    bool
	stdinName     string
	jobs          int
	maxPass       int // 0: as configured
	unused        bool
	external      bool
	color         string
	noProgress    bool
	quiet         bool
	verbose       bool
	// fixCommand is the command that a report names for the fixes.
	fixCommand string
}

// rawCommon is the flags as they are typed.
type rawCommon struct {
	common
	sinks      sinks
	failOnName string
	shardName  string
	noExternal bool
	given      func(flag string) bool // reports whether a flag was typed
}

// newFlags is a flag set for one command, with its help. The first line of about
// says what the command does; what follows it stands below the usage.
func (s *session) newFlags(name, usage, about string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	flags.SetOutput(s.err)
	flags.Usage = func() {
		if s.onHelp != nil {
			s.onHelp(flags, usage, about)
			return
		}
		fmt.Fprint(s.out, helpText(flags, strings.TrimSpace(name+" "+usage), about))
	}
	return flags
}

func addCommon(flags *pflag.FlagSet) *rawCommon {
	raw := &rawCommon{given: flags.Changed}
	flags.StringVar(&raw.config, "config", "", "read rules from this `FILE` instead of looking for "+rules.FileName)
	flags.StringSliceVar(&raw.only, "only", nil, "run these `RULES` alone: IDs or markdownlint's numbers, with commas between them")
	flags.StringSliceVar(&raw.skip, "skip", nil, "leave these `RULES` out")
	addPrintingTo(flags, raw)
	flags.StringVar(&raw.failOnName, "fail-on", "warning", "least `SEVERITY` that gives exit code 1: blocker, warning, suggestion, never")
	flags.StringVar(&raw.since, "since", "", "report what was changed since this `REVISION` alone")
	flags.BoolVar(&raw.staged, "staged", false, "review the staged files as they are staged, and report what they change")
	flags.StringVar(&raw.baseline, "baseline", "", "leave out the findings in this `FILE`")
	flags.StringVar(&raw.writeBaseline, "write-baseline", "", "write all findings to this `FILE`, to be left out from now on")
	flags.StringVar(&raw.shardName, "shard", "", "work on part `I/N` of the documents; CI_NODE_INDEX and CI_NODE_TOTAL say the same")
	flags.StringVar(&raw.stdinName, "stdin-filename", "", "the `NAME` of the document that - reads from standard input")
	flags.IntVar(&raw.jobs, "jobs", runtime.GOMAXPROCS(0), "`NUMBER` of documents to work on at once")
	flags.IntVar(&raw.maxPass, "max-iterations", 0, "most passes, instead of the configured `NUMBER`")
	flags.BoolVar(&raw.noExternal, "no-external", false, "don't run configured reviewers and fixers")
	return raw
}

// addPrinting adds the flags about output alone, for commands that review
// nothing.
func addPrinting(flags *pflag.FlagSet) *rawCommon {
	raw := &rawCommon{}
	addPrintingTo(flags, raw)
	return raw
}

func addPrintingTo(flags *pflag.FlagSet, raw *rawCommon) {
	addSinks(flags, &raw.sinks, "how to print results: "+strings.Join(report.Formats(), ", ")+"; may repeat")
	flags.BoolVar(&raw.statistics, "statistics", false, "count the findings of each rule")
	flags.StringVar(&raw.color, "color", "auto", "`WHEN` to colour the output: auto (on a terminal, unless NO_COLOR is set), always or never")
	flags.BoolVar(&raw.noProgress, "no-progress", false, "don't show on a terminal how far a long run has come")
	flags.BoolVarP(&raw.quiet, "quiet", "q", false, "no notes: findings and errors alone")
	flags.BoolVarP(&raw.verbose, "verbose", "v", false, "list everything, and say why each decision was taken")
}

// validatePrinting checks the flags of addPrinting.
func (raw *rawCommon) validatePrinting() (c common, err error) {
	c = raw.common
	if c.sinks, err = raw.sinks.validate(); err != nil {
		return c, err
	}
	if c.color != "" && !slices.Contains(choices("color"), c.color) {
		return c, fmt.Errorf("--color %s: want auto, always or never", c.color)
	}
	return c, nil
}

// addStatePrinting is addPrinting for commands that show runs: they have no findings.
func addStatePrinting(flags *pflag.FlagSet) *rawCommon {
	raw := addPrinting(flags)
	flags.Lookup("format").Usage = "how to print runs: text, json or yaml; may repeat"
	hide(flags, "statistics", "no-progress")
	return raw
}

// validateStatePrinting checks the flags of addStatePrinting.
func (raw *rawCommon) validateStatePrinting() (common, error) {
	c, err := raw.validatePrinting()
	for _, k := range c.sinks {
		if err == nil && !slices.Contains([]report.Format{report.Text, report.JSON, report.YAML}, k.format) {
			err = fmt.Errorf("--format %s: runs are printed as text, json or yaml", k.format)
		}
	}
	return c, err
}

// validate checks what the flag parser can't.
func (raw *rawCommon) validate() (c common, err error) {
	if c, err = raw.validatePrinting(); err != nil {
		return c, err
	}
	if err := raw.refuseEmpty(); err != nil {
		return c, err
	}
	c.external = !raw.noExternal
	if c.only, err = namedRules(raw.only); err != nil {
		return c, fmt.Errorf("--only: %w", err)
	}
	if c.skip, err = namedRules(raw.skip); err != nil {
		return c, fmt.Errorf("--skip: %w", err)
	}
	if len(c.reviewers()) == 0 {
		return c, errors.New("--only and --skip leave no rule")
	}
	if c.failOn, err = gate.ParseFailOn(raw.failOnName); err != nil {
		return c, fmt.Errorf("--fail-on: %w", err)
	}
	if raw.shardName != "" {
		c.shard, err = gate.ParseShard(raw.shardName)
	} else {
		c.shard, err = gate.ShardFromCI(os.Getenv)
	}
	switch {
	case err != nil:
		return c, err
	case c.since != "" && c.staged:
		return c, errors.New("--since and --staged: name one of them")
	case c.writeBaseline != "" && (c.since != "" || c.staged):
		return c, errors.New("--write-baseline: with --since or --staged it would forget what was not changed")
	case c.jobs < 1:
		return c, fmt.Errorf("--jobs %d: want at least 1", c.jobs)
	case c.maxPass < 1 && raw.given("max-iterations"):
		return c, fmt.Errorf("--max-iterations %d: want at least 1", c.maxPass)
	}
	return c, nil
}

// refuseEmpty refuses a flag with nothing behind it, as a variable of the shell gives
// it that isn't set: it must not count as a flag that is left out.
func (raw *rawCommon) refuseEmpty() error {
	for _, flag := range []struct{ name, value string }{
		{"config", raw.config}, {"since", raw.since}, {"baseline", raw.baseline}, {"write-baseline", raw.writeBaseline},
		{"only", strings.Join(raw.only, ",")}, {"shard", raw.shardName}, {"stdin-filename", raw.stdinName},
	} {
		if flag.value == "" && raw.given(flag.name) {
			return emptyFlag(flag.name)
		}
	}
	return nil
}

func emptyFlag(name string) error {
	return fmt.Errorf("--%s: is empty; leave it out to do without", name)
}

// namedRules is the IDs of rules that are named by ID, or as another linter names
// them.
func namedRules(names []string) ([]string, error) {
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

// reviewers is the built-in reviewers that --only and --skip leave.
func (c common) reviewers() []review.Reviewer {
	all := slices.DeleteFunc(review.Reviewers(), func(r review.Reviewer) bool {
		return len(c.only) > 0 && !slices.Contains(c.only, r.Rule.ID) || slices.Contains(c.skip, r.Rule.ID)
	})
	if c.unused || slices.Contains(c.only, review.UnusedSuppression.Rule.ID) {
		all = append(all, review.UnusedSuppression)
	}
	return all
}

// colored decides whether to colour what goes to a stream.
func (c common) colored(s *session, terminal bool) bool {
	if c.color == "always" || c.color == "never" {
		return c.color == "always"
	}
	return terminal && s.getenv("NO_COLOR") == ""
}

// note tells the user something that was not asked for.
func (s *session) note(c common, format string, args ...any) {
	if !c.quiet {
		s.say("note", format, args...)
	}
}

// say tells the user something on standard error. What came from a document or
// from the name of a file can't drive the terminal.
func (s *session) say(kind, format string, args ...any) {
	fmt.Fprintf(s.err, "%s: %s\n", kind, report.Printable(fmt.Sprintf(format, args...)))
}

// fault says what went wrong with one file.
func (s *session) fault(path string, err error) {
	s.say("doc-iterate", "%s: %v", report.Visible(path), err)
}

// tool is this program as reports name it.
func tool() report.Tool {
	return report.Tool{Name: "doc-iterate", Version: version(), URI: "https://github.com/doc-iterate/doc-iterate"}
}

// version is the module's version as Go stamped it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// descriptions is the built-in rules, for reports that explain them.
func descriptions() []rules.Rule {
	var out []rules.Rule
	for _, r := range append(review.Reviewers(), review.UnusedSuppression) {
		out = append(out, r.Rule)
	}
	return out
}
