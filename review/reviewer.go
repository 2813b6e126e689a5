package review

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Reviewer is one built-in rule: its description and the pure function that
// finds what breaks it, and appends it. Find finds nothing when the rule is off in the set.
type Reviewer struct {
	Rule rules.Rule
	Find func([]Finding, *Document, *rules.Set) []Finding
}

// Reviewers is the built-in reviewers in the order in which rules are listed.
func Reviewers() []Reviewer {
	return []Reviewer{Terminology, HeadingCase, FencedCodeLanguage, ListMarker, Placeholder, RequiredSection, Reference}
}

// Review is what the given reviewers find in d: identified, in document order,
// without what comments in the document suppress.
func Review(d *Document, set *rules.Set, reviewers []Reviewer) []Finding {
	var found []Finding
	of := make([]int, len(reviewers)) // where the findings of each end
	for i := range reviewers {
		found = reviewers[i].Find(found, d, set)
		of[i] = len(found)
	}
	if len(found) == 0 {
		return nil
	}
	order := make([]*Finding, 0, len(found))
	next := 0
	for i := range reviewers {
		r := &reviewers[i].Rule
		for ; next < of[i]; next++ {
			f := &found[next]
			if d.Suppressed(r.ID, f.Span.Start) {
				continue
			}
			f.Rule, f.Category, f.Path = r.ID, r.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			order = append(order, f)
		}
	}
	// Findings are large: they are put in order by their addresses, and moved once.
	slices.SortStableFunc(order, func(a, b *Finding) int {
		return cmp.Or(source.Compare(a.Span, b.Span), cmp.Compare(a.Rule, b.Rule))
	})
	var out []Finding
	if len(order) > 0 {
		out = make([]Finding, len(order))
	}
	for i, f := range order {
		out[i] = *f
	}
	Identify(d, out)
	return out
}
