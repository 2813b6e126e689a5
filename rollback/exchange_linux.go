package rollback

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// exchange swaps two files in one step: at no instant is either name absent.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOTSUP) {
		return errNoExchange
	}
	return err
}

// displaced reads what was displaced, into the buffer. open says that some process has the file open for writing: a read
// lease is only granted while nobody has, so asking for one finds the editor that opened the document before the exchange
// and has not written yet. sealed says that it was granted: the file has no name that others know (but for hard links,
// which stay), so nobody can open it any more and what was read is what it holds for good. File systems without leases
// answer with another error: then nothing is known.
func displaced(buffer []byte, path string, size int) (data []byte, open, sealed bool, err error) {
	fd, err := retried(func() (int, error) { return syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0) })
	if err != nil {
		return nil, false, false, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	defer syscall.Close(fd)
	_, err = unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK)
	if open, sealed = errors.Is(err, unix.EAGAIN), err == nil; sealed {
		_, _ = unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_UNLCK)
	}
	if data, err = readFrom(buffer, fd, size); err != nil {
		return nil, open, false, &fs.PathError{Op: "read", Path: path, Err: err}
	}
	return data, open, sealed, nil
}

// copyAttributes gives dst the extended attributes (access lists, labels, a user's own) of src, as far as it may, and
// reports whether there are any, or were.
func copyAttributes(src string, dst *os.File) bool {
	// Its folder may have given it an access list, which src need not have: it would let others in.
	inherited := unix.Fremovexattr(int(dst.Fd()), "system.posix_acl_access") == nil
	size, err := unix.Listxattr(src, nil)
	if err != nil || size == 0 {
		return inherited
	}
	names := make([]byte, size)
	if size, err = unix.Listxattr(src, names); err != nil {
		return true
	}
	for start, i := 0, 0; i < size; i++ {
		if names[i] != 0 {
			continue
		}
		name := string(names[start:i])
		start = i + 1
		if n, err := unix.Getxattr(src, name, nil); err == nil {
			value := make([]byte, n)
			if n, err = unix.Getxattr(src, name, value); err == nil {
				_ = unix.Fsetxattr(int(dst.Fd()), name, value[:n], 0)
			}
		}
	}
	return true
}
