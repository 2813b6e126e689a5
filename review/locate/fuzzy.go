package locate

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
)

const (
	// minSimilarity is how similar to a quote its probable place must be, and minMargin how much more similar than the
	// next best.
	minSimilarity, minMargin = 0.65, 0.10
	// maxFuzzy is how much of a quote, in bytes, is compared.
	maxFuzzy = 512
	// maxSeeds is how many words of a quote, the rarest first, are looked up, and maxPostings how often one may stand
	// in the document.
	maxSeeds, maxPostings = 8, 256
	// maxRivals is how many places are compared.
	maxRivals = 8
)

// A wordIndex says where in a text its words stand.
type wordIndex struct {
	// starts is where each word begins, ends where it ends.
	starts, ends []int32
	// postings is the numbers of the words that are spelled so.
	postings map[string][]int32
}

func newWordIndex(t *reading.Text) *wordIndex {
	x := &wordIndex{postings: map[string][]int32{}}
	reading.EachWord(t.Bytes, func(word []byte, start, end int) {
		n := int32(len(x.starts))
		x.starts, x.ends = append(x.starts, int32(start)), append(x.ends, int32(end))
		x.postings[string(word)] = append(x.postings[string(word)], n)
	})
	return x
}

// A rival is a place that is similar to a quote.
type rival struct {
	span source.Span
	like float64
}

// fuzzy is the rung for quotes that stand nowhere. A place that is much more similar to the quote than any other is
// probable, in the named section first.
func (l *locator) fuzzy(f *review.Finding, q *quotation, e surroundings) {
	rivals := l.rivals(q)
	there := slices.DeleteFunc(slices.Clone(rivals), func(r rival) bool { return !inside(e.sections, r.span) })
	for _, group := range [][]rival{there, rivals} {
		if len(group) == 0 || group[0].like < minSimilarity ||
			len(group) > 1 && group[0].like-group[1].like < minMargin {
			continue
		}
		f.State, f.Tier, f.Span = review.Probable, TierFuzzy, group[0].span
		f.Reason = review.Because(Roughly, "The document has this quote only in similar words.")
		break
	}
	for _, r := range rivals[:min(maxCandidates, len(rivals))] {
		f.Candidates = append(f.Candidates, l.candidate(r.span, r.like))
	}
	if f.State == review.Probable {
		return
	}
	f.State, f.Reason = review.Unlocated, review.Because(NotFound, "The document does not contain the quote.")
	if len(e.sections) == 1 {
		f.State, f.Tier, f.Span = review.Region, TierSection, l.trimmed(e.sections[0])
		f.Reason.Text = "The section that the review names does not contain the quote."
	}
}

// lower returns a copy of b with the letters of ASCII in lower case.
func lower(b []byte) []byte {
	out := slices.Clone(b)
	for i, c := range out {
		if 'A' <= c && c <= 'Z' {
			out[i] = c | 0x20
		}
	}
	return out
}

// rivals returns the places that are most similar to q, the best first.
func (l *locator) rivals(q *quotation) []rival {
	pattern := lower(q.t.Bytes[:min(maxFuzzy, len(q.t.Bytes))])
	var out []rival
	for _, w := range l.words().windows(pattern) {
		start, end, distance := approximate(pattern, lower(l.page().Text.Bytes[w.Start:w.End]))
		if start >= end {
			continue
		}
		s := l.page().Text.Span(w.Start+start, w.Start+end)
		out = append(out, rival{s, max(0, 1-float64(distance)/float64(len(pattern)))})
	}
	slices.SortFunc(out, func(a, b rival) int {
		return cmp.Or(cmp.Compare(b.like, a.like), source.Compare(a.span, b.span))
	})
	kept := out[:0]
	for _, r := range out {
		if !slices.ContainsFunc(kept, func(k rival) bool { return k.span.Overlaps(r.span) }) {
			kept = append(kept, r)
		}
	}
	return kept
}

// windows returns the parts of the text in which most of the pattern's rare words stand as far apart as in the pattern.
func (x *wordIndex) windows(pattern []byte) []source.Span {
	type seed struct {
		number   int
		postings []int32
	}
	var seeds []seed
	count := 0
	reading.EachWord(pattern, func(word []byte, _, _ int) {
		if p := x.postings[string(word)]; 0 < len(p) && len(p) <= maxPostings {
			seeds = append(seeds, seed{count, p})
		}
		count++
	})
	slices.SortStableFunc(seeds, func(a, b seed) int { return cmp.Compare(len(a.postings), len(b.postings)) })
	var starts []int // where the pattern would begin, in words
	for _, s := range seeds[:min(maxSeeds, len(seeds))] {
		for _, n := range s.postings {
			starts = append(starts, int(n)-s.number)
		}
	}
	slices.Sort(starts)
	slack := 2 + count/4
	votes := clusters(starts, slack)
	var out []source.Span
	for _, v := range votes[:min(maxRivals, len(votes))] {
		first, last := max(0, v.start-slack), min(len(x.starts), v.start+count+2*slack)
		if first < last {
			out = append(out, source.Span{Start: int(x.starts[first]), End: int(x.ends[last-1])})
		}
	}
	return out
}

// A cluster is starts that lie close together.
type cluster struct{ start, votes int }

// clusters groups sorted starts that are at most slack behind the first of a group. The groups with most votes come
// first.
func clusters(starts []int, slack int) []cluster {
	var out []cluster
	for _, s := range starts {
		if n := len(out); n > 0 && s-out[n-1].start <= slack {
			out[n-1].votes++
			continue
		}
		out = append(out, cluster{s, 1})
	}
	slices.SortStableFunc(out, func(a, b cluster) int { return cmp.Compare(b.votes, a.votes) })
	return out
}

// approximate returns the part of t with the smallest edit distance to the pattern p, and that distance, in bytes.
func approximate(p, t []byte) (start, end, distance int) {
	if len(p) == 0 || len(t) == 0 {
		return 0, 0, len(p)
	}
	end, distance = myers(p, t, 0)
	slices.Reverse(p)
	back := slices.Clone(t[:end])
	slices.Reverse(back)
	// Backwards from its end, the best part is a prefix.
	length, _ := myers(p, back, 1)
	slices.Reverse(p)
	return end - length, end, distance
}

// myers computes the last row of the table of edit distances between p and the parts of t. It returns the minimum and
// the first end of a part that has it. first is how much the top row grows with each byte of t: with 0 a part may start
// anywhere, with 1 only at the start of t. (Myers, A fast bit-vector algorithm for approximate string matching, 1999,
// in Hyyrö's formulation for blocks of 64 rows.)
func myers(p, t []byte, first int) (end, distance int) {
	blocks := (len(p) + 63) / 64
	var equal [maxFuzzy / 64][256]uint64
	for i, c := range p {
		equal[i/64][c] |= 1 << (i % 64)
	}
	var plus, minus [maxFuzzy / 64]uint64
	for b := range blocks {
		plus[b] = ^uint64(0)
	}
	last := uint64(1) << ((len(p) - 1) % 64)
	score := len(p)
	end, distance = 0, score
	for j, c := range t {
		carry := first // the horizontal difference that enters a block from above
		for b := range blocks {
			eq := equal[b][c]
			pv, mv := plus[b], minus[b]
			xv := eq | mv
			if carry < 0 {
				eq |= 1
			}
			xh := (((eq & pv) + pv) ^ pv) | eq
			ph, mh := mv|^(xh|pv), pv&xh
			top := uint64(1) << 63
			if b == blocks-1 {
				top = last
			}
			out := 0
			if ph&top != 0 {
				out = 1
			} else if mh&top != 0 {
				out = -1
			}
			ph, mh = ph<<1, mh<<1
			if carry > 0 {
				ph |= 1
			} else if carry < 0 {
				mh |= 1
			}
			plus[b], minus[b] = mh|^(xv|ph), ph&xv
			carry = out
		}
		score += carry
		if score < distance {
			end, distance = j+1, score
		}
	}
	return end, distance
}
