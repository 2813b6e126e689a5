// Package stack gives the main goroutine, in one step, the stack that the start of the program needs. It exports
// nothing: package main imports it for its effect.
//
// Before main runs, goldmark's extensions compile two patterns with {1,256}, for which regexp's compiler calls itself
// 260 KB deep. A full stack is copied to a new one of twice the size. Seven copies take a twentieth of the time of a
// short check (BenchmarkStartBesideGit).
//
// Go initializes packages in the order of their paths as soon as their imports are initialized, so this package comes
// before goldmark. The garbage collector shrinks the stack again in a long run.
package stack

var _ = grow(0)

// grow does nothing for 0, but its frame needs 300 KB of stack.
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
