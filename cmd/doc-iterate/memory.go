package main

import "runtime/debug"

// limitMemory makes the garbage collector of a check run as rarely as it may without
// that the process takes more than 62 MB, of which 8 to 10 are no memory of Go's. Where
// the largest document has a tree that takes more, that counts: below it the collector
// could do nothing but run all the time.
func (s *session) limitMemory(docs []document) {
	if s.getenv("GOMEMLIMIT") != "" {
		return
	}
	const usual, base, perByte = 54 << 20, 40 << 20, 8
	largest := int64(0)
	for i := range docs {
		largest = max(largest, docs[i].size)
	}
	debug.SetMemoryLimit(max(usual, base+perByte*largest))
}
