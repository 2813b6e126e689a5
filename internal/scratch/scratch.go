// Package scratch lends memory that is used again for one document after another.
//
// What is made in such memory either stays there, for a caller that is done with it
// before the next document, or is copied out.
//
// Invariants: a result never shares memory of a pool; a Space with Own belongs to one
// goroutine.
package scratch

import (
	"slices"
	"sync"
	"unsafe"
)

// A Space says in which memory of type M something is made. The zero Space is new
// memory each time, which then belongs to the result.
type Space[M any] struct {
	// Own is memory of the caller's: results stay in it until it is used again.
	Own *M
	// Pool lends memory of type *M: results are copied out of it.
	Pool *sync.Pool
}

// Take returns memory to work in. Give takes it back.
func (s Space[M]) Take() *M {
	if s.Own != nil {
		return s.Own
	}
	if s.Pool != nil {
		if m, ok := s.Pool.Get().(*M); ok {
			return m
		}
	}
	return new(M)
}

// Give returns memory to its pool. Don't defer it: after a panic nobody knows what is
// in the memory.
func (s Space[M]) Give(m *M) {
	if s.Own == nil && s.Pool != nil {
		s.Pool.Put(m)
	}
}

// Make returns the list that build makes in the memory of s. It belongs to the caller,
// unless the memory is the caller's Own.
func Make[M, T any](s Space[M], build func(*M) []T) []T {
	m := s.Take()
	out := build(m)
	if s.Own == nil && s.Pool != nil {
		out = slices.Clone(out)
		s.Pool.Put(m)
	}
	return out
}

// Emptied returns the memory of list without its elements, so that nothing they refer
// to is kept. It returns none where the memory would be a good part of a run's.
func Emptied[S ~[]T, T any](list S) S {
	var t T
	if uintptr(cap(list))*unsafe.Sizeof(t) > most {
		return nil
	}
	clear(list)
	return list[:0]
}

// most is the memory of a list, in bytes, that is kept for the next one.
const most = 512 << 10
