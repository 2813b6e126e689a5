package source

import (
	"sync"
	"unsafe"
	"weak"
)

// A Stored is a document that is read each time it is needed.
type Stored struct {
	Path string
	// Read returns the document's bytes, the same ones every time. They must not be changed.
	Read func() ([]byte, error)
}

// Bytes returns what Read does, nil where that returns an error or there is no Read.
func (s Stored) Bytes() []byte {
	if s.Read == nil {
		return nil
	}
	src, _ := s.Read()
	return src
}

// InMemory returns a document with these bytes.
func InMemory(path string, src []byte) Stored {
	return Stored{Path: path, Read: func() ([]byte, error) { return src, nil }}
}

// Again returns a document that is read anew when nobody has its bytes any more. read must return the same bytes every
// time, or an error.
func Again(path string, read func() ([]byte, error)) Stored {
	var mutex sync.Mutex
	var last weak.Pointer[byte]
	length := 0
	return Stored{Path: path, Read: func() ([]byte, error) {
		mutex.Lock()
		defer mutex.Unlock()
		if first := last.Value(); first != nil {
			return unsafe.Slice(first, length), nil
		}
		src, err := read()
		if err == nil && len(src) > 0 {
			last, length = weak.Make(unsafe.SliceData(src)), len(src)
		}
		return src, err
	}}
}

// Kept returns documents that are read once, when they are first needed, and then kept.
func Kept(texts []Stored) []Stored {
	out := make([]Stored, len(texts))
	for i, t := range texts {
		out[i] = Stored{Path: t.Path, Read: sync.OnceValues(t.Read)}
	}
	return out
}
