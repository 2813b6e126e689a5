package main

import (
	"os"
	"syscall"
)

// peakMemory returns the most memory that a process had, in MB.
func peakMemory(p *os.ProcessState) float64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(u.Maxrss) * 1024 / 1e6
}
