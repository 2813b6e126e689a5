//go:build !linux

package disk

import (
	"io/fs"
	"os"
	"syscall"
)

const CanSyncFileSystem = false

func SyncFileSystem(*os.File) error { return syscall.ENOSYS }

func OnDevice(uint64, fs.FileInfo) bool { return false }

func Device(string) (uint64, error) { return 0, syscall.ENOSYS }

func SpreadFolders(string) {}

func compareDisplaced(path string, base []byte) (same, open, sealed bool, err error) {
	f, err := os.Open(path)
	if err == nil {
		same, err = hasBytes(f, base)
		f.Close()
	}
	return same, false, false, err
}

func copyAttributes(string, *os.File) bool { return false }
