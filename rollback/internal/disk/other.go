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

func readDisplaced(path string) (data []byte, open, sealed bool, err error) {
	data, err = os.ReadFile(path)
	return data, false, false, err
}

func copyAttributes(string, *os.File) bool { return false }
