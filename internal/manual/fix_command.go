package manual

import (
	"strings"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// FixCommand returns the command that fixes what a check with these flags and paths found, for the last line of its
// report. index is the one that git gave a hook, "" outside of one: the index of "git commit -a" or "git commit PATH"
// is gone before the command can be typed, and with it what was staged.
func FixCommand(flags *pflag.FlagSet, index string) string {
	words := []string{"doc-iterate", "fix"}
	for _, name := range []string{
		"config", "only", "skip", "allow-external", "no-external", "since", "staged", "baseline", "stdin-filename",
		"review", "review-format", "review-is-current", "also-rules", "review-with", "budget",
	} {
		f := flags.Lookup(name)
		switch {
		case !f.Changed:
			continue
		case name == "staged" && strings.HasSuffix(index, ".lock"):
			words = append(words, "--since=HEAD", "--allow-dirty")
		case name == "staged": // what is staged is not committed
			words = append(words, "--staged", "--allow-dirty")
		case name == "review":
			for _, file := range f.Value.(pflag.SliceValue).GetSlice() {
				words = append(words, "--review="+wording.ShellWord(file))
			}
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
