// Command doc-iterate takes the findings of documentation reviewers, resolves what can be resolved by small edits that
// are proved to change nothing else, and hands the rest to a person.
//
// This package is the edge of the program: it turns arguments into validated options, once, hands them to the packages
// that do the work, and prints. The file commands.go lists the commands; each has a file of its own. The package may
// import everything.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/manual"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// gcPercent is by how much memory grows between collections: at 100 a fix takes 10 % less time and 16 % more memory.
const gcPercent = 75

// collectSeldom lets garbage gather until there are 96 MB of it, or three quarters of what lives. It is for a check of
// many documents, which leave little each: a few may be large themselves.
func collectSeldom() {
	const atLeast = 96 << 20
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	// Less lives at the start than later.
	collectAt(max(gcPercent, int(100*atLeast/max(live[0].Value.Uint64(), atLeast/4))))
	// A finalizer runs after each collection.
	runtime.SetFinalizer(new(*byte), func(**byte) { collectSeldom() })
}

// collectAt sets by how much memory grows between collections, unless the user did.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

func main() {
	collectAt(gcPercent)
	resolveWorkingDirectory()
	ctx := watchSignals()
	s := session{
		ctx: ctx, args: os.Args[1:], environ: os.Environ(),
		in: files.Interruptible(ctx, os.Stdin), out: os.Stdout, err: os.Stderr,
	}
	os.Exit(s.run())
}

// resolveWorkingDirectory resolves symbolic links in the name of the working directory. Go takes the name from PWD and
// joins .. to it as text, but the system goes up from where the directory lies, which may lead to another document.
func resolveWorkingDirectory() {
	wd, err := os.Getwd()
	if err == nil {
		wd, err = filepath.EvalSymlinks(wd)
	}
	if err == nil {
		_ = os.Setenv("PWD", wd) // fails only for a NUL, which a path does not have
	}
}

// run dispatches to a command and turns its error into a message and a code.
func (s *session) run() int {
	out := &terminal.Output{Writer: s.out}
	s.out = out
	code, err := s.dispatch()
	err = out.End(err)
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return gate.ExitClean
	case err != nil:
		s.brief = false
		s.tell(flagError(err, s.args))
		return gate.ExitTrouble
	}
	return code
}

// dispatch runs the command that the arguments name. A panic becomes an error.
func (s *session) dispatch() (code int, err error) {
	defer parallel.Catch(&err)
	args := s.args
	if len(args) == 0 {
		help(s.err)
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
		help(s.out)
		return gate.ExitClean, nil
	case "--version", "version":
		fmt.Fprintf(s.out, "doc-iterate %s\n", version())
		return gate.ExitClean, nil
	}
	c, args, err := commandOf(args)
	if err != nil {
		return gate.ExitTrouble, err
	}
	flags := newFlagSet(c.name)
	run := c.define(flags)
	flags.Usage = func() { fmt.Fprint(s.out, manual.Help(flags, c.name, c.usage, c.about)) }
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	s.typed = args
	return run(s, flags.Args())
}

// commandOf returns the command that arguments begin with, and those behind its name.
func commandOf(args []string) (command, []string, error) {
	all := append(commands(), importCommand())
	for n := min(2, len(args)); n > 0; n-- {
		name := strings.Join(args[:n], " ")
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
			return all[i], args[n:], nil
		}
	}
	return shortForm(), args, notACommand(args[0])
}

func help(w io.Writer) {
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
