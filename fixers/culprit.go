package fixers

import (
	"errors"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// culprit returns a change that must go where those of order break something, and what it breaks. Nearly always it is
// the one that is nearest to the difference, which then fails alone. Otherwise it is the first one, in document order,
// with which those before it fail. A binary search finds it.
func (p *prover) culprit(path string, order []int, breaks error) (int, error) {
	if d := (*markdown.Difference)(nil); errors.As(breaks, &d) {
		near := p.nearest(path, order, d.At)
		if _, err := p.try(path, p.withBound(order, order[near:near+1])); err != nil {
			return order[near], err
		}
	}
	holds, fails := 0, len(order) // the first changes so many of which hold, and so many of which fail
	for fails-holds > 1 && (p.in.Stop == nil || !p.in.Stop()) {
		middle := (holds + fails) / 2
		if _, err := p.try(path, p.withBound(order, order[:middle])); err != nil {
			fails, breaks = middle, err
		} else {
			holds = middle
		}
	}
	return order[holds], breaks
}

// withBound returns the changes of order that are in part or bound to one in it.
func (p *prover) withBound(order, part []int) []int {
	if len(p.bound) == 0 {
		return part
	}
	return slices.DeleteFunc(slices.Clone(order), func(i int) bool {
		return !slices.Contains(part, i) && !slices.ContainsFunc(p.bound[i],
			func(j int) bool { return slices.Contains(part, j) })
	})
}

// holdTogether reports whether change c, which fails alone, holds together with the other ones of its review in the
// same blocks, or in the document. It binds them then.
func (p *prover) holdTogether(path string, order []int, c int) bool {
	f := p.applied[c].Finding
	if f.Path != path || mostFree(f) != blockFree || p.bound[c] != nil {
		return false
	}
	blocks := blocksOf(p.in.Docs.Document(path), f.Span)
	inBlocks := func(i int) bool {
		return slices.ContainsFunc(blocks, p.applied[i].Finding.Span.Touches)
	}
	for _, mates := range []func(int) bool{inBlocks, func(int) bool { return true }} {
		var set []int
		for _, i := range order {
			if mate := p.applied[i].Finding; mate.Path == path && mostFree(mate) == blockFree && mates(i) {
				set = append(set, i)
			}
		}
		before := slices.Clone(p.free)
		for _, i := range set {
			p.free[i] = blockFree
		}
		if _, err := p.try(path, set); len(set) > 1 && err == nil {
			for _, i := range set {
				p.bound[i] = set
			}
			return true
		}
		p.free = before
	}
	return false
}

// nearest returns the index in order of the change with the edit that is nearest to offset at.
func (p *prover) nearest(path string, order []int, at int) int {
	near, least := 0, math.MaxInt
	for i := range order {
		if far := distance(p.applied[order[i]].Change.Of(path), at); far < least {
			near, least = i, far
		}
	}
	return near
}

// distance returns how far the nearest edit is from offset at.
func distance(edits []source.Edit, at int) int {
	best := math.MaxInt
	for _, e := range edits {
		best = min(best, max(0, e.Start-at, at-e.End))
	}
	return best
}
