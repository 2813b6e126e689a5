// Package wording words what several packages tell people: counts with their nouns, lists of names, text that a
// terminal can show and a shell can take. It also holds lists of words as sets. It imports nothing of this module, so
// that every package can use it.
//
// Invariant: what Visible returns changes nothing in a terminal, and what ShellWord returns is one word for every
// shell.
package wording

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Count is a number with its noun: "1 finding", "2 findings", "2 fixes".
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ss"):
		noun += "e"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// NeedsYou says that n things need a person: "1 finding needs you", "2 findings need you". Without a noun it says
// "2 need you".
func NeedsYou(n int, noun string) string {
	what := strconv.Itoa(n)
	if noun != "" {
		what = Count(n, noun)
	}
	if n == 1 {
		return what + " needs you"
	}
	return what + " need you"
}

// Tally says how often each name occurs, the most frequent first: "2 a", "1 b".
func Tally(names []string) []string {
	counts := map[string]int{}
	for _, name := range names {
		counts[name]++
	}
	out := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range out {
		out[i] = fmt.Sprintf("%d %s", counts[name], name)
	}
	return out
}

// WithoutPath returns the error about a file without the system call and the path that Go puts before it: the caller
// names the file as the user did.
func WithoutPath(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// List names the first few of many: "a, b and c", "a, b and 5 more".
func List(names []string, most int) string {
	if last := len(names) - 1; last > 0 && last < most {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	if len(names) <= most {
		return strings.Join(names, "")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), len(names)-most+1)
}

// Sentence is a message with a full stop, unless it ends like a sentence already.
func Sentence(message string) string {
	if last, _ := utf8.DecodeLastRuneInString(message); unicode.In(last, unicode.STerm) || last == ':' {
		return message
	}
	return message + "."
}
