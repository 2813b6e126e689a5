// Package stack gives the main goroutine, in one step, the stack that the start of
// the program needs. It exports nothing; package main imports it for what it does.
//
// Of this module it imports nothing.
//
// Before main runs, goldmark's extensions compile two patterns with {1,256}, for
// which regexp's compiler calls itself 260 KB deep. A stack doubles when it is full,
// and is copied to memory that was never touched: seven times on the way, which is a
// twentieth of the time of a short check (BenchmarkStartBesideGit).
//
// Go sets up packages in the order of their paths as soon as all that they import
// are set up, so this one comes before goldmark. The collector makes the stack
// smaller again in a long run.
package stack

var _ = grow(0)

// grow does nothing for 0, but its frame of 300 KB is asked for at its start.
//
//go:noinline
func grow(n int) byte {
	if n == 0 {
		return 0
	}
	var a, b, c [100 << 10]byte // a variable of more than 128 KB would be on the heap
	for i := range n {
		a[i], b[i], c[i] = byte(n), byte(i), 1
	}
	return a[n/2] + b[n/3] + c[n/4]
}
