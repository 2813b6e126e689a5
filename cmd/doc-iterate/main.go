// Command doc-iterate takes the findings of documentation reviewers, resolves
// what can be resolved by small edits that are proved to change nothing else,
// and hands the rest to a person.
//
// This package is the edge of the program: it turns arguments into validated
// options, once, reads files, hands values to the packages that decide, and
// prints. One file holds one command. It may import everything.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	_ "github.com/doc-iterate/doc-iterate/cmd/doc-iterate/stack" // before all that takes a deep stack
	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// gcPercent makes the garbage collector run rarely: the program lives shortly,
// and most of what it allocates is trees that it needs to the end.
const gcPercent = 200

func main() { os.Exit(program()) }

// program is a run with the arguments and streams of this process; it returns
// the exit code.
func program() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	nameWorkingDirectory()
	ctx, armed := watchSignals()
	s := session{
		ctx: ctx, armed: armed, args: os.Args[1:], environ: os.Environ(),
		in: interruptible{ctx, os.Stdin}, out: os.Stdout, err: os.Stderr,
	}
	return s.run()
}

// nameWorkingDirectory has the working directory named by where it lies, and not by the
// symbolic links that led there: Go takes it from PWD, and joins .. to it as text, while
// the system goes up from where it lies, to what may be another document.
func nameWorkingDirectory() {
	wd, err := os.Getwd()
	if err == nil {
		wd, err = filepath.EvalSymlinks(wd)
	}
	if err == nil {
		_ = os.Setenv("PWD", wd) // a path has no NUL, which is all that can fail
	}
}

// errInterrupted is the error of a run that a signal ended.
var errInterrupted = errors.New("interrupted; nothing was changed")

// A session is one run of the program with all that it gets from outside.
type session struct {
	ctx      context.Context
	armed    <-chan struct{} // closed when signals end ctx; nil where none do
	args     []string
	environ  []string
	in       io.Reader
	out, err io.Writer
	fixers   []fixers.Fixer // nil is the built-in ones
	mistakes int            // in this program that came to light
	// onHelp, where not nil, is told of a command's flags instead of printing help.
	onHelp func(flags *pflag.FlagSet, usage, about string)
}

// getenv is a variable of the session's environment, "" where it is not set.
func (s *session) getenv(name string) string {
	for _, kv := range slices.Backward(s.environ) {
		if value, ok := strings.CutPrefix(kv, name+"="); ok {
			return value
		}
	}
	return ""
}

// A command is one verb of the command line.
type command struct {
	name    string
	summary string
	run     func(s *session, args []string) (int, error)
}

// commands in the order in which the help lists them.
func commands() []command {
	return []command{
		{"fix", "resolve findings, pass by pass, and commit each", runFix},
		{checkName, "report findings; change nothing", runCheck},
		{"locate", "say where each finding of a review is", runLocate},
		{"decide", "decide about an iteration that a file describes", runDecide},
		{"status", "show the state of the last run", runStatus},
		{"log", "list the runs of this repository", runLog},
		{"undo", "take a run's edits back by a new commit", runUndo},
		{"resume", "finish or clear what a killed run left behind", runResume},
		{"merge", "join the results of shards", runMerge},
		{"init", "write a first consistency-rules.json", runInit},
		{"rules", "explain the built-in rules, or import another linter's", runRules},
		{"completion", "print a completion script", runCompletion},
		{"man", "print the manual page", runMan},
	}
}

// run dispatches to a command and turns its error into a message and a code.
func (s *session) run() int {
	out := &output{Writer: s.out}
	s.out = out
	code, err := s.caught()
	if err == nil || out.err != nil && errors.Is(err, out.err) {
		code, err = out.ended(code)
	}
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return gate.ExitClean
	case err != nil:
		s.tell(flagError(err, s.args))
		return gate.ExitTrouble
	}
	return code
}

// caught is dispatch, with a panic as an error.
func (s *session) caught() (code int, err error) {
	defer parallel.Catch(&err)
	return s.dispatch()
}

// tell says what went wrong.
func (s *session) tell(err error) {
	s.say("doc-iterate", "%v", err)
	var p *parallel.Panic
	if errors.As(err, &p) {
		s.mistake(p)
	}
}

// stackVariable is the variable of the environment that has mistakes in this program
// tell where they are.
const stackVariable = "DOC_ITERATE_STACK"

// mistake says, once, what to do about a mistake in this program.
func (s *session) mistake(p *parallel.Panic) {
	if s.mistakes++; s.mistakes == 1 {
		s.say("note", "an internal error is a mistake in doc-iterate %s, and its document is left as it is; "+
			"please report it at %s/issues, with what the same command says where %s=1 is set", version(), tool().URI, stackVariable)
	}
	if s.getenv(stackVariable) != "" {
		s.say("note", "%s", p.Stack)
	}
}

func (s *session) dispatch() (int, error) {
	args := s.args
	if len(args) == 0 {
		s.help(s.err)
		return gate.ExitTrouble, nil
	}
	if args[0] == "help" && len(args) > 1 {
		args = []string{args[1], "--help"}
	}
	if len(args) == 2 && args[1] == "--version" {
		args = args[1:]
	}
	switch args[0] {
	case "-h", "--help", "help":
		s.help(s.out)
		return gate.ExitClean, nil
	case "--version", "version":
		fmt.Fprintf(s.out, "doc-iterate %s\n", version())
		return gate.ExitClean, nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			if c.name != checkName { // it does so once it has found its documents
				s.obeySignals()
			}
			return c.run(s, args[1:])
		}
	}
	if err := notACommand(args[0]); err != nil {
		return gate.ExitTrouble, err
	}
	s.obeySignals()
	return runShort(s, args)
}

func (s *session) help(w io.Writer) {
	fmt.Fprint(w, `doc-iterate resolves the findings of documentation reviews.

usage: doc-iterate PATH REVIEW        resolve a review's findings in a document
       doc-iterate COMMAND [flags] …

Commands:
`)
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-11s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, `
Start with:
  doc-iterate check .      what would doc-iterate find here?
  doc-iterate init         write the rules that fit this repository
  doc-iterate fix .        resolve what can be resolved, as commits; "doc-iterate undo" takes them back

"doc-iterate COMMAND --help" lists the flags of a command.
Exit codes: 0 clean, 1 findings are left, 2 the work could not be done.
`)
}
