//go:build unix

package rollback

import (
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// ReadInto puts all of a file into the buffer, whatever that holds, and returns it grown as it must be. The file is
// expected to be as long as size. The package os would do the same in nine system calls instead of three: it
// tries to wait for the file as for a connection, asks for its flags, and reads
// once more behind its end.
func ReadInto(buffer []byte, path string, size int) ([]byte, error) {
	fd, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	return readFrom(buffer, fd, size)
}

func readFrom(buffer []byte, fd, size int) ([]byte, error) {
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

// readFile is os.ReadFile for a file that is expected to be as long as size; its errors say what failed.
func readFile(path string, size int64) ([]byte, error) { return readOver(nil, path, size) }

// readOver is readFile into a buffer.
func readOver(buffer []byte, path string, size int64) ([]byte, error) {
	data, err := ReadInto(buffer, path, int(size))
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, nil
}

// makeFile makes a file that must not be there yet.
func makeFile(path string, perm fs.FileMode) (*os.File, error) {
	const flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_CLOEXEC
	fd, err := retried(func() (int, error) { return syscall.Open(path, flags, uint32(perm.Perm())) })
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}

// rename is os.Rename for files: it doesn't look first whether a directory has the new name.
func rename(from, to string) error {
	if err := syscall.Rename(from, to); err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
