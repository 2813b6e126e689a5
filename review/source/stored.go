package source

import (
	"sync"
	"sync/atomic"
)

// A Stored is a document that is read when it is needed, and not kept.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be changed. It may put them into the
	// buffer, which then holds them until the next call with that buffer; nil stands for no buffer.
	Read func(buffer *[]byte) ([]byte, error)
}

// InMemory returns a document whose bytes are there.
func InMemory(path string, src []byte) Stored {
	return Stored{Path: path, Read: func(*[]byte) ([]byte, error) { return src, nil }}
}

// Kept returns documents that are read once, when they are first needed, and kept from then on.
func Kept(texts []Stored) []Stored {
	out := make([]Stored, len(texts))
	for i, t := range texts {
		read := sync.OnceValues(func() ([]byte, error) { return t.Read(nil) })
		out[i] = Stored{Path: t.Path, Read: func(*[]byte) ([]byte, error) { return read() }}
	}
	return out
}

// A Keeper keeps the bytes of the documents of a run, so that what nobody reads need not be in memory. Several
// goroutines may use it.
type Keeper interface {
	// Keep returns a copy of b, which must not be written to.
	Keep(b []byte) []byte
	// Read is told that so many bytes of what was kept are read next, at one place. When they are many it gives all back
	// that was read before, and begins the next turn.
	Read(n int)
	// Turn counts the turns.
	Turn() *atomic.Uint32
}
