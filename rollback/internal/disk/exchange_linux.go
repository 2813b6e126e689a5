package disk

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

// compareDisplaced reports whether the displaced file at path has the bytes base. open reports that some process has
// the file open for writing: the kernel grants a read lease only while no process has. This finds an editor that opened
// the document before the exchange and has not written yet. sealed reports that the lease was granted: no other process
// knows a name of the file (except hard links, which stay), so its content can't change any more. Where the file system
// has no leases both are false.
func compareDisplaced(path string, base []byte) (same, open, sealed bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, false, false, err
	}
	defer f.Close()
	_, err = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_RDLCK)
	if open, sealed = errors.Is(err, unix.EAGAIN), err == nil; sealed {
		_, _ = unix.FcntlInt(f.Fd(), unix.F_SETLEASE, unix.F_UNLCK)
	}
	if same, err = hasBytes(f, base); err != nil {
		return false, open, false, err
	}
	return same, open, sealed, nil
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
