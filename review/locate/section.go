package locate

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A heading is a heading of the document as sections are looked up.
type heading struct {
	title
	section source.Span
	parent  int
}

// A title is the text of a heading and its letters and digits.
type title struct{ text, letters []byte }

func titleOf(s string) title {
	t := reading.Written([]byte(s))
	return title{bytes.ToLower(t.Bytes), reading.Letters(t).Bytes}
}

// minPrefix is how many letters and digits the start of a title must have to stand for the whole title.
const minPrefix = 3

// titleMatches returns the ways to compare the title of a heading with the one that a review names, the strictest
// first.
func titleMatches() []func(heading, name title) bool {
	return []func(heading, name title) bool{
		func(heading, name title) bool { return bytes.Equal(heading.text, name.text) },
		func(heading, name title) bool { return bytes.Equal(heading.letters, name.letters) },
		func(heading, name title) bool {
			return len(name.letters) >= minPrefix && bytes.HasPrefix(heading.letters, name.letters)
		},
	}
}

// An outline is the headings of a document in order.
type outline []heading

func newOutline(d *zone.Document) outline {
	var o outline
	for _, h := range d.Headings() {
		o = append(o, heading{titleOf(h.Text), h.Section, h.Parent})
	}
	return o
}

// separators join the headings of a path.
var separators = strings.NewReplacer("›", ">", "→", ">", "»", ">", "->", ">", " / ", ">")

// maxSections is how many sections may have the name that a review gives. A name of more says nothing about the place.
const maxSections = 100

// section returns the sections that the name in a review may mean, in order: those whose heading it is, below the
// headings that the name has before it; if there are none, those whose heading begins with it. It returns nil for a
// name of no section, or of too many.
func (l *locator) section(name string) []source.Span {
	name = strings.TrimSpace(name)
	if name == "" {
		return nil
	}
	if cached, ok := l.sections.Load(name); ok {
		return cached.([]source.Span)
	}
	spans := l.lookSection(name)
	if len(spans) > maxSections {
		spans = nil
	}
	l.sections.Store(name, spans)
	return spans
}

// lookSection is section without the limit and the cache.
func (l *locator) lookSection(name string) []source.Span {
	o := l.outline()
	paths := [][]string{{name}, strings.Split(name, " > "), strings.Split(separators.Replace(name), ">")}
	last := paths[len(paths)-1]
	paths = append(paths, last[len(last)-1:])
	for _, same := range titleMatches() {
		for _, path := range paths {
			if spans := o.under(path, same); spans != nil {
				return spans
			}
		}
	}
	return nil
}

// under returns the sections whose heading is the last of path, below the other headings of path in their order. More
// headings may stand between them.
func (o outline) under(path []string, same func(heading, name title) bool) []source.Span {
	var names []title
	for _, p := range path {
		if t := titleOf(strings.TrimLeft(p, "# ")); len(t.letters) > 0 {
			names = append(names, t)
		}
	}
	if len(names) == 0 {
		return nil
	}
	var out []source.Span
	for _, h := range o {
		left := len(names) - 1
		if !same(h.title, names[left]) {
			continue
		}
		for above := h.parent; above >= 0 && left > 0; above = o[above].parent {
			if same(o[above].title, names[left-1]) {
				left--
			}
		}
		if left == 0 {
			out = append(out, h.section)
		}
	}
	return out
}

// inside reports whether span lies in one of the sections.
func inside(sections []source.Span, span source.Span) bool {
	return slices.ContainsFunc(sections, func(s source.Span) bool { return s.Contains(span) })
}
