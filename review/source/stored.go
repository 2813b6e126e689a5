package source

import "sync"

// A Stored is a document that is read when it is needed, and not kept.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be changed.
	Read func() ([]byte, error)
}

// InMemory returns a document whose bytes are there.
func InMemory(path string, src []byte) Stored {
	return Stored{Path: path, Read: func() ([]byte, error) { return src, nil }}
}

// Kept returns documents that are read once, when they are first needed, and kept from then on.
func Kept(texts []Stored) []Stored {
	out := make([]Stored, len(texts))
	for i, t := range texts {
		out[i] = Stored{Path: t.Path, Read: sync.OnceValues(t.Read)}
	}
	return out
}
