package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/manual"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// hide removes flags from help, completions and the manual.
func hide(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		flags.Lookup(name).Hidden = true
	}
}

// flagError rewrites an error about flags in the words of the command line, with the remedy. It returns other errors as
// they are.
func flagError(err error, args []string) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return unknownFlag(unknown, args)
	}
	return manual.ValueError(err)
}

// unknownFlag returns an error that names the flag of the same command with the nearest spelling, or says how to write
// the name of a document that starts with a dash.
func unknownFlag(err *pflag.NotExistError, args []string) error {
	name, shorts := err.GetSpecifiedName(), err.GetSpecifiedShortnames()
	if shorts != "" {
		if _, found := os.Lstat("-" + shorts); found == nil {
			return fmt.Errorf("-%s is taken for a flag; put -- before such a name, or write ./-%s", shorts, shorts)
		}
		name = shorts
	}
	pages := describe()
	i := slices.IndexFunc(pages[1:], func(p manual.Page) bool { return len(args) > 0 && p.Name == args[0] }) + 1
	command := strings.TrimSpace("doc-iterate " + pages[i].Name)
	known := manual.FlagNames(pages[i].Flags)
	typed := "--" + name
	if shorts != "" {
		typed = "-" + name
	}
	if near := rules.Nearest("--"+name, known); near != "" {
		return fmt.Errorf("unknown flag %s; did you mean %s?", typed, near)
	}
	return fmt.Errorf("unknown flag %s; `%s --help` lists the flags", typed, command)
}

// notACommand returns the error for a first argument that is neither a command nor a file, nil if it may be a document.
func notACommand(name string) error {
	if _, err := os.Lstat(name); err == nil || strings.HasPrefix(name, "-") {
		return nil
	}
	if near := rules.Nearest(name, commandNames()); near != "" {
		return fmt.Errorf("unknown command %q; did you mean %q?", name, near)
	}
	if strings.ContainsAny(name, "./") {
		return nil // a document, to be reported as missing
	}
	return fmt.Errorf("unknown command %q, and no such document; see doc-iterate --help", name)
}

// shortArguments checks the arguments of the short form: a document and a review. reviews is the values of --review.
func shortArguments(args, reviews []string) error {
	switch {
	case len(args) == 0:
		return errors.New("name a document and its review, or a command; see doc-iterate --help")
	case slices.Contains(commandNames(), args[0]):
		return fmt.Errorf("flags stand behind the command: doc-iterate %s [flags] …", args[0])
	case len(args) == 1 && len(reviews) > 0:
		return errors.New("--review belongs behind a command: doc-iterate fix --review FILE PATH…")
	case len(args) == 1:
		return fmt.Errorf("%s: name its review too; without one, `doc-iterate fix %[1]s` resolves "+
			"what the rules find, and `doc-iterate check %[1]s` reports it", args[0])
	case len(args) > 2:
		return errors.New("want one document and one review; " +
			"`doc-iterate fix --review FILE PATH…` takes several of both")
	case isData(args[0]) && !isData(args[1]):
		return fmt.Errorf("%s: is no Markdown; the document comes first: doc-iterate %s %s",
			args[0], wording.ShellWord(args[1]), wording.ShellWord(args[0]))
	}
	return refuseData(args[:1])
}

// refuseData returns an error if one of the paths to fix is data, such as a review. Otherwise its values would be
// edited as prose, and its findings would not be fixed.
func refuseData(paths []string) error {
	i := slices.IndexFunc(paths, isData)
	if i < 0 {
		return nil
	}
	return fmt.Errorf("%s: is no Markdown; as a review it goes behind a flag: doc-iterate fix --review %s PATH…",
		paths[i], wording.ShellWord(paths[i]))
}

// isData reports whether a file of this name holds data, as reviews do.
func isData(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".json", ".jsonl", ".ndjson", ".sarif", ".xml":
		return true
	}
	return false
}

// describe returns the pages of all commands. The first one is that of the short form, which has no name.
func describe() []manual.Page {
	var pages []manual.Page
	for _, c := range append([]command{shortForm()}, commands()...) {
		flags := newFlagSet(c.name)
		c.define(flags)
		pages = append(pages, manual.Page{
			Name: c.name, Usage: c.usage, Summary: c.summary, About: c.about, Flags: manual.Shown(flags, choices),
			Arguments: arguments(c.name),
		})
	}
	return pages
}

func commandNames() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

// choices returns the possible values of a flag, nil if it takes any.
func choices(flag string) []string {
	switch flag {
	case "format":
		return report.Formats()
	case "review-format":
		return rules.Formats()
	case "fail-on":
		return []string{"suggestion", "warning", "blocker", "never"}
	case "only", "skip":
		return ruleIDs()
	case "color":
		return []string{"auto", "always", "never"}
	case "commit":
		return []string{"branch", "record", "none"}
	case "blockers":
		return []string{"fix", "stop"}
	}
	return nil
}

// arguments returns the possible arguments of a command, nil if it takes a file.
func arguments(command string) []string {
	switch command {
	case "rules":
		return ruleIDs()
	case "completion":
		return shells()
	}
	return nil
}
