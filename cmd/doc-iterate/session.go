package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A session has what one run of the program gets from outside: signals, arguments, environment and streams.
type session struct {
	ctx      context.Context
	args     []string // of the process
	typed    []string // those behind the command, set when it is known
	environ  []string
	in       io.Reader
	out, err io.Writer
	fixers   []fixers.Fixer             // nil is the built-in ones
	panics   int                        // internal errors so far
	publish  func(*report.Report) error // publishes the findings of a check in a pull request; nil outside of one
	times    programs.Times             // of reviewers and fixers that are other programs
	brief    bool                       // a hook runs this: few messages are said
	said     int                        // messages so far
}

// getenv returns a variable of the session's environment, "" where it is not set.
func (s *session) getenv(name string) string {
	for _, kv := range slices.Backward(s.environ) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

// read reads a file that was named.
func (s *session) read(name string) ([]byte, error) { return workspace.ReadFile(s.ctx, name) }

// hostPaths returns what gives documents the paths that hosts know them by.
func (s *session) hostPaths() func(path string) string { return workspace.HostPaths(s.getenv) }

// say tells the user something on standard error. Text from a document or a file name can't control the terminal.
func (s *session) say(kind, format string, args ...any) {
	const most = 4 // lines, in a hook
	switch s.said++; {
	case s.brief && s.said == most:
		fmt.Fprintln(s.err, "more messages are left out (--verbose shows them)")
	case !s.brief || s.said < most:
		fmt.Fprintf(s.err, "%s: %s\n", kind, wording.Printable(fmt.Sprintf(format, args...)))
	}
}

// asker returns what asks a person a question, nil where nobody sits at a terminal.
func (s *session) asker() func(question string) bool {
	if !terminal.Is(s.err) || !terminal.Is(os.Stdin) {
		return nil
	}
	return func(question string) bool { return terminal.Agrees(s.in, s.err, question) }
}

// warn tells the user what could not be done.
func (s *session) warn(format string, args ...any) { s.say("doc-iterate", format, args...) }

// note tells the user something that was not asked for.
func (s *session) note(format string, args ...any) { s.say("note", format, args...) }

// tell tells the user of an error.
func (s *session) tell(err error) {
	s.warn("%v", err)
	var p *parallel.Panic
	if errors.As(err, &p) {
		s.tellPanic(p)
	}
}

// stackVariable is the environment variable with which internal errors print their stacks.
const stackVariable = "DOC_ITERATE_STACK"

// tellPanic says, once, what to do about an internal error.
func (s *session) tellPanic(p *parallel.Panic) {
	if s.panics++; s.panics == 1 {
		s.note("an internal error is a mistake in doc-iterate %s, and its document is left as it is; "+
			"please report it at %s/issues, with what the same command says where %s=1 is set",
			version(), tool().URI, stackVariable)
	}
	if s.getenv(stackVariable) != "" {
		s.note("%s", p.Stack)
	}
}

// progress shows on a terminal how far the work on so many documents has come, unless a flag forbids it. Until end is
// called, standard error is written through it. On a terminal and with --verbose, end prints how long programs took.
func (s *session) progress(c *common, total int) (p *terminal.Progress, end func()) {
	times := func() {
		for _, line := range s.times.Take() {
			s.note("%s", line)
		}
	}
	if c.quiet || c.noProgress || !terminal.Is(s.err) || s.getenv("TERM") == "dumb" {
		if !c.verbose {
			times = func() {}
		}
		return nil, times
	}
	before := s.err
	p = terminal.NewProgress(before, total)
	s.err = p
	return p, func() { p.End(); s.err = before; times() }
}

// A command is one verb of the command line.
type command struct {
	name    string
	usage   string // what stands behind the name
	summary string // for the list of commands
	about   string // for its help: the first line says what it does, the rest stands below the usage
	define  func(flags *pflag.FlagSet) action
}

// An action runs a command whose flags were parsed, and returns the exit code.
type action func(s *session, args []string) (int, error)

// noFlags defines a command without flags.
func noFlags(run action) func(*pflag.FlagSet) action {
	return func(*pflag.FlagSet) action { return run }
}

func newFlagSet(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	return flags
}

// tool returns this program as reports name it.
func tool() report.Tool {
	return report.Tool{Name: "doc-iterate", Version: strings.TrimSpace(release),
		URI: "https://github.com/doc-iterate/doc-iterate"}
}
