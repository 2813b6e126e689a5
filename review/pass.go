package review

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/layout"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Pass is one look of a reviewer at one document.
type Pass struct {
	Doc    *zone.Document
	Corpus *Corpus
	Set    *rules.Set
	// Report takes a finding. Its rule, its place in the order and its key are set later.
	Report func(Finding)

	page *layout.Page // see layoutPage
}

// A Reviewer is one built-in rule: its description and the pure function that reports
// what breaks it. Find reports nothing when the rule is off in the set.
type Reviewer struct {
	Rule rules.Rule
	Find func(*Pass)
}

// Reviewers returns the built-in reviewers in the order in which rules are listed.
func Reviewers() []Reviewer { return append(named(), UnknownRule) }

// named returns the reviewers whose rules comments may name: all but the one that reads the names.
func named() []Reviewer {
	list := []Reviewer{
		Terminology, HeadingCase, FencedCodeLanguage, ListMarker, DoubledWord, Misspelling, Pattern, Placeholder,
		RequiredSection, Reference,
	}
	return append(list, layoutReviewers()...)
}

// Review is what reviewers find in d, a document of the corpus: identified, in order, without what comments suppress.
func (c *Corpus) Review(d *zone.Document, set *rules.Set, reviewers []Reviewer) []Finding {
	var found []Finding
	silenced := 0
	p := &Pass{Doc: d, Corpus: c, Set: set}
	for i := range reviewers {
		r := &reviewers[i].Rule
		p.Report = func(f Finding) {
			if r.ID != unusedSuppression && d.Suppressed(BuiltIn, r.ID, f.Span.Start) {
				silenced++
				return
			}
			f.Rule, f.Category, f.Path = r.ID, r.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			found = append(found, f)
		}
		reviewers[i].Find(p)
	}
	c.silenced.Store(d.Path, silenced)
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(source.Compare(a.Span, b.Span), cmp.Compare(a.Rule, b.Rule))
	})
	Identify(d, found)
	return found
}
