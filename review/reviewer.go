package review

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Reviewer is one built-in rule: its description and the pure function that
// finds what breaks it. Find returns nothing when the rule is off in the set.
type Reviewer struct {
	Rule rules.Rule
	Find func(*Document, *rules.Set) []Finding
}

// Reviewers is the built-in reviewers in the order in which rules are listed.
func Reviewers() []Reviewer {
	return []Reviewer{Terminology, HeadingCase, FencedCodeLanguage, ListMarker, Placeholder, RequiredSection, Reference}
}

// Review is what the given reviewers find in d: identified, in document order,
// without what comments in the document suppress.
func Review(d *Document, set *rules.Set, reviewers []Reviewer) []Finding {
	var out []Finding
	for _, r := range reviewers {
		for _, f := range r.Find(d, set) {
			if d.Suppressed(r.Rule.ID, f.Span.Start) {
				continue
			}
			f.Rule, f.Category, f.Path = r.Rule.ID, r.Rule.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(source.Compare(a.Span, b.Span), cmp.Compare(a.Rule, b.Rule))
	})
	Identify(d, out)
	return out
}
