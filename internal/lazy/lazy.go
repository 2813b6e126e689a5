// Package lazy holds values that are made when they are asked for.
//
// Invariants: a Value is made once, whoever asks, and the elements of a List each time; a value that was not made is
// never returned.
package lazy

import "sync"

// A Value is made by the first call of Get. Several goroutines may ask for it.
type Value[T any] struct {
	once  sync.Once
	made  bool
	value T
}

// Get returns the value. The first call makes it. If make panics, later calls panic too: there is no value to return.
func (v *Value[T]) Get(make func() T) T {
	v.once.Do(func() { v.value, v.made = make(), true })
	if !v.made {
		panic("lazy: make panicked in an earlier call")
	}
	return v.value
}
