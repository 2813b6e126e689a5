package locate

import (
	"bytes"
	"slices"
	"strings"

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
	t := written([]byte(s))
	return title{bytes.ToLower(t.b), letters(t).b}
}

// A reading is a way to compare the title that a review names with that of a heading.
type reading struct {
	same func(heading, name title) bool
	// find returns the headings whose title is the name, in order.
	find func(*outline, title) []int
}

// readings returns all ways, the strictest first.
func readings() []reading {
	return []reading{
		{
			func(heading, name title) bool { return bytes.Equal(heading.text, name.text) },
			func(o *outline, name title) []int { return o.byText[string(name.text)] },
		},
		{
			func(heading, name title) bool { return bytes.Equal(heading.letters, name.letters) },
			func(o *outline, name title) []int { return o.byLetters[string(name.letters)] },
		},
		{
			func(heading, name title) bool {
				return len(name.letters) >= minPrefix && bytes.HasPrefix(heading.letters, name.letters)
			},
			(*outline).starting,
		},
	}
}

// minPrefix is how many letters and digits the start of a title must have to stand for
// the whole title.
const minPrefix = 3

// An outline is the headings of a document, indexed by their titles.
type outline struct {
	headings          []heading
	byText, byLetters map[string][]int
	// sorted is the headings in the order of their letters.
	sorted []int
}

func newOutline(d *zone.Document) *outline {
	hs := d.Headings()
	o := &outline{make([]heading, len(hs)), map[string][]int{}, map[string][]int{}, make([]int, len(hs))}
	for i, h := range hs {
		t := titleOf(h.Text)
		o.headings[i], o.sorted[i] = heading{t, h.Section, h.Parent}, i
		o.byText[string(t.text)] = append(o.byText[string(t.text)], i)
		o.byLetters[string(t.letters)] = append(o.byLetters[string(t.letters)], i)
	}
	slices.SortFunc(o.sorted, func(a, b int) int { return bytes.Compare(o.headings[a].letters, o.headings[b].letters) })
	return o
}

// starting returns the headings whose title begins with the name, in order; none if there
// are too many.
func (o *outline) starting(name title) []int {
	if len(name.letters) < minPrefix {
		return nil
	}
	first, _ := slices.BinarySearchFunc(o.sorted, name.letters, func(i int, letters []byte) int {
		return bytes.Compare(o.headings[i].letters, letters)
	})
	var out []int
	for _, i := range o.sorted[first:] {
		if !bytes.HasPrefix(o.headings[i].letters, name.letters) {
			break
		}
		if out = append(out, i); len(out) > 10*maxSections {
			return nil
		}
	}
	slices.Sort(out)
	return out
}

// separators join the headings of a path.
var separators = strings.NewReplacer("›", ">", "→", ">", "»", ">", "->", ">", " / ", ">")

// maxSections is how many sections may have the name that a review gives. A name of more
// says nothing about the place.
const maxSections = 100

// section returns the sections that the name in a review may mean, in order: those whose
// heading it is, below the headings that the name has before it; if there are none, those
// whose heading begins with it. It returns nil for a name of no section, or of too many.
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
	for _, r := range readings() {
		for _, path := range paths {
			if spans := o.under(path, r); spans != nil {
				return spans
			}
		}
		last := paths[len(paths)-1]
		if spans := o.under(last[len(last)-1:], r); spans != nil {
			return spans
		}
	}
	return nil
}

// under returns the sections whose heading is the last of path, below the other headings
// of path in their order. More headings may stand between them.
func (o *outline) under(path []string, r reading) []source.Span {
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
	for _, i := range r.find(o, names[len(names)-1]) {
		left := len(names) - 1
		for p := o.headings[i].parent; p >= 0 && left > 0; p = o.headings[p].parent {
			if r.same(o.headings[p].title, names[left-1]) {
				left--
			}
		}
		if left == 0 {
			out = append(out, o.headings[i].section)
		}
	}
	return out
}

// inside reports whether span lies in one of the sections.
func inside(sections []source.Span, span source.Span) bool {
	return slices.ContainsFunc(sections, func(s source.Span) bool { return s.Contains(span) })
}
