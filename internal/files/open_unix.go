//go:build unix

package files

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

// open opens what is at a path, and says what it is. It does not wait for the other end of a pipe.
func open(path string) (file, fs.FileMode, error) {
	descriptor, err := again(func() (int, error) {
		return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
	})
	f := file{descriptor, path}
	if err != nil {
		return f, 0, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	var what syscall.Stat_t
	if _, err = again(func() (int, error) { return 0, syscall.Fstat(descriptor, &what) }); err != nil {
		f.Close()
		return f, 0, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	switch uint32(what.Mode) & syscall.S_IFMT {
	case syscall.S_IFREG:
		return f, 0, nil
	case syscall.S_IFDIR:
		return f, fs.ModeDir, nil
	case syscall.S_IFIFO:
		return f, fs.ModeNamedPipe, nil
	}
	return f, fs.ModeDevice, nil
}

func (f file) Read(p []byte) (int, error) {
	n, err := again(func() (int, error) { return syscall.Read(f.descriptor, p) })
	switch {
	case err != nil:
		return 0, &fs.PathError{Op: "read", Path: f.path, Err: err}
	case n == 0:
		return 0, io.EOF
	}
	return n, nil
}

func (f file) Close() { syscall.Close(f.descriptor) }

// again makes a system call until no signal interrupts it.
func again(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}
