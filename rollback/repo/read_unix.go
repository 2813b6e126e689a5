//go:build unix

package repo

import (
	"io"
	"io/fs"
	"syscall"
)

// A file is open for reading. os.File makes six more system calls for each: it prepares to wait without a thread, which
// regular files refuse.
type file struct {
	descriptor int
	path       string
}

func openFile(path string) (file, error) {
	for {
		descriptor, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err == syscall.EINTR {
			continue
		}
		return file{descriptor, path}, failed("open", path, err)
	}
}

func (f file) Read(p []byte) (int, error) {
	for {
		n, err := syscall.Read(f.descriptor, p)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, failed("read", f.path, err)
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}

func (f file) Close() { syscall.Close(f.descriptor) }

func failed(what, path string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: what, Path: path, Err: err}
}
