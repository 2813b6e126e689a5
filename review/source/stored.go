package source

import "sync"

// A Stored is a document that is read each time it is needed.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be changed.
	Read func() ([]byte, error)
}

// InMemory returns a document with these bytes.
func InMemory(path string, src []byte) Stored {
	return Stored{Path: path, Read: func() ([]byte, error) { return src, nil }}
}

// Kept returns documents that are read once, when they are first needed, and then kept.
func Kept(texts []Stored) []Stored {
	out := make([]Stored, len(texts))
	for i, t := range texts {
		out[i] = Stored{Path: t.Path, Read: sync.OnceValues(t.Read)}
	}
	return out
}
