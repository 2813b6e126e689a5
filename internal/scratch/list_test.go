package scratch_test

import (
	"testing"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
)

// A List is a slice whose elements don't move, and nothing of it is left once it is empty.
func TestList(t *testing.T) {
	type element struct {
		n int
		_ [1 << 10]byte
	}
	var l scratch.List[element]
	for _, length := range []int{0, 1, 63, 64, 65, 128, 2000, 3} {
		var places []*element
		for i := range length {
			l.Add(element{n: i + 1})
			places = append(places, l.At(i))
		}
		if l.Len() != length {
			t.Fatalf("a list of %d elements has length %d", length, l.Len())
		}
		for i, place := range places {
			if place != l.At(i) || place.n != i+1 {
				t.Fatalf("of %d elements, %d is %d and has moved: %v", length, i, place.n, place != l.At(i))
			}
		}
		if l.Empty(); l.Len() != 0 {
			t.Fatalf("an emptied list has length %d", l.Len())
		}
		for i, place := range places {
			if i < 448 && place.n != 0 { // what is kept
				t.Fatalf("of %d elements, %d is left", length, i)
			}
		}
	}
}
