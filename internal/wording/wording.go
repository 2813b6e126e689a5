// Package wording is how the program words what it tells people wherever several
// packages tell it.
//
// Of this module it imports nothing.
package wording

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// Count is a number with its noun: "1 finding", "2 findings", "2 fixes".
func Count(n int, noun string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case noun != "" && noun[len(noun)-1] == 'x':
		noun += "e"
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// WithoutPath is what went wrong with a file, without the system call and the path
// that Go puts before it: who tells it names the file first, as the user knows it.
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
