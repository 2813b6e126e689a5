// Package source works on bytes: spans, edits, their application, the mapping of spans through edits, the conversion
// between byte offsets and points in lines and columns, and unified diffs. It knows no Markdown, no files and no git.
//
// Invariants:
//   - A Span is a half-open range of byte offsets [Start,End) into one revision
//     of one document. Nothing inside the program counts in lines or columns.
//   - Apply is the only function of the program that makes new document bytes.
//     Bytes outside the edits are copied as they are: line endings (mixed ones
//     too), byte order mark, final newline, invalid UTF-8 and NUL survive.
package source

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// A Span is the half-open byte range [Start,End) of one revision. An empty span is a position between two bytes.
type Span struct{ Start, End int }

// Len returns the number of bytes that s covers.
func (s Span) Len() int { return s.End - s.Start }

// Empty reports whether s is a position rather than a range.
func (s Span) Empty() bool { return s.Start == s.End }

// Contains reports whether t lies within s; an empty t at either end does.
func (s Span) Contains(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Overlaps reports whether s and t share at least one byte. Empty spans share none, and spans that only touch do not
// overlap.
func (s Span) Overlaps(t Span) bool {
	return max(s.Start, t.Start) < min(s.End, t.End)
}

// Touches reports whether s and t share a byte or one holds the other.
func (s Span) Touches(t Span) bool { return s.Overlaps(t) || s.Contains(t) || t.Contains(s) }

// Union returns the smallest span that holds both.
func (s Span) Union(t Span) Span { return Span{min(s.Start, t.Start), max(s.End, t.End)} }

// Valid reports whether s is a range within n bytes.
func (s Span) Valid(n int) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= n }

func (s Span) String() string { return fmt.Sprintf("[%d,%d)", s.Start, s.End) }

// Compare orders spans by start, then by end.
func Compare(a, b Span) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// An Edit replaces the bytes of its span by New. An empty span inserts.
type Edit struct {
	Span
	New string
}

func (e Edit) String() string { return fmt.Sprintf("%v=%q", e.Span, e.New) }

// Errors that Apply and Merge wrap together with the edits at fault.
var (
	ErrBounds   = errors.New("edit lies outside the document")
	ErrOverlap  = errors.New("edits overlap")
	ErrConflict = errors.New("edits conflict")
)

// Apply returns src with all edits made; src itself is not modified. The order of the edits does not matter. Edits that
// reach outside src or overlap are refused as a whole, with an error that wraps ErrBounds or ErrOverlap and names them.
// Two insertions at one place overlap (their order would be a guess); an insertion at the edge of a replacement does
// not.
func Apply(src []byte, edits []Edit) ([]byte, error) {
	sorted, err := order(len(src), edits)
	if err != nil {
		return nil, err
	}
	size := len(src)
	for _, e := range sorted {
		size += len(e.New) - e.Len()
	}
	out := make([]byte, 0, size)
	last := 0
	for _, e := range sorted {
		out = append(out, src[last:e.Start]...)
		out = append(out, e.New...)
		last = e.End
	}
	return append(out, src[last:]...), nil
}

// order returns the edits sorted by span, or the reason why they can't be applied together to n bytes.
func order(n int, edits []Edit) ([]Edit, error) {
	sorted := sortEdits(edits)
	for i, e := range sorted {
		if !e.Valid(n) {
			return nil, fmt.Errorf("%w: %v of %d bytes", ErrBounds, e, n)
		}
		if i == 0 {
			continue
		}
		if p := sorted[i-1]; e.Start < p.End || p.Span == e.Span {
			return nil, fmt.Errorf("%w: %v and %v", ErrOverlap, p, e)
		}
	}
	return sorted, nil
}

// compareEdits orders edits by span, then by their new text.
func compareEdits(a, b Edit) int { return cmp.Or(Compare(a.Span, b.Span), cmp.Compare(a.New, b.New)) }

// sortEdits returns edits ordered by span: edits itself if it is, else a copy.
func sortEdits(edits []Edit) []Edit {
	bySpan := func(a, b Edit) int { return Compare(a.Span, b.Span) }
	if slices.IsSortedFunc(edits, bySpan) {
		return edits
	}
	return slices.SortedStableFunc(slices.Values(edits), bySpan)
}

// Merge unites lists of edits to the same bytes into one list that Apply takes. Equal edits become one; edits that
// overlap otherwise are refused with an error that wraps ErrConflict. The result is sorted by span, so it does not
// depend on the order of the lists.
func Merge(lists ...[]Edit) ([]Edit, error) {
	all := slices.Concat(lists...)
	slices.SortFunc(all, compareEdits)
	all = slices.Compact(all)
	for i := 1; i < len(all); i++ {
		if p := all[i-1]; all[i].Start < p.End || p.Span == all[i].Span {
			return nil, fmt.Errorf("%w: %v and %v", ErrConflict, p, all[i])
		}
	}
	return all, nil
}

// Fits returns an error that wraps ErrConflict if edits can't be added to a list that Merge or Add returned.
func Fits(list, edits []Edit) error {
	edits, err := Merge(edits)
	if err != nil {
		return err
	}
	for _, e := range edits {
		at, found := find(list, e)
		if found {
			continue
		}
		if _, err := Merge(list[max(0, at-1):min(len(list), at+1)], []Edit{e}); err != nil {
			return err
		}
	}
	return nil
}

// Add adds edits that Fits accepts to a list that Merge or Add returned. Equal edits become one. It changes the list in
// place if there is room.
func Add(list, edits []Edit) []Edit {
	for _, e := range edits {
		if at, found := find(list, e); !found {
			list = slices.Insert(list, at, e)
		}
	}
	return list
}

// find returns where e stands, or belongs, in a sorted list.
func find(list []Edit, e Edit) (at int, found bool) {
	return slices.BinarySearchFunc(list, e, compareEdits)
}
