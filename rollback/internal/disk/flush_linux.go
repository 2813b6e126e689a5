package disk

import (
	"io/fs"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// CanSyncFileSystem says that a file system can be synced as a whole. (Linux tells of the errors since 5.8.)
const CanSyncFileSystem = true

func SyncFileSystem(f *os.File) error { return unix.Syncfs(int(f.Fd())) }

// OnDevice reports whether a file that was looked at lies on that file system.
func OnDevice(device uint64, file fs.FileInfo) bool {
	if file == nil {
		return false
	}
	st, ok := file.Sys().(*syscall.Stat_t)
	return ok && uint64(st.Dev) == device
}

// Device returns which file system a directory lies on.
func Device(folder string) (uint64, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return 0, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, syscall.ENOSYS
	}
	return uint64(st.Dev), nil
}
