package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// An output is standard output: it remembers that writing failed, because most
// of what prints does not look.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.Writer.Write(p)
	o.err = err
	return n, err
}

// ended is the exit code of a run whose standard output could not be written. A
// reader that went away, as head does, has seen what it wanted: what was found
// still counts, and there is nothing to say. Anything else is trouble.
func (o *output) ended(code int) (int, error) {
	switch {
	case o.err == nil || errors.Is(o.err, syscall.EPIPE):
		return code, nil
	default:
		return gate.ExitTrouble, errors.New("standard output: " + wording.WithoutPath(o.err).Error())
	}
}

// outputFailed reports whether standard output failed, which run tells of.
func (s *session) outputFailed() bool {
	o, ok := s.out.(*output)
	return ok && o.err != nil
}

// isTerminal reports whether people see what is written to w.
func isTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
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

// absolute is a name that is the same for all names of a file but for links.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
