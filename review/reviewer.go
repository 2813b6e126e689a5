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
	if d.by == nil {
		return new(findingMemory).review(d, set, reviewers)
	}
	return lent(&d.by.findings, func(m *findingMemory) []Finding {
		found := m.review(d, set, reviewers)
		m.ordered = nil // which is the caller's
		return found
	})
}

// findingMemory is what findings are put in order in.
type findingMemory struct {
	found   []Finding
	ends    []int // of found: where what each reviewer found ends
	order   []*Finding
	ordered []Finding
	keys    keyMemory
	keyless bool // findings get no Key
}

// review is Review; the list of findings is m's.
func (m *findingMemory) review(d *Document, set *rules.Set, reviewers []Reviewer) []Finding {
	m.ends, m.ordered = m.ends[:0], emptied(m.ordered)
	defer m.empty()
	for i := range reviewers {
		m.found = reviewers[i].Find(m.found, d, set)
		m.ends = append(m.ends, len(m.found))
	}
	m.order = slices.Grow(m.order, len(m.found))
	next := 0
	for i := range reviewers {
		r := &reviewers[i].Rule
		for ; next < m.ends[i]; next++ {
			f := &m.found[next]
			if r.ID != unusedSuppression && d.Suppressed(r.ID, f.Span.Start) {
				continue
			}
			f.Rule, f.Category, f.Path = r.ID, r.Category, d.Path
			f.Source, f.Confidence, f.State = BuiltIn, 1, Located
			m.order = append(m.order, f)
		}
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
func (m *findingMemory) empty() { m.found, m.order = emptied(m.found), emptied(m.order) }
