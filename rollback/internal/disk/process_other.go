//go:build !unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

func CheckWritable(_ string, info os.FileInfo) error {
	if info.Mode().Perm()&0o222 == 0 {
		return syscall.EACCES
	}
	return nil
}

func copyOwner(*os.File, os.FileInfo) {}

const HasModes = false

func OwnedByOther(os.FileInfo) bool { return false }

func sameOwners(os.FileInfo, os.FileInfo) bool { return true }

func ShareLock(*os.File) error { return nil }

func OnlyHolder(*os.File) bool { return true }

// SyncPath syncs one file. A read-only file can't be opened for that.
func SyncPath(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	return errors.Join(f.Sync(), f.Close())
}

// Directories can't be synced here; the file system's own journal orders the renames.
func SyncDir(string) error { return nil }
