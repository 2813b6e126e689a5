//go:build unix

package rollback

import (
	"errors"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// detach puts a child into a process group of its own. A signal to our group (Ctrl-C, a CI runner that gives up)
// then doesn't kill a git that holds locks: it reads the end of its input, rolls back and removes them itself.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// attach undoes detach for a child that may read from the terminal.
func attach(cmd *exec.Cmd) { cmd.SysProcAttr = nil }

// writable reports why path can't be written, nil if it can. It asks the kernel (read-only mounts, immutable
// files), and then the permission bits, which don't bind root but say what the owner wants.
func writable(path string, info os.FileInfo) error {
	if err := unix.Access(path, unix.W_OK); err != nil {
		return err
	}
	if info.Mode().Perm()&0o222 == 0 {
		return syscall.EACCES
	}
	return nil
}

// sameOwner gives the file behind f the owner and group of info, as far as this user may.
func sameOwner(f *os.File, info os.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(st.Uid), int(st.Gid))
	}
}

// alikeOwned reports that two files have the same owner and group.
func alikeOwned(a, b os.FileInfo) bool {
	x, ok := a.Sys().(*syscall.Stat_t)
	y, known := b.Sys().(*syscall.Stat_t)
	return ok && known && x.Uid == y.Uid && x.Gid == y.Gid
}

// share takes the shared lock that outlives us in our children; alone waits until no child is left to hold it.
func share(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_SH) }

func alone(f *os.File) bool {
	if unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != nil {
		return false
	}
	_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	return true
}

// syncPath sees one file or directory to the disk.
func syncPath(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func syncDir(path string) error { return syncPath(path) }
