//go:build !unix

package main

import (
	"io"
	"os"
	"slices"
)

// readInto puts all of a file into the buffer, which is expected to be as long as
// size.
func readInto(buffer []byte, path string, size int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffer = slices.Grow(buffer[:0], size+1) // one more shows the end
	for {
		n, err := f.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF {
			return buffer, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}
