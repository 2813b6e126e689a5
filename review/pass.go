package review

import (
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/layout"
	"github.com/doc-iterate/doc-iterate/review/markdown"
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

	judge *casing.Judge
	page  *layout.Page // see layoutPage
}

// A Reviewer is one built-in rule: its description and the pure function that reports
// what breaks it. Find reports nothing when the rule is off in the set.
type Reviewer struct {
	Rule rules.Rule
	// Needs is how much of a document Find looks at under a set; nil is everything.
	Needs func(*rules.Set) markdown.Needs
	Find  func(*Pass)
	// layout says that Needs is that of all layout rules together.
	layout bool
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

// NeedsOf returns what the reviewers need together under the set.
func NeedsOf(set *rules.Set, reviewers []Reviewer) markdown.Needs {
	var n markdown.Needs
	asked := false // the layout rules
	for i := range reviewers {
		if reviewers[i].layout {
			if asked {
				continue
			}
			asked = true
		}
		if reviewers[i].Needs == nil {
			return markdown.Needs{Everything: true}
		}
		n = n.Plus(reviewers[i].Needs(set))
	}
	return n
}

// onlyHeadings is what a reviewer needs that looks at headings alone.
func onlyHeadings(*rules.Set) markdown.Needs { return markdown.Needs{} }

// reviewMemory is what documents are reviewed in.
type reviewMemory struct {
	found   scratch.List[Finding]
	ends    []int // of found: where what each reviewer found ends
	order   []*Finding
	ordered []Finding
	keys    keyMemory
	judge   casing.Judge
	keyless bool // findings get no Key
}

// review does what Corpus.Review says. The list of findings is in the memory of m.
func (m *reviewMemory) review(p *Pass, reviewers []Reviewer) []Finding {
	d := p.Doc
	m.ends, m.ordered = m.ends[:0], scratch.Emptied(m.ordered)
	defer m.empty()
	p.judge = &m.judge
	p.Report = m.found.Add
	for i := range reviewers {
		reviewers[i].Find(p)
		p.Corpus.ran(reviewers[i].Rule.ID)
		m.ends = append(m.ends, m.found.Len())
	}
	m.order = slices.Grow(m.order, m.found.Len())
	next, silenced := 0, 0
	for i := range reviewers {
		r := &reviewers[i].Rule
		for ; next < m.ends[i]; next++ {
			f := m.found.At(next)
			if r.ID != unusedSuppression && d.Suppressed(BuiltIn, r.ID, f.Span.Start) {
				silenced++
				continue
			}
			f.Rule, f.Category, f.Path = r.ID, r.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			m.order = append(m.order, f)
		}
	}
	if silenced > 0 || p.Corpus.Silenced(d.Path) > 0 {
		p.Corpus.silenced.Store(d.Path, silenced)
	}
	if len(m.order) == 0 {
		return nil
	}
	// Findings are large: they are put in order by their addresses, and moved once.
	slices.SortStableFunc(m.order, func(a, b *Finding) int {
		return cmp.Or(source.Compare(a.Span, b.Span), cmp.Compare(a.Rule, b.Rule))
	})
	m.ordered = slices.Grow(m.ordered, len(m.order))
	for _, f := range m.order {
		m.ordered = append(m.ordered, *f)
	}
	if !m.keyless {
		m.keys.identify(d, m.ordered)
	}
	return m.ordered
}

// empty leaves nothing but the result.
func (m *reviewMemory) empty() {
	m.found.Empty()
	m.order = scratch.Emptied(m.order)
}
