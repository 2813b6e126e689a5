package files

import (
	"math"
	"runtime/debug"
)

// A run may take beside bytes of memory, and perByte more for each byte that it reads, before Go collects garbage more
// often. The tree of a document takes that much where every few bytes are a node; of other documents it is a tenth.
const (
	beside  = 40 << 20
	perByte = 56
)

// LimitMemory has Go collect garbage more often where a run takes more memory than in proportion to what it reads. Up
// to half of the processors' time goes there at most. It changes nothing where the user set a limit.
func LimitMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(beside)
	}
}

// allow raises the limit of LimitMemory by what so many bytes may take. Several goroutines may call it: what another
// one added between the two calls is added again, or taken off where it was not yet complete.
func allow(n int) {
	limit, more := debug.SetMemoryLimit(-1), int64(n)*perByte
	for limit != math.MaxInt64 && more != 0 {
		was := debug.SetMemoryLimit(limit + more)
		limit, more = limit+more, was-limit
	}
}
