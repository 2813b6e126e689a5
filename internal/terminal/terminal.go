// Package terminal knows what people see: whether a stream is a terminal, and the line that shows the progress of a
// long run there.
package terminal

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// An Output is standard output. It remembers that writing failed, because most of what prints does not look.
type Output struct {
	io.Writer
	err error
}

func (o *Output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.Writer.Write(p)
	o.err = err
	return n, err
}

// Failed reports whether standard output could not be written.
func (o *Output) Failed() bool { return o.err != nil }

// End returns the error of a run that ended with err, in which writing to standard output may have failed. A reader
// that went away, as head does, has seen what it wanted, and is no error.
func (o *Output) End(err error) error {
	switch {
	case o.err == nil || err != nil && !errors.Is(err, o.err):
		return err
	case errors.Is(o.err, syscall.EPIPE):
		return nil
	}
	return errors.New("standard output: " + wording.WithoutPath(o.err).Error())
}

// Width returns the width of the terminal that w writes to, 0 where it is not known.
func Width(w io.Writer) int {
	if o, ok := w.(*Output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// Is reports whether people see what is written to w.
func Is(w io.Writer) bool {
	if o, ok := w.(*Output); ok {
		w = o.Writer
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
