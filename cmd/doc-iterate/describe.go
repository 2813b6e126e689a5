package main

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A page is what there is to say of one command.
type page struct {
	command
	usage string // behind the name
	about string
	flags []*pflag.Flag
}

// describe asks every command for its help, so that the completions and the
// manual page name the very flags that the commands parse. The first page is
// that of the short form, which has no name.
func describe() ([]page, error) {
	short := command{run: runShort}
	var pages []page
	for _, c := range append([]command{short}, commands()...) {
		p := page{command: c}
		probe := session{out: io.Discard, err: io.Discard, onHelp: func(flags *pflag.FlagSet, usage, about string) {
			p.usage, p.about = usage, about
			flags.VisitAll(func(f *pflag.Flag) {
				if !f.Hidden {
					p.flags = append(p.flags, f)
				}
			})
		}}
		// The one error is that of --help itself.
		if _, err := c.run(&probe, []string{"--help"}); err != pflag.ErrHelp {
			return nil, err
		}
		pages = append(pages, p)
	}
	return pages, nil
}

// choices is the words that a flag's value is one of, nil where it is anything.
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

// arguments is the words that a command's argument is one of, nil where it is a
// file.
func arguments(command string) []string {
	switch command {
	case "rules":
		return ruleIDs()
	case "completion":
		return shells()
	}
	return nil
}

func ruleIDs() []string {
	var ids []string
	for _, r := range descriptions() {
		ids = append(ids, r.ID)
	}
	return ids
}

// takesValue reports whether a flag wants a word behind it.
func takesValue(f *pflag.Flag) bool { return f.NoOptDefVal == "" }

// takesFile reports whether the value of a flag is the name of a file.
func takesFile(f *pflag.Flag) bool {
	return slices.Contains([]string{"config", "output", "baseline", "write-baseline", "review"}, f.Name)
}

// saying is the words of a flag's help and the name of its value.
func saying(f *pflag.Flag) (words, value string) {
	value, words = pflag.UnquoteUsage(f)
	switch value {
	case "string":
		value = "VALUE"
	case "int":
		value = "N"
	}
	return strings.TrimSpace(words), value
}
