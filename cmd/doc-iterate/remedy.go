package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/wording"
)

// fixCommandFor is the command that fixes what a check with these flags and
// paths found, for the last line of its report.
func fixCommandFor(flags *pflag.FlagSet) string {
	words := []string{"doc-iterate", "fix"}
	for _, name := range []string{"config", "only", "skip", "no-external", "since", "staged", "baseline", "stdin-filename"} {
		f := flags.Lookup(name)
		switch {
		case !f.Changed:
		case f.Value.Type() == "bool":
			words = append(words, "--"+name)
		default:
			words = append(words, "--"+name+"="+wording.ShellWord(strings.Trim(f.Value.String(), "[]")))
		}
	}
	const most = 4 // more paths than this came from a glob of the shell, or from a hook
	if flags.NArg() > most {
		return strings.Join(append(words, "PATH…"), " ")
	}
	for i, arg := range flags.Args() {
		if i == 0 && strings.HasPrefix(arg, "-") && arg != "-" {
			words = append(words, "--")
		}
		words = append(words, wording.ShellWord(arg))
	}
	return strings.Join(words, " ")
}
