package loop

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// between stands between the headings of a section's name.
const between = " > "

// sectionNames is the sections of a document, by their paths of headings. A
// single title above all others is the document's name, not a section of it.
func sectionNames(doc *review.Document) []string {
	headings := doc.Headings()
	names := make([]string, len(headings))
	for n, h := range headings {
		names[n] = h.Text
		if h.Parent >= 0 {
			names[n] = names[h.Parent] + between + h.Text
		}
	}
	if titled(headings) {
		title := names[0] + between
		names = names[1:]
		for n := range names {
			names[n] = strings.TrimPrefix(names[n], title)
		}
	}
	return names
}

// titled reports whether the first heading holds all others.
func titled(headings []review.Heading) bool {
	if len(headings) < 2 {
		return false
	}
	return !slices.ContainsFunc(headings[1:], func(h review.Heading) bool { return h.Level <= headings[0].Level })
}

// A naming is sections as a reviewer names them: by their heading or by the end of
// its path, in any case, with or without the marks of a heading. It is looked up in,
// since a reviewer may name as many sections as a document has.
type naming struct {
	paths   map[string]bool // the headings folded, a line each
	longest int             // of the paths, in headings
}

func namingOf(sections []string) naming {
	n := naming{paths: make(map[string]bool, len(sections))}
	for _, s := range sections {
		path := fold(strings.Split(s, ">"))
		n.paths[strings.Join(path, "\n")] = true
		n.longest = max(n.longest, len(path))
	}
	return n
}

// covers reports whether one of the named sections is the given one or stands above it.
func (n naming) covers(section string) bool {
	path := fold(strings.Split(section, between))
	for start := range path {
		for end := start + 1; end <= min(len(path), start+n.longest); end++ {
			if n.paths[strings.Join(path[start:end], "\n")] {
				return true
			}
		}
	}
	return false
}

// Within returns what tells whether a place of a document lies in one of the named
// sections, or lay there in the bytes that the run began with, nil where those are not
// asked about: a pass may have edited the heading.
func Within(doc *review.Document, original []byte, sections []string) func(offset int) bool {
	named := namingOf(sections)
	covers := func(d *review.Document, offset int) bool {
		return named.covers(strings.Join(d.HeadingPath(offset), between))
	}
	if original == nil || bytes.Equal(original, doc.Source()) {
		return func(offset int) bool { return covers(doc, offset) }
	}
	began, back := review.Parse(doc.Path, original), carry(source.Between(doc.Source(), original))
	return func(offset int) bool {
		was, _ := back.hull(source.Span{Start: offset, End: offset})
		return covers(doc, offset) || covers(began, was.Start)
	}
}

// fold is headings as they are compared: in lower case, the white space within them one
// space each.
func fold(headings []string) []string {
	out := make([]string, len(headings))
	for n, h := range headings {
		out[n] = strings.ToLower(strings.Join(strings.Fields(strings.TrimLeft(strings.TrimSpace(h), "#")), " "))
	}
	return out
}

// A coverage is which sections of a document were reviewed. The zero value is
// none.
type coverage struct {
	names    []string
	reviewed []bool
}

func newCoverage(doc *review.Document) coverage {
	names := sectionNames(doc)
	return coverage{names, make([]bool, len(names))}
}

// at is the name of the section that holds an offset, "" outside of any. The
// document must be the revision that c belongs to.
func (c *coverage) at(doc *review.Document, offset int) string {
	n := doc.HeadingAt(offset)
	if titled(doc.Headings()) {
		n--
	}
	if n < 0 {
		return ""
	}
	return c.names[n]
}

// add notes a review of the named sections, nil for all, and returns how many of
// them no review before had looked at.
func (c *coverage) add(sections []string) int {
	fresh, named := 0, namingOf(sections)
	for n, name := range c.names {
		if c.reviewed[n] || sections != nil && !named.covers(name) {
			continue
		}
		c.reviewed[n] = true
		fresh++
	}
	return fresh
}

// move carries what was reviewed into another revision: edits change the words
// of headings, and hardly ever their number.
func (c *coverage) move(doc *review.Document) {
	next := newCoverage(doc)
	if len(next.names) == len(c.names) {
		copy(next.reviewed, c.reviewed)
	} else {
		for n, name := range next.names {
			i := slices.Index(c.names, name)
			next.reviewed[n] = i >= 0 && c.reviewed[i]
		}
	}
	*c = next
}

func (c *coverage) sections() []engine.Section {
	out := make([]engine.Section, len(c.names))
	for n, name := range c.names {
		out[n] = engine.Section{Name: name, Reviewed: c.reviewed[n]}
	}
	return out
}
