package track

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Carry returns the place of s after the edits of m, and whether an edit changed it or inserted into it. A finding with
// an empty span wants text inserted there. So an empty span grows by what is inserted at it.
func Carry(m source.Mapping, s source.Span) (source.Span, bool) {
	edges := source.Tight
	if s.Empty() {
		edges = source.Wide
	}
	s, touch := m.Span(s, edges)
	return s, touch != source.Untouched
}

// A RuleIndex finds places by their rule and by the span that they touch.
type RuleIndex map[string][]ruled

type ruled struct {
	span source.Span
	n    int
}

// Add stores a place of a rule under the number n.
func (x RuleIndex) Add(rule string, span source.Span, n int) {
	x[rule] = append(x[rule], ruled{span, n})
}

// Sort must be called after the last Add and before Touching.
func (x RuleIndex) Sort() {
	for _, rs := range x {
		slices.SortFunc(rs, func(a, b ruled) int { return cmp.Or(source.Compare(a.span, b.span), cmp.Compare(a.n, b.n)) })
	}
}

// Touching returns the numbers of the rule's places that touch s, in document order. Findings of one rule rarely nest,
// so it looks only a few places back.
func (x RuleIndex) Touching(rule string, s source.Span) []int {
	const back = 4
	rs := x[rule]
	first := sort.Search(len(rs), func(i int) bool { return rs[i].span.Start >= s.Start })
	var out []int
	for _, r := range rs[max(0, first-back):] {
		if r.span.Start > s.End {
			break
		}
		if r.span.Touches(s) {
			out = append(out, r.n)
		}
	}
	return out
}

// NewText is what a fix writes at the place of its finding, as it is compared and remembered.
func NewText(a *fixers.Applied) string {
	var parts []string
	for _, e := range a.Change.Of(a.Finding.Path) {
		if e.Touches(a.Finding.Span) {
			parts = append(parts, e.New)
		}
	}
	return strings.Join(parts, " … ")
}
