//go:build !unix

package rollback

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

func detach(*exec.Cmd) {}

func attach(*exec.Cmd) {}

func writable(_ string, info os.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return syscall.EACCES
	}
	return nil
}

func sameOwner(*os.File, os.FileInfo) {}

func alikeOwned(os.FileInfo, os.FileInfo) bool { return true }

func share(*os.File) error { return nil }

func alone(*os.File) bool { return true }

// syncPath sees one file to the disk. One that is read-only can't be opened for it.
func syncPath(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	return errors.Join(f.Sync(), f.Close())
}

// Directories can't be synced here; the file system's own journal orders the renames.
func syncDir(string) error { return nil }
