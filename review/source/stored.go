package source

import "sync"

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
