// Package culprit divides the fixes of a pass: by the documents that they change, into groups that can be judged alone,
// and into the smallest part that does harm.
//
// Invariants:
//   - It looks only at the changes of fixes; its caller judges them.
//   - It does not change the lists of its caller.
package culprit

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
)

// Minimal returns a part of the fixes that is worse and, as far as worse allows trials, has no smaller part that is
// worse. It is delta debugging: halves first, then smaller parts and their complements. All fixes together must be
// worse.
func Minimal(applied []fixers.Applied, worse func([]fixers.Applied) bool) []fixers.Applied {
	parts := 2
	for len(applied) > 1 {
		smaller := smallerPart(applied, parts, worse)
		switch {
		case smaller != nil:
			applied, parts = smaller, max(2, parts-1)
		case parts >= len(applied):
			return applied
		default:
			parts = min(len(applied), 2*parts)
		}
	}
	return applied
}

func smallerPart(applied []fixers.Applied, parts int, worse func([]fixers.Applied) bool) []fixers.Applied {
	size := (len(applied) + parts - 1) / parts
	for chunk := range slices.Chunk(applied, size) {
		if worse(chunk) {
			return chunk
		}
	}
	if parts == 2 {
		return nil // the complements are the halves
	}
	for chunk := range slices.Chunk(applied, size) {
		if rest := Without(applied, chunk); worse(rest) {
			return rest
		}
	}
	return nil
}

// Without returns the fixes that are not among some.
func Without(applied, some []fixers.Applied) []fixers.Applied {
	return slices.DeleteFunc(slices.Clone(applied), func(a fixers.Applied) bool { return Contains(some, a) })
}

// Contains reports whether a is among some.
func Contains(some []fixers.Applied, a fixers.Applied) bool {
	return slices.ContainsFunc(some, func(b fixers.Applied) bool { return Same(a, b) })
}

// Same reports whether a and b fix the same finding.
func Same(a, b fixers.Applied) bool {
	return a.Finding.Path == b.Finding.Path && a.Finding.Key == b.Finding.Key
}

// ByDocument returns, by document, the fixes that change it or resolve a finding of it.
func ByDocument(applied []fixers.Applied) map[string][]*fixers.Applied {
	out := map[string][]*fixers.Applied{}
	for n := range applied {
		a := &applied[n]
		for _, c := range a.Change {
			out[c.Path] = append(out[c.Path], a)
		}
		if own := a.Finding.Path; a.Change.Of(own) == nil {
			out[own] = append(out[own], a)
		}
	}
	return out
}

// Groups parts fixes so that no two groups change the same document.
func Groups(applied []fixers.Applied) [][]fixers.Applied {
	leader := map[string]string{}
	var find func(string) string
	find = func(path string) string {
		if up, ok := leader[path]; ok && up != path {
			leader[path] = find(up)
			return leader[path]
		}
		leader[path] = path
		return path
	}
	for n := range applied {
		paths := applied[n].Change.Paths()
		for _, path := range paths {
			leader[find(path)] = find(paths[0])
		}
	}
	at := map[string]int{} // the group of each leader
	var out [][]fixers.Applied
	for _, a := range applied {
		first := find(a.Change[0].Path) // any of them: they have one leader
		n, ok := at[first]
		if !ok {
			n = len(out)
			at[first], out = n, append(out, nil)
		}
		out[n] = append(out[n], a)
	}
	return out
}

// Paths returns the documents that fixes change, sorted.
func Paths(applied []fixers.Applied) []string {
	paths := map[string]bool{}
	for _, a := range applied {
		for _, c := range a.Change {
			paths[c.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}
