package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Guide is the feedback on an output for the maker of the next one.
type Guide struct {
	Summary         string   `json:"summary"`
	ActionableItems []string `json:"actionable_items"`
	Priority        Priority `json:"priority"`
}

// A Remark is one item of feedback.
type Remark struct {
	Text     string
	Severity rules.Severity
}

// Synthesize makes a guide of at most so many code points, summary and items
// together, from remarks: the gravest first, each once. What does not fit is left
// out, and the summary says how many there are.
func Synthesize(remarks []Remark, most int) Guide {
	sorted := slices.Clone(remarks)
	slices.SortStableFunc(sorted, func(a, b Remark) int { return cmp.Compare(b.Severity, a.Severity) })
	g := Guide{ActionableItems: []string{}, Priority: PriorityLow}
	if len(sorted) == 0 {
		return g
	}
	switch sorted[0].Severity {
	case rules.Blocker:
		g.Priority = PriorityCritical
	case rules.Warning:
		g.Priority = PriorityHigh
	}
	g.Summary = Clip(fmt.Sprintf("Open: %s.", tally(sorted)), most)
	items := make([]string, len(sorted))
	for n, r := range sorted {
		items[n] = strings.Join(strings.Fields(r.Text), " ")
	}
	g.fill(items, most)
	return g
}

// fill adds the items that fit, so that g has at most so many code points, each item once. If the first item does not
// fit, it is shortened, so that there is at least one.
func (g *Guide) fill(items []string, most int) {
	left := most - utf8.RuneCountInString(g.Summary)
	for _, item := range items {
		size := utf8.RuneCountInString(item)
		if size > left && len(g.ActionableItems) == 0 {
			item, size = Clip(item, left), left
		}
		if item != "" && size <= left && !slices.Contains(g.ActionableItems, item) {
			g.ActionableItems = append(g.ActionableItems, item)
			left -= size
		}
	}
}

// tally counts remarks by severity: "1 blocker, 2 warnings".
func tally(remarks []Remark) string {
	var parts []string
	for _, s := range []rules.Severity{rules.Blocker, rules.Warning, rules.Suggestion} {
		n := 0
		for _, r := range remarks {
			if r.Severity == s {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, wording.Count(n, s.String()))
		}
	}
	return strings.Join(parts, ", ")
}

// Clip shortens s to at most n code points, with an ellipsis for the rest.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	if n <= 0 {
		return ""
	}
	runes := []rune(s)
	return strings.TrimRight(string(runes[:n-1]), " ") + "…"
}
