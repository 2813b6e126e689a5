//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// CheckWritable reports why path can't be written, nil if it can. It asks the kernel (read-only mounts, immutable
// files), and then the permission bits, which don't bind root but say what the owner wants.
func CheckWritable(path string, info os.FileInfo) error {
	if err := unix.Access(path, unix.W_OK); err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return syscall.EACCES
	}
	return nil
}

// copyOwner gives the file behind f the owner and group of info, as far as this user may.
func copyOwner(f *os.File, info os.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}

// sameOwners reports that two files have the same owner and group.
func sameOwners(a, b os.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, known := b.Sys().(*syscall.Stat_t)
	return ok && known && x.Uid == y.Uid && x.Gid == y.Gid
}

// HasModes reports whether the permissions of a file say who may write it.
const HasModes = true

// OwnedByOther reports whether a file belongs to another user than the one that runs this process.
func OwnedByOther(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) != os.Geteuid()
}

// ShareLock takes the shared lock that outlives us in our children; alone waits until no child is left to hold it.
func ShareLock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_SH) }

func OnlyHolder(f *os.File) bool {
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return false
	}
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	return true
}

// SyncPath syncs one file or directory.
func SyncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func SyncDir(path string) error { return SyncPath(path) }
