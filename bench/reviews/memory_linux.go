package main

import (
	"os"
	"syscall"
)

// most returns the largest memory of a process that ended, in bytes, 0 where it is not known.
func most(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss << 10
	}
	return 0
}
