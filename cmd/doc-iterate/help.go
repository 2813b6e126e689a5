package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A section of a command's help is the flags about one thing.
type section struct {
	title string
	flags []string
}

// sections in the order in which help prints them. A command with few flags
// prints them without.
func sections() []section {
	return []section{
		{"Rules", []string{"config", "only", "skip", "no-external", "unused-suppressions"}},
		{"Which documents and findings count", []string{
			"since", "staged", "baseline", "write-baseline", "shard", "stdin-filename",
		}},
		{"Reviews", []string{"review", "review-format", "review-is-current", "also-rules", "answers"}},
		{"Edits", []string{"diff", "dry-run", "max-iterations", "blockers", "salvage"}},
		{"Git", []string{"commit", "squash", "allow-dirty"}},
		{"Output", []string{"format", "output", "statistics", "color", "no-progress", "quiet", "verbose"}},
		{"Exit code and speed", []string{"fail-on", "exit-non-zero-on-fix", "jobs"}},
	}
}

// helpWidth is how many columns help takes.
const helpWidth = 96

// helpText is the help of a command: what it does, how it is called, more about
// it, and its flags.
func helpText(flags *pflag.FlagSet, usage, about string) string {
	var b strings.Builder
	summary, more, _ := strings.Cut(about, "\n")
	fmt.Fprintf(&b, "%s\n\nusage: doc-iterate %s\n", summary, usage)
	if more = strings.Trim(more, "\n"); more != "" {
		fmt.Fprintf(&b, "\n%s\n", more)
	}
	const few = 8
	n := 0
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			n++
		}
	})
	if n > few {
		for _, s := range sections() {
			if help := usages(flags, s.flags); help != "" {
				fmt.Fprintf(&b, "\n%s:\n%s", s.title, help)
			}
		}
	} else if n > 0 {
		fmt.Fprintf(&b, "\nFlags:\n%s", flags.FlagUsagesWrapped(helpWidth))
	}
	return b.String()
}

// hide leaves flags out of help, completions and the manual.
func hide(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		flags.Lookup(name).Hidden = true
	}
}

// usages is the help of those of the named flags that a command has.
func usages(flags *pflag.FlagSet, names []string) string {
	some := pflag.NewFlagSet("", pflag.ContinueOnError)
	some.SortFlags = false
	for _, name := range names {
		if f := flags.Lookup(name); f != nil {
			some.AddFlag(f)
		}
	}
	return some.FlagUsagesWrapped(helpWidth)
}

// flagError is an error about flags in the words of the command line, with the
// remedy; other errors stay as they are.
func flagError(err error, args []string) error {
	var unknown *pflag.NotExistError
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(unknown, args)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value", missing.GetFlag().Name)
	case errors.As(err, &value):
		name, cause := "--"+value.GetFlag().Name, value.Unwrap()
		var number *strconv.NumError
		switch {
		case errors.As(cause, &number) && value.GetFlag().Value.Type() == "bool":
			return fmt.Errorf("%s=%s: want true or false, or nothing", name, value.GetValue())
		case errors.As(cause, &number):
			return fmt.Errorf("%s %s: want a number", name, value.GetValue())
		case value.GetFlag().Value.Type() == "duration":
			return fmt.Errorf("%s %s: want a time such as 36h or 90m", name, value.GetValue())
		}
		return fmt.Errorf("%s: %w", name, cause)
	}
	return err
}

// unknownFlag names the flag of the same command that is spelled nearly so, and
// tells what a document's name that starts with a dash needs.
func unknownFlag(err *pflag.NotExistError, args []string) error {
	name, shorts := err.GetSpecifiedName(), err.GetSpecifiedShortnames()
	if shorts != "" {
		if _, found := os.Lstat("-" + shorts); found == nil {
			return fmt.Errorf("-%s is taken for a flag; put -- before such a name, or write ./-%s", shorts, shorts)
		}
		name = shorts
	}
	pages, failure := describe()
	if failure != nil {
		return err
	}
	i := slices.IndexFunc(pages[1:], func(p page) bool { return len(args) > 0 && p.name == args[0] }) + 1
	command := strings.TrimSpace("doc-iterate " + pages[i].name)
	var known []string
	for _, f := range pages[i].flags {
		known = append(known, "--"+f.Name)
	}
	typed := "--" + name
	if shorts != "" {
		typed = "-" + name
	}
	if near := rules.Nearest("--"+name, known); near != "" {
		return fmt.Errorf("unknown flag %s; did you mean %s?", typed, near)
	}
	return fmt.Errorf("unknown flag %s; `%s --help` lists the flags", typed, command)
}

// notACommand is the error of a first argument that is neither a command nor a
// file, nil where it may be a document.
func notACommand(name string) error {
	if _, err := os.Lstat(name); err == nil || strings.HasPrefix(name, "-") {
		return nil
	}
	var known []string
	for _, c := range commands() {
		known = append(known, c.name)
	}
	if near := rules.Nearest(name, known); near != "" {
		return fmt.Errorf("unknown command %q; did you mean %q?", name, near)
	}
	if strings.ContainsAny(name, "./") {
		return nil // a document, to be reported as missing
	}
	return fmt.Errorf("unknown command %q, and no such document; see doc-iterate --help", name)
}

// shortArguments is what is wrong with the arguments of the short form, which
// are to be a document and a review; reviews is those of the flag.
func shortArguments(args, reviews []string) error {
	switch {
	case len(args) == 0:
		return errors.New("name a document and its review, or a command; see doc-iterate --help")
	case slices.ContainsFunc(commands(), func(c command) bool { return c.name == args[0] }):
		return fmt.Errorf("flags stand behind the command: doc-iterate %s [flags] …", args[0])
	case len(args) == 1 && len(reviews) > 0:
		return errors.New("--review belongs behind a command: doc-iterate fix --review FILE PATH…")
	case len(args) == 1:
		return fmt.Errorf("%s: name its review too; without one, `doc-iterate fix %[1]s` resolves what the rules find, and `doc-iterate check %[1]s` reports it",
			args[0])
	case len(args) > 2:
		return errors.New("want one document and one review; `doc-iterate fix --review FILE PATH…` takes several of both")
	case isData(args[0]) && !isData(args[1]):
		return fmt.Errorf("%s: is no Markdown; the document comes first: doc-iterate %s %s", args[0], wording.ShellWord(args[1]), wording.ShellWord(args[0]))
	}
	return noData(args[:1])
}

// noData is the error of paths to fix among which one is no document but a review, say:
// its values would be edited as prose, and what it says would be left undone.
func noData(paths []string) error {
	i := slices.IndexFunc(paths, isData)
	if i < 0 {
		return nil
	}
	return fmt.Errorf("%s: is no Markdown; as a review it goes behind a flag: doc-iterate fix --review %s PATH…", paths[i], wording.ShellWord(paths[i]))
}

// isData reports whether a file of this name holds data, as reviews do.
func isData(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl", ".ndjson", ".sarif", ".xml":
		return true
	}
	return false
}
