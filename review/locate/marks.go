package locate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A swap is what a finding about a mark alone wants: another bullet, or a fence with its language.
type swap struct{ old, want string }

// swapOf returns the swap that an issue asks for.
func swapOf(issue *review.Issue) (swap, bool) {
	s := swap{strings.TrimSpace(cmp.Or(issue.Old, issue.Place.Quote)), strings.TrimSpace(issue.Want)}
	other := issue.Place.Quote != "" && strings.TrimSpace(issue.Place.Quote) != s.old
	if issue.Remedy != review.Replace || s.old == s.want || other {
		return swap{}, false
	}
	return s, isBullet(s.old) && isBullet(s.want) || s.isFence()
}

// isFence reports whether s gives a fence a language.
func (s swap) isFence() bool {
	return isFence(s.old) && strings.HasPrefix(s.want, s.old) && !strings.ContainsAny(s.want[len(s.old):], "`~\n")
}

func isBullet(s string) bool { return s == "-" || s == "*" || s == "+" }

func isFence(s string) bool {
	return len(s) >= 3 && (s[0] == '`' || s[0] == '~') && strings.Trim(s, s[:1]) == ""
}

// groups returns the places where a swap can be made, those that are made together in one list: the bullets of a list,
// and each fence that opens code without a language.
func (l *locator) groups(s swap) [][]occurrence {
	var out [][]occurrence
	nodes := l.d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		var marks []occurrence
		switch {
		case n.Kind == markdown.FencedCode && isFence(s.old) && n.Content.Empty():
			marks = l.mark(s, source.Span{Start: n.Span.Start, End: n.Content.Start})
		case n.Kind == markdown.BulletList && string(n.Marker) == s.old:
			for j := i + 1; j < n.End; j = nodes[j].End {
				marks = append(marks, l.mark(s, nodes[j].Content)...)
			}
		}
		if len(marks) > 0 {
			out = append(out, marks)
		}
	}
	return out
}

// mark returns the place of the mark s.old where the text at a span is that mark, with spaces around it, and no other
// text.
func (l *locator) mark(s swap, at source.Span) []occurrence {
	if strings.TrimSpace(string(l.d.Bytes(at))) != s.old {
		return nil
	}
	return l.occurrencesIn(nil, quote(s.old).t.Bytes, at, func(p occurrence) bool { return true })
}

// swaps returns the places of those of the issues that are about a mark alone. Such a mark stands in many places,
// but findings that want the same may be told together: they are all that there are, or all of a list near their lines,
// or each is the only one near its line.
func (l *locator) swaps(issues []review.Issue) map[*review.Issue]occurrence {
	same := map[swap][]*review.Issue{}
	for i := range issues {
		if s, ok := swapOf(&issues[i]); ok {
			same[s] = append(same[s], &issues[i])
		}
	}
	out := map[*review.Issue]occurrence{}
	for s, which := range same {
		l.assign(which, l.groups(s), out)
	}
	return out
}

// assign gives the issues their places among the groups.
func (l *locator) assign(which []*review.Issue, groups [][]occurrence, out map[*review.Issue]occurrence) {
	give := func(which []*review.Issue, places []occurrence) {
		for n, issue := range which {
			out[issue] = places[n]
		}
	}
	if all := slices.Concat(groups...); len(all) == len(which) {
		give(which, all)
		return
	}
	near := make([][]*review.Issue, len(groups)) // by group: the issues that may mean it
	unclear := make([]bool, len(groups))
	for _, issue := range which {
		var may []int
		for g := range groups {
			if l.mayMean(&issue.Place, groups[g]) {
				may = append(may, g)
			}
		}
		for _, g := range may {
			near[g] = append(near[g], issue)
			unclear[g] = unclear[g] || len(may) > 1
		}
	}
	for g, marks := range groups {
		if !unclear[g] && len(near[g]) == len(marks) {
			give(near[g], marks)
		}
	}
}

// mayMean reports whether the line that a review gives may be one of the places.
func (l *locator) mayMean(p *review.Place, marks []occurrence) bool {
	if p.Form != review.Points || p.From.Line < 1 {
		return true
	}
	return slices.ContainsFunc(marks, func(m occurrence) bool { return l.linesFrom(p, m.span) <= closeBy })
}
