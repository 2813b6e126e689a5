package locate

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// placeByLikeness places new lines that come without old ones: at the lines that they resemble most, those that the
// review names or others within ten. Where none is like enough, or two are, a person is asked about the best.
func (l *locator) placeByLikeness(f *review.Finding, issue *review.Issue) bool {
	const reach, least, margin = 10, 0.65, 0.10
	p := &issue.Place
	if issue.Remedy != review.Replace || issue.Adds || l.current && p.Measured || !givesLine(p) || p.From.Column > 0 ||
		strings.TrimSpace(issue.Want) == "" {
		return false
	}
	want := strings.TrimRight(issue.Want, "\r\n")
	heights := []int{strings.Count(want, "\n") + 1, max(0, p.To.Line-p.From.Line) + 1} // either may be what was meant
	var best source.Span
	var all []source.Span
	first, second := 0.0, 0.0
	likes := map[source.Span]float64{}
	for n := max(1, p.From.Line-reach); n <= p.From.Line+reach; n++ {
		for _, height := range slices.Compact(heights) {
			from, ok := lineSpan(l.d, n)
			to, exists := lineSpan(l.d, n+height-1)
			if !ok || !exists || from.Start > to.End {
				continue
			}
			span := source.Span{Start: from.Start, End: to.End}
			if strings.TrimSpace(string(l.d.Bytes(from))) == "" || strings.TrimSpace(string(l.d.Bytes(to))) == "" {
				continue
			}
			likes[span] = alike(string(l.d.Bytes(span)), want)
			if all = append(all, span); likes[span] > first {
				best, first = span, likes[span]
			}
		}
	}
	from, _ := lineSpan(l.d, p.From.Line)
	to, _ := lineSpan(l.d, max(p.From.Line, p.To.Line))
	if given := (source.Span{Start: from.Start, End: to.End}); p.To.Line > 0 && likes[given] > first-margin {
		best = given
	}
	for _, span := range all {
		if span.End <= best.Start || best.End <= span.Start {
			second = max(second, likes[span])
		}
	}
	if first < least {
		return false
	}
	f.Span, f.Old = l.textOf(best, want), ""
	if first-second < margin {
		l.probable(f, occurrence{span: f.Span}, review.Because(Several,
			"Several lines are like the new text. Quote the text that it replaces."))
		return true
	}
	f.State, f.Tier = review.Located, TierFuzzy
	return true
}

// textOf returns lines without their marks, where the new text has none.
func (l *locator) textOf(s source.Span, want string) source.Span {
	marks := blockMarkers().FindString(string(l.d.Bytes(s)))
	if !strings.HasPrefix(want, marks) && blockMarkers().FindString(want) == "" {
		s.Start += len(marks)
	}
	return s
}

// alike returns how much of two texts is equal, letter by letter, without the marks and spaces at their ends.
func alike(a, b string) float64 {
	const longest = 2000
	bare := func(s string) string {
		return strings.ToLower(strings.Join(strings.Fields(blockMarkers().ReplaceAllString(s, "")), " "))
	}
	a, b = bare(a), bare(b)
	if a == "" || b == "" || len(a) > longest || len(b) > longest {
		return 0
	}
	return 1 - float64(rules.Distance(a, b))/float64(max(len(a), len(b)))
}
