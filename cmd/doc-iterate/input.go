package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// maxInput is the size in bytes of the largest file that is read beside
// documents: reviews, configurations, baselines and results. It is there so that
// a device that never ends does not fill the memory.
const maxInput = 512 << 20

// An interruptible is a reader that fails when its context ends: standard input
// may be a terminal at which nobody types.
type interruptible struct {
	ctx context.Context
	r   io.Reader
}

func (i interruptible) Read(p []byte) (int, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		own := make([]byte, len(p)) // p is the caller's again when the context ends
		n, err := i.r.Read(own)
		done <- result{own[:n], err}
	}()
	select {
	case <-i.ctx.Done():
		return 0, errInterrupted
	case got := <-done:
		return copy(p, got.data), got.err
	}
}

// readAll reads r to its end; name is for the message.
func readAll(name string, r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxInput+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("%s: is larger than %d MB", name, maxInput>>20)
	}
	return data, nil
}

// readOther reads a document that was not asked for but linked to, or that may link
// to one that was. Nothing is known of it: what is no file, which may never end, or
// no text is an error.
func readOther(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is no regular file", path)
	}
	if err := gate.TooLarge(info.Size()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	data, err := os.ReadFile(path)
	if err == nil {
		err = gate.Admit(data)
	}
	return data, err
}

// readFile reads a file that may also be a pipe. Its errors name it once.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, wording.WithoutPath(err))
	}
	defer f.Close()
	return readAll(name, f)
}
