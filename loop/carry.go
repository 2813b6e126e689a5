package loop

import (
	"cmp"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A carrier maps places of the bytes before some edits to the bytes after them,
// in logarithmic time a place.
type carrier struct {
	edits []source.Edit // such as source.Apply takes, sorted
	shift []int         // shift[i] is by how much the first i edits lengthen the bytes
}

func carry(edits []source.Edit) carrier {
	c := carrier{edits, make([]int, len(edits)+1)}
	for i, e := range edits {
		c.shift[i+1] = c.shift[i] + len(e.New) - e.Len()
	}
	return c
}

// hull maps a span and reports whether an edit touched it. A touched span grows
// to hold the edits that touched it. Edits that only meet an end do not touch,
// but an insertion at the place of an empty span does.
func (c carrier) hull(s source.Span) (source.Span, bool) {
	at := func(e source.Edit) bool { return s.Empty() && e.Span == s }
	from := sort.Search(len(c.edits), func(i int) bool { return c.edits[i].End > s.Start || at(c.edits[i]) })
	to := from + sort.Search(len(c.edits)-from, func(i int) bool {
		e := c.edits[from+i]
		return e.Start >= s.End && !at(e)
	})
	if from < to {
		s = source.Span{Start: min(s.Start, c.edits[from].Start), End: max(s.End, c.edits[to-1].End)}
	}
	return source.Span{Start: s.Start + c.shift[from], End: s.End + c.shift[to]}, from < to
}

// A ruleIndex finds, among places that each belong to a rule, those that touch a
// span.
type ruleIndex map[string][]ruled

type ruled struct {
	span source.Span
	n    int
}

func (x ruleIndex) add(rule string, span source.Span, n int) {
	x[rule] = append(x[rule], ruled{span, n})
}

// sort must be called after the last add and before touching.
func (x ruleIndex) sort() {
	for _, rs := range x {
		slices.SortFunc(rs, func(a, b ruled) int { return cmp.Or(source.Compare(a.span, b.span), cmp.Compare(a.n, b.n)) })
	}
}

// touching is the numbers under which the rule's places that touch s were added,
// in document order. Findings of one rule hardly ever nest, so it looks no more
// than a few places back.
func (x ruleIndex) touching(rule string, s source.Span) []int {
	const back = 4
	rs := x[rule]
	first := sort.Search(len(rs), func(i int) bool { return rs[i].span.Start >= s.Start })
	var out []int
	for _, r := range rs[max(0, first-back):] {
		if r.span.Start > s.End {
			break
		}
		if touches(r.span, s) {
			out = append(out, r.n)
		}
	}
	return out
}

func touches(a, b source.Span) bool { return a.Overlaps(b) || a.Contains(b) || b.Contains(a) }
