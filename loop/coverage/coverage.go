// Package coverage knows the sections of a document as reviewers name them, and which of
// them were reviewed.
//
// Invariants:
//   - A section's name is the path of its headings. A single title above all others is
//     the document's name and no part of it.
package coverage

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Separator stands between the headings of a section's name.
const Separator = " > "

// sectionNames returns the names of the sections of a document, in order.
func sectionNames(doc *zone.Document) []string {
	headings := doc.Headings()
	names := make([]string, len(headings))
	for n, h := range headings {
		names[n] = h.Text
		if h.Parent >= 0 {
			names[n] = names[h.Parent] + Separator + h.Text
		}
	}
	if titled(headings) {
		title := names[0] + Separator
		names = names[1:]
		for n := range names {
			names[n] = strings.TrimPrefix(names[n], title)
		}
	}
	return names
}

// titled reports whether the first heading holds all others.
func titled(headings []markdown.Heading) bool {
	if len(headings) < 2 {
		return false
	}
	return !slices.ContainsFunc(headings[1:], func(h markdown.Heading) bool { return h.Level <= headings[0].Level })
}

// Names is a set of sections as a reviewer names them: by their heading or by the end of
// its path, in any case, with or without the marks of a heading.
type Names struct {
	paths   map[string]bool // the headings folded, a line each
	longest int             // of the paths, in headings
}

// NewNames returns the set of the given names.
func NewNames(sections []string) Names {
	n := Names{paths: make(map[string]bool, len(sections))}
	for _, s := range sections {
		path := fold(strings.Split(s, ">"))
		n.paths[strings.Join(path, "\n")] = true
		n.longest = max(n.longest, len(path))
	}
	return n
}

// Covers reports whether one of the named sections is the given one or stands above it.
func (n Names) Covers(section string) bool {
	path := fold(strings.Split(section, Separator))
	for start := range path {
		for end := start + 1; end <= min(len(path), start+n.longest); end++ {
			if n.paths[strings.Join(path[start:end], "\n")] {
				return true
			}
		}
	}
	return false
}

// Within returns a function that reports whether an offset of a document lies in one of
// the named sections. A pass may have edited the heading: what lay there in the original
// bytes counts too, unless original is nil.
func Within(doc *zone.Document, original []byte, sections []string) func(offset int) bool {
	named := NewNames(sections)
	covers := func(d *zone.Document, offset int) bool {
		return named.Covers(strings.Join(d.HeadingPath(offset), Separator))
	}
	if original == nil || bytes.Equal(original, doc.Source()) {
		return func(offset int) bool { return covers(doc, offset) }
	}
	began, back := zone.Parse(doc.Path, original, doc.Dialect), source.NewMapping(source.Between(doc.Source(), original))
	return func(offset int) bool {
		was, _ := back.Span(source.Span{Start: offset, End: offset}, source.Wide)
		return covers(doc, offset) || covers(began, was.Start)
	}
}

// fold returns headings as they are compared: in lower case, with single spaces.
func fold(headings []string) []string {
	out := make([]string, len(headings))
	for n, h := range headings {
		out[n] = strings.ToLower(strings.Join(strings.Fields(strings.TrimLeft(strings.TrimSpace(h), "#")), " "))
	}
	return out
}

// A Coverage says which sections of a document were reviewed. The zero value has no
// sections.
type Coverage struct {
	names    []string
	Reviewed []bool
}

// New returns the coverage of a document without a review.
func New(doc *zone.Document) Coverage {
	names := sectionNames(doc)
	return Coverage{names, make([]bool, len(names))}
}

// At returns the name of the section that holds an offset, "" outside of any. The
// document must be the revision that c belongs to.
func (c *Coverage) At(doc *zone.Document, offset int) string {
	n := doc.HeadingAt(offset)
	if titled(doc.Headings()) {
		n--
	}
	if n < 0 {
		return ""
	}
	return c.names[n]
}

// Add notes a review of the named sections, nil for all. It returns how many of them no earlier review covered.
func (c *Coverage) Add(sections []string) int {
	fresh, named := 0, NewNames(sections)
	for n, name := range c.names {
		if c.Reviewed[n] || sections != nil && !named.Covers(name) {
			continue
		}
		c.Reviewed[n] = true
		fresh++
	}
	return fresh
}

// Move carries the coverage into another revision. Edits change the words of headings, and hardly ever their number.
func (c *Coverage) Move(doc *zone.Document) {
	next := New(doc)
	if len(next.names) == len(c.names) {
		copy(next.Reviewed, c.Reviewed)
	} else {
		for n, name := range next.names {
			i := slices.Index(c.names, name)
			next.Reviewed[n] = i >= 0 && c.Reviewed[i]
		}
	}
	*c = next
}

// Sections returns the sections for the engine.
func (c *Coverage) Sections() []engine.Section {
	out := make([]engine.Section, len(c.names))
	for n, name := range c.names {
		out[n] = engine.Section{Name: name, Reviewed: c.Reviewed[n]}
	}
	return out
}

// InScope reports whether a reviewer that is limited to some sections can help with the scope of a gap.
func InScope(limited, scope []string) bool {
	if len(limited) == 0 || len(scope) == 0 {
		return true
	}
	return slices.ContainsFunc(scope, NewNames(limited).Covers)
}

// LimitTo returns the scope of a gap within the sections that a reviewer is limited to.
func LimitTo(limited, scope []string) []string {
	switch {
	case len(limited) == 0:
		return scope
	case len(scope) == 0:
		return limited
	}
	named := NewNames(limited)
	return slices.DeleteFunc(slices.Clone(scope), func(s string) bool { return !named.Covers(s) })
}
