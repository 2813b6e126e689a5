package main

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// fixCommandFor is the command that fixes what a check with these flags and
// paths found, for the last line of its report. index is the one that git gave a hook,
// "" outside of one: that of "git commit -a" or "git commit PATH" is gone, and with it what
// was staged, before the command can be typed.
func fixCommandFor(flags *pflag.FlagSet, index string) string {
	words := []string{"doc-iterate", "fix"}
	for _, name := range []string{"config", "only", "skip", "no-external", "since", "staged", "baseline", "stdin-filename"} {
		f := flags.Lookup(name)
		switch {
		case !f.Changed:
		case name == "staged" && strings.HasSuffix(index, ".lock"):
			words = append(words, "--since=HEAD", "--allow-dirty")
		case name == "staged": // what is staged is not committed
			words = append(words, "--staged", "--allow-dirty")
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

// fixesOf is the fixes that there would be in one document. Links that would be
// carried along in others are not shown.
func fixesOf(d *review.Document, set *rules.Set, findings []review.Finding, site *review.Site) []fixers.Change {
	return fixers.Fixes(fixers.Input{
		Docs: map[string]*review.Document{d.Path: d}, Set: set, Findings: fixers.FindingsOf(findings), Fixers: fixers.Registry(), Site: site,
	})
}
