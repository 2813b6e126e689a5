package scratch

import "unsafe"

// A List is a list whose elements stay where they are while more are added: a long list of large elements is not copied
// as it grows. The zero List is empty.
type List[T any] struct {
	parts [][]T // each of perPart elements
	n     int
}

const perPart = 64

// Add appends an element.
func (l *List[T]) Add(v T) {
	if l.n == len(l.parts)*perPart {
		l.parts = append(l.parts, make([]T, perPart))
	}
	*l.At(l.n) = v
	l.n++
}

// Len returns the number of elements.
func (l *List[T]) Len() int { return l.n }

// At returns where element i is.
func (l *List[T]) At(i int) *T { return &l.parts[i/perPart][i%perPart] }

// Empty takes all elements out, so that nothing they refer to is kept. It keeps as much memory as Emptied does.
func (l *List[T]) Empty() {
	var t T
	if kept := int(most / (perPart * unsafe.Sizeof(t))); len(l.parts) > kept {
		clear(l.parts[kept:])
		l.parts = l.parts[:kept]
	}
	for left, i := l.n, 0; left > 0 && i < len(l.parts); left, i = left-perPart, i+1 {
		clear(l.parts[i][:min(left, perPart)])
	}
	l.n = 0
}
