package manual

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// A section of a command's help lists the flags about one thing.
type section struct {
	title string
	flags []string
}

// sections returns the sections in the order in which help prints them. A command with few flags has no sections.
func sections() []section {
	return []section{
		{"Rules", []string{"config", "only", "skip", "allow-external", "no-external", "unused-suppressions"}},
		{"Which documents and findings count", []string{
			"since", "staged", "baseline", "write-baseline", "shard", "evidence", "write-evidence",
			"stdin-filename",
		}},
		{"Reviews", []string{"review", "review-format", "review-is-current", "also-rules", "review-with", "budget",
			"answers",
			"remember"}},
		{"Edits", []string{"interactive", "ask-again", "diff", "dry-run", "max-iterations", "blockers",
			"salvage", "unsafe-fixes"}},
		{"Git", []string{"commit", "squash", "allow-dirty", "hook"}},
		{"Output", []string{"format", "output", "statistics", "color", "no-progress", "quiet", "verbose"}},
		{"Exit code and speed", []string{"fail-on", "exit-non-zero-on-fix", "jobs", "no-cache"}},
	}
}

// helpWidth is how many columns help takes.
const helpWidth = 96

// Help returns the help of the command with this name: what it does, which is the first line of about, how it is
// called, more about it, and its flags without the hidden ones. usage is what stands behind the name.
func Help(flags *pflag.FlagSet, name, usage, about string) string {
	var b strings.Builder
	summary, more, _ := strings.Cut(about, "\n")
	fmt.Fprintf(&b, "%s\n\nusage: doc-iterate %s\n", summary, strings.TrimSpace(name+" "+usage))
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

// usages returns the help of those of the named flags that a command has.
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
