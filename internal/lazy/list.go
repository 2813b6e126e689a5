package lazy

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
)

// A List is a list of which each element is made anew when it is asked for: there may be very many. Its zero value is
// empty, and its JSON is that of a slice.
type List[T any] struct {
	length int
	at     func(i int) T
}

// NewList returns a list of so many elements.
func NewList[T any](length int, at func(i int) T) List[T] { return List[T]{length, at} }

// ListOf returns a list of the elements of a slice.
func ListOf[T any](all []T) List[T] { return NewList(len(all), func(i int) T { return all[i] }) }

// Len returns the number of elements.
func (l List[T]) Len() int { return l.length }

// At returns an element.
func (l List[T]) At(i int) T { return l.at(i) }

// First returns a list of the first elements, at most so many.
func (l List[T]) First(most int) List[T] { return List[T]{min(most, l.length), l.at} }

// All returns the elements one after the other.
func (l List[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for i := range l.length {
			if !yield(l.at(i)) {
				return
			}
		}
	}
}

// Made returns all elements.
func (l List[T]) Made() []T { return slices.AppendSeq(make([]T, 0, l.length), l.All()) }

// IsZero reports whether the list is empty.
func (l List[T]) IsZero() bool { return l.length == 0 }

// MarshalJSON writes all elements. Whether < is escaped is for the encoder around it to say, which can but add that.
func (l List[T]) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(l.Made())
	return out.Bytes(), err
}

// UnmarshalJSON reads all elements.
func (l *List[T]) UnmarshalJSON(data []byte) error {
	var all []T
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	*l = ListOf(all)
	return nil
}
