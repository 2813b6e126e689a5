package fixers

import (
	"errors"
	"math"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// culprit returns a change that must go where those of order break something, and what it breaks. Nearly always it is
// the one that is nearest to the difference, which then fails alone. Otherwise it is the first one, in document order,
// with which those before it fail. A binary search finds it.
func (p *prover) culprit(path string, order []int, breaks error) (int, error) {
	if d := (*markdown.Difference)(nil); errors.As(breaks, &d) {
		near := p.nearest(path, order, d.At)
		if _, err := p.try(path, order[near:near+1]); err != nil {
			return order[near], err
		}
	}
	holds, fails := 0, len(order) // the first changes so many of which hold, and so many of which fail
	for fails-holds > 1 && (p.in.Stop == nil || !p.in.Stop()) {
		middle := (holds + fails) / 2
		if _, err := p.try(path, order[:middle]); err != nil {
			fails, breaks = middle, err
		} else {
			holds = middle
		}
	}
	return order[holds], breaks
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
