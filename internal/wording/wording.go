// Package wording is how the program words what it tells people wherever several
// packages tell it.
//
// Of this module it imports nothing.
package wording

import (
	"errors"
	"io/fs"
	"strconv"
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
