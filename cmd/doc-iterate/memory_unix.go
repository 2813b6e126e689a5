//go:build unix

package main

import (
	"math"
	"syscall"
)

// addressSpace returns the limit of the address space (ulimit -v), less what Go reserves of it.
func addressSpace() (bytes int64, limited bool) {
	const reserved = 512 << 20
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &limit) != nil || uint64(limit.Cur) > math.MaxInt64/2 {
		return 0, false
	}
	return max(0, int64(limit.Cur)-reserved), true
}
