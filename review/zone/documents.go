package zone

import (
	"maps"
	"slices"
)

// Documents are the documents of a run by their paths, each in its current revision.
type Documents interface {
	// Paths returns the paths of all documents, sorted.
	Paths() []string
	// Source returns the bytes of a document, or nil if the path has none.
	Source(path string) []byte
	// Document returns a document, or nil if the path has none.
	Document(path string) *Document
	// Revised returns a document with other bytes.
	Revised(path string, src []byte) *Document
}

// A Map has documents that were parsed.
type Map map[string]*Document

// Paths returns the paths of all documents, sorted.
func (m Map) Paths() []string { return slices.Sorted(maps.Keys(m)) }

// Source returns the bytes of a document.
func (m Map) Source(path string) []byte {
	if d := m[path]; d != nil {
		return d.Source()
	}
	return nil
}

// Revised returns a document with other bytes.
func (m Map) Revised(path string, src []byte) *Document { return Parse(path, src, m[path].Dialect) }

// Document returns a document, or nil if the path has none.
func (m Map) Document(path string) *Document { return m[path] }
