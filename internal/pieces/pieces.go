// Package pieces writes a value as JSON with the elements of its long lists one after the other. As one text, what is
// said of hundreds of thousands of findings takes many times the memory of the review that has them.
//
// Invariant: the pieces together are the JSON of the value.
package pieces

import (
	"bytes"
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
)

// A List is a list of a value.
type List struct {
	Len int
	key string
	at  func(i int) any
	cut func() // leaves the first element
}

// Slice returns a list whose JSON has a key.
func Slice[T any](key string, of *[]T) List {
	all := *of
	return List{len(all), key, func(i int) any { return &all[i] }, func() { *of = all[:1] }}
}

// Lazy returns a list whose JSON has a key.
func Lazy[T any](key string, of *lazy.List[T]) List {
	all := *of
	return List{all.Len(), key, func(i int) any {
		element := all.At(i)
		return &element // which may have a MarshalJSON of its own
	}, func() { *of = all.First(1) }}
}

// Write calls put for each piece of the JSON of a value, which is changed. The lists are in the order in which they
// stand in the JSON, and marshal returns the JSON of a value, which may hold until the next call.
func Write(value any, lists []List, marshal func(any) ([]byte, error), put func(piece []byte)) error {
	var long []List
	for _, l := range lists {
		if l.Len > 1 {
			l.cut()
			long = append(long, l)
		}
	}
	whole, err := marshal(value)
	if err != nil {
		return err
	}
	rest := bytes.Clone(whole)
	for _, l := range long {
		first, err := marshal(l.at(0))
		if err != nil {
			return err
		}
		list := fmt.Appendf(nil, "%q:[%s", l.key, first)
		// A text that holds this has backslashes before its quotes.
		before, after, ok := bytes.Cut(rest, append(list[:len(list):len(list)], ']'))
		if !ok {
			return fmt.Errorf("the list %q is not where it should be", l.key)
		}
		put(before)
		put(list)
		for i := 1; i < l.Len; i++ {
			element, err := marshal(l.at(i))
			if err != nil {
				return err
			}
			put([]byte(","))
			put(element)
		}
		put([]byte("]"))
		rest = after
	}
	put(rest)
	return nil
}
