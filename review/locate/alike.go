package locate

import (
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
	count := strings.Count(want, "\n") + 1
	lines := l.d.Lines()
	var best source.Span
	first, second := 0.0, 0.0
	for n := max(1, p.From.Line-reach); n <= p.From.Line+reach; n++ {
		from, ok := lineSpan(l.d, n)
		to, exists := lineSpan(l.d, n+count-1)
		if !ok || !exists {
			continue
		}
		span := source.Span{Start: from.Start, End: to.End}
		switch like := alike(string(l.d.Bytes(span)), want); {
		case like > first:
			if lines.Number(best.Start)+count <= n || first == 0 {
				second = first
			}
			best, first = span, like
		case like > second:
			second = like
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
