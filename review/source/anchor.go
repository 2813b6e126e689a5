package source

import (
	"slices"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Comparing costs the length of the texts times the number of differences. A large document with thousands of edits
// would take minutes, so texts of more than manyParts parts are cut first, at parts that both have just once, and a
// piece in which even then more than maxWork would be compared is one difference.
const (
	manyParts = 4096
	maxWork   = 1 << 26
)

// diffRunes compares two sequences of parts. If anchored, parts that both have just once are matched wherever their
// order allows. Otherwise an empty line that stays might count for more than a line of text.
func diffRunes(a, b []rune, anchored bool) []diffmatchpatch.Diff {
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0
	if len(a)+len(b) <= manyParts && !anchored {
		return dmp.DiffMainRunes(a, b, false)
	}
	var out pieces
	i, j := 0, 0
	gap := func(toA, toB int) {
		x, y := a[i:toA], b[j:toB]
		switch {
		case slices.Equal(x, y):
			out.add(diffmatchpatch.DiffEqual, x)
		case len(x)*len(y) > maxWork:
			out.add(diffmatchpatch.DiffDelete, x)
			out.add(diffmatchpatch.DiffInsert, y)
		default:
			for _, d := range dmp.DiffMainRunes(x, y, false) {
				out.add(d.Type, []rune(d.Text))
			}
		}
		i, j = toA, toB
	}
	for _, at := range anchors(a, b) {
		gap(at[0], at[1])
		out.add(diffmatchpatch.DiffEqual, a[i:i+1])
		i, j = i+1, j+1
	}
	gap(len(a), len(b))
	return out.diffs()
}

// pieces are differences that grow at the end. To append to a string again and again would take quadratic time.
type pieces struct {
	kinds []diffmatchpatch.Operation
	texts [][]rune
}

func (p *pieces) add(kind diffmatchpatch.Operation, parts []rune) {
	n := len(p.kinds)
	switch {
	case len(parts) == 0:
	case n > 0 && p.kinds[n-1] == kind:
		p.texts[n-1] = append(p.texts[n-1], parts...)
	default:
		p.kinds, p.texts = append(p.kinds, kind), append(p.texts, slices.Clone(parts))
	}
}

func (p *pieces) diffs() []diffmatchpatch.Diff {
	out := make([]diffmatchpatch.Diff, len(p.kinds))
	for n, kind := range p.kinds {
		out[n] = diffmatchpatch.Diff{Type: kind, Text: string(p.texts[n])}
	}
	return out
}

// anchors returns the places, in a and in b, of the parts that each has just once: the longest list of them that is in
// order on both sides.
func anchors(a, b []rune) [][2]int {
	type count struct{ inA, inB, atB int }
	counts := map[rune]*count{}
	of := func(r rune) *count {
		c := counts[r]
		if c == nil {
			c = &count{}
			counts[r] = c
		}
		return c
	}
	for _, r := range a {
		of(r).inA++
	}
	for j, r := range b {
		c := of(r)
		c.inB, c.atB = c.inB+1, j
	}
	var both [][2]int
	for i, r := range a {
		if c := counts[r]; c.inA == 1 && c.inB == 1 {
			both = append(both, [2]int{i, c.atB})
		}
	}
	return increasing(both)
}

// increasing returns the longest part of pairs, which are in order of their first numbers, that is in order of the
// second ones too: patience sorting.
func increasing(pairs [][2]int) [][2]int {
	var tops []int // the pair that ends the best list of each length
	before := make([]int, len(pairs))
	for n, p := range pairs {
		at, _ := slices.BinarySearchFunc(tops, p[1], func(top, second int) int { return pairs[top][1] - second })
		before[n] = -1
		if at > 0 {
			before[n] = tops[at-1]
		}
		if at == len(tops) {
			tops = append(tops, n)
		} else {
			tops[at] = n
		}
	}
	out := make([][2]int, len(tops))
	n := -1
	if len(tops) > 0 {
		n = tops[len(tops)-1]
	}
	for k := len(out) - 1; k >= 0; k-- {
		out[k], n = pairs[n], before[n]
	}
	return out
}
