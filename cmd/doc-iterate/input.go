package main

import (
	"context"
	"fmt"
	"io"
	"os"
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
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	if len(data) > maxInput {
		return nil, fmt.Errorf("%s: is larger than %d MB", name, maxInput>>20)
	}
	return data, nil
}

// readFile reads a file that may also be a pipe. Its errors name it once.
func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, reason(err))
	}
	defer f.Close()
	return readAll(name, f)
}
