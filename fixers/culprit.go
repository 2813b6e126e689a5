package fixers

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A culprit is a change that must go, and what it breaks.
type culprit struct {
	change int
	breaks error
}

// culprits returns changes that must go, at least one, where what was tried breaks something. It proves the document a
// few times for all that can be told apart: a large one may have hundreds.
func (p *prover) culprits(path string, order []int, tried *version, breaks error) []culprit {
	if tried != nil {
		if found := p.apart(tried); len(found) > 0 {
			return found
		}
	}
	whole := suspects{whole: true, changes: order, near: none, fails: len(order), breaks: breaks}
	if d := (*markdown.Difference)(nil); errors.As(breaks, &d) {
		whole.near = p.nearest(path, order, d.At)
	}
	return p.amongSeveral(path, []suspects{whole})
}

// apart returns the changes that must go for what they break in blocks of their own.
func (p *prover) apart(tried *version) []culprit {
	if tried.landed >= 0 {
		return p.unlanded(tried)
	}
	differences, apart := p.differences(tried)
	if !apart {
		return nil
	}
	var found []culprit
	var several []suspects
	within := p.placed(tried)
	for _, d := range differences {
		s := suspects{blocks: d.Blocks, changes: within(d.Blocks), breaks: d.Difference}
		s.fails = len(s.changes)
		switch s.fails {
		case 0: // an edit elsewhere did that
		case 1:
			found = append(found, culprit{s.changes[0], s.breaks})
		default:
			s.near = p.nearest(tried.path, s.changes, d.At)
			several = append(several, s)
		}
	}
	found = append(found, p.amongSeveral(tried.path, several)...)
	slices.SortStableFunc(found, func(a, b culprit) int { return cmp.Compare(a.change, b.change) })
	return slices.CompactFunc(found, func(a, b culprit) bool { return a.change == b.change })
}

// differences returns the differences of a version by parts of its document.
func (p *prover) differences(tried *version) ([]markdown.PartialDifference, bool) {
	base := p.in.Docs[tried.path]
	return markdown.Differences(base.Document, tried.doc.Document, tried.edits, tried.free)
}

// placed returns what finds the changes with an edit in blocks.
func (p *prover) placed(tried *version) func(blocks source.Span) []int {
	type place struct{ start, change int }
	var places []place
	end := len(p.in.Docs[tried.path].Source())
	for _, i := range tried.order {
		for _, e := range p.applied[i].Change.Of(tried.path) {
			places = append(places, place{e.Start, i})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.start, b.start) })
	return func(blocks source.Span) []int {
		var out []int
		from := sort.Search(len(places), func(i int) bool { return places[i].start >= blocks.Start })
		for _, at := range places[from:] {
			if at.start > blocks.End || at.start == blocks.End && !blocks.Empty() && at.start < end {
				break
			}
			out = append(out, at.change)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
}

// unlanded returns the changes that don't do at their own places what their contracts ask for, the first one of each
// block.
func (p *prover) unlanded(tried *version) []culprit {
	var found []culprit
	base, moved, last := p.in.Docs[tried.path], source.NewMapping(tried.edits), -1
	for _, i := range tried.order[tried.landed:] {
		block := base.Whole().Block(p.applied[i].Finding.Span.Start)
		if block == last {
			continue
		}
		if err := p.lands(tried, i, moved); err != nil {
			found, last = append(found, culprit{i, err}), block
		}
	}
	return found
}

// suspects are several changes of which one must go.
type suspects struct {
	// blocks is where they break something, unless whole says that it may be anywhere.
	blocks  source.Span
	whole   bool
	changes []int // in document order
	near    int   // the one that is nearest to the difference, or none
	// So many of the first changes hold, and so many don't, for what they break.
	holds, fails int
	breaks       error
}

// none is the index of no suspect.
const none = -1

// amongSeveral returns a change of each of the suspects. Nearly always it is the one
// nearest to the difference, which then fails alone. Otherwise it is the first one, in
// document order, with which those before it fail. A binary search finds it.
func (p *prover) amongSeveral(path string, parts []suspects) []culprit {
	if len(parts) == 0 {
		return nil
	}
	breaks, ok := p.tryParts(path, parts, (*suspects).nearest)
	if !ok {
		return nil
	}
	var found []culprit
	var rest []suspects
	open := 0 // so many changes at most may be the culprit of one part
	for i, s := range parts {
		if breaks[i] != nil {
			found = append(found, culprit{s.changes[s.near], breaks[i]})
			continue
		}
		rest = append(rest, s)
		open = max(open, s.fails)
	}
	for ; open > 1; open = (open + 1) / 2 {
		breaks, ok := p.tryParts(path, rest, (*suspects).first)
		if !ok {
			return found
		}
		for i := range rest {
			rest[i].learn(breaks[i])
		}
	}
	for _, s := range rest {
		found = append(found, culprit{s.changes[s.holds], s.breaks})
	}
	return found
}

// nearest returns the change that is nearest to the difference.
func (s *suspects) nearest() []int {
	if s.near == none {
		return nil
	}
	return s.changes[s.near : s.near+1]
}

// first returns the changes to try next.
func (s *suspects) first() []int { return s.changes[:s.middle()] }

// middle returns how many of the first changes to try next.
func (s *suspects) middle() int { return (s.holds + s.fails) / 2 }

// learn takes what the first changes up to the middle break.
func (s *suspects) learn(breaks error) {
	switch middle := s.middle(); {
	case middle == s.holds: // the culprit is found
	case breaks == nil:
		s.holds = middle
	default:
		s.fails, s.breaks = middle, breaks
	}
}

// tryParts makes some changes of each part and returns what they break there. It reports false where they break
// anything that is not within one of several parts.
func (p *prover) tryParts(
	path string, parts []suspects, chosen func(*suspects) []int,
) (breaks []error, within bool) {
	var order []int
	for i := range parts {
		order = append(order, chosen(&parts[i])...)
	}
	breaks = make([]error, len(parts))
	if len(order) == 0 {
		return breaks, true
	}
	slices.Sort(order)
	order = slices.Compact(order)
	if parts[0].whole {
		_, breaks[0] = p.try(path, order)
		return breaks, true
	}
	tried, err := p.version(path, order)
	if err != nil {
		return nil, false
	}
	differences, apart := p.differences(tried)
	for _, d := range differences {
		i := sort.Search(len(parts), func(i int) bool { return parts[i].blocks.End >= d.Blocks.End })
		if i == len(parts) || !parts[i].blocks.Contains(d.Blocks) {
			return nil, false
		}
		if breaks[i] == nil {
			breaks[i] = d.Difference
		}
	}
	return breaks, apart
}

// nearest returns the index in order of the change of which an edit is nearest to offset at.
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
