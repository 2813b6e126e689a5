//go:build !linux

package rollback

import (
	"os"
	"syscall"
)

const wholeDisks = false

func syncDisk(*os.File) error { return syscall.ENOSYS }

func deviceOf(string) (uint64, error) { return 0, syscall.ENOSYS }
