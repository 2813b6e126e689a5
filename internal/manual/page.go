// Package manual writes what describes the commands of the program: their help, the manual page and the completions of
// shells.
//
// Invariants:
//   - What it writes is made of the flags as they are defined, so that it is never behind them.
package manual

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// A Page is one command with the flags that its help shows.
type Page struct {
	Name    string // "" is that of the form without a command
	Usage   string // what stands behind the name
	Summary string
	About   string // its first line says what the command does
	Flags   []Flag
	// Arguments is the words that the command's argument is one of, nil where it is a file.
	Arguments []string
}

// Headline returns what the command does.
func (p Page) Headline() string {
	line, _, _ := strings.Cut(p.About, "\n")
	return line
}

// A Flag is a flag of a command, with the words that its value is one of; a flag without any takes anything.
type Flag struct {
	*pflag.Flag
	Choices []string
}

// Shown returns the flags that are not hidden. choices returns the words that the value of a flag is one of.
func Shown(flags *pflag.FlagSet, choices func(flag string) []string) []Flag {
	var out []Flag
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			out = append(out, Flag{f, choices(f.Name)})
		}
	})
	return out
}

// FlagNames returns the flags as they are typed.
func FlagNames(flags []Flag) []string {
	var out []string
	for _, f := range flags {
		out = append(out, "--"+f.Name)
	}
	return out
}

// TakesValue reports whether the flag wants a word behind it.
func (f Flag) TakesValue() bool { return f.NoOptDefVal == "" }

// TakesFile reports whether the value of the flag is the name of a file.
func (f Flag) TakesFile() bool {
	return slices.Contains([]string{"config", "output", "baseline", "write-baseline", "review"}, f.Name)
}

// Words returns the words of the flag's help.
func (f Flag) Words() string {
	_, words := pflag.UnquoteUsage(f.Flag)
	return strings.TrimSpace(words)
}

// ValueName returns the name that help has for the value of the flag.
func (f Flag) ValueName() string {
	switch name, _ := pflag.UnquoteUsage(f.Flag); name {
	case "string":
		return "VALUE"
	case "int":
		return "N"
	default:
		return name
	}
}
