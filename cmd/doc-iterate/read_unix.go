//go:build unix

package main

import (
	"slices"
	"syscall"
)

// readInto puts all of a file into the buffer, which is expected to be as long as
// size. The package os would do the same in nine system calls instead of three: it
// tries to wait for the file as for a connection, asks for its flags, and reads
// once more behind its end.
func readInto(buffer []byte, path string, size int) ([]byte, error) {
	fd, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	buffer = slices.Grow(buffer[:0], size+1) // one more shows the end
	for {
		n, err := retried(func() (int, error) { return syscall.Read(fd, buffer[len(buffer):cap(buffer)]) })
		if err != nil {
			return nil, err
		}
		buffer = buffer[:len(buffer)+n]
		if n == 0 || len(buffer) == size && n < cap(buffer) {
			return buffer, nil
		}
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}

// retried calls f again while a signal interrupts it.
func retried(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if err != syscall.EINTR {
			return n, err
		}
	}
}
