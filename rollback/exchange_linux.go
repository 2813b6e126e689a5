package rollback

import (
	"errors"
	"os"

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

// beingWritten reports that some process has the file open for writing. A read lease is only granted while nobody
// has, so asking for one finds the editor that opened the document before the exchange and has not written yet.
// File systems without leases answer with another error: then nothing is known, and false is returned.
func beingWritten(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	if _, err := unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK); err != nil {
		return errors.Is(err, unix.EAGAIN)
	}
	_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
	return false
}

// copyAttributes gives dst the extended attributes (access lists, labels, a user's own) of src, as far as it may.
func copyAttributes(src string, dst *os.File) {
	size, err := unix.Listxattr(src, nil)
	if err != nil || size == 0 {
		return
	}
	names := make([]byte, size)
	if size, err = unix.Listxattr(src, names); err != nil {
		return
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
}
