// Package manual writes what describes the commands of the program: the manual page and the completions of shells.
//
// Of this module it imports nothing.
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
	Flags   []*pflag.Flag
	// Choices is the words that the value of a flag is one of, by the flag's name; a flag that isn't there takes anything.
	Choices map[string][]string
	// Arguments is the words that the command's argument is one of, nil where it is a file.
	Arguments []string
}

// FlagNames returns the flags as they are typed.
func FlagNames(flags []*pflag.Flag) []string {
	var out []string
	for _, f := range flags {
		out = append(out, "--"+f.Name)
	}
	return out
}

// names returns the names of the commands.
func names(pages []Page) []string {
	var out []string
	for _, p := range pages[1:] {
		out = append(out, p.Name)
	}
	return out
}

// takesValue reports whether a flag wants a word behind it.
func takesValue(f *pflag.Flag) bool { return f.NoOptDefVal == "" }

// takesFile reports whether the value of a flag is the name of a file.
func takesFile(f *pflag.Flag) bool {
	return slices.Contains([]string{"config", "output", "baseline", "write-baseline", "review"}, f.Name)
}

// flagHelp returns the words of a flag's help and the name of its value.
func flagHelp(f *pflag.Flag) (words, value string) {
	value, words = pflag.UnquoteUsage(f)
	switch value {
	case "string":
		value = "VALUE"
	case "int":
		value = "N"
	}
	return strings.TrimSpace(words), value
}
