package locate

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
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

// The ways in which the title that a review names is that of a heading, the
// strictest first.
func sameTitle(heading, name title) bool   { return bytes.Equal(heading.text, name.text) }
func sameLetters(heading, name title) bool { return bytes.Equal(heading.letters, name.letters) }
func startsTitle(heading, name title) bool {
	return len(name.letters) >= minPrefix && bytes.HasPrefix(heading.letters, name.letters)
}

// minPrefix is how many letters and digits the beginning of a title must have to
// stand for all of it.
const minPrefix = 3

// headings prepares the document's headings.
func (l *locator) headings() []heading {
	hs := l.d.Headings()
	out := make([]heading, len(hs))
	for i, h := range hs {
		out[i] = heading{titleOf(h.Text), h.Section, h.Parent}
	}
	return out
}

// separators join the headings of a path.
var separators = strings.NewReplacer("›", ">", "→", ">", "»", ">", "->", ">", " / ", ">")

// section is the sections that a review's name of one may mean, in order: those
// whose heading it is, below the headings that it names before; if there are
// none, those whose heading begins with it. nil is a name that means nothing
// here.
func (l *locator) section(name string) []source.Span {
	name = strings.TrimSpace(name)
	if name == "" {
		return nil
	}
	if cached, ok := l.sections.Load(name); ok {
		return cached.([]source.Span)
	}
	spans := l.lookSection(name)
	l.sections.Store(name, spans)
	return spans
}

func (l *locator) lookSection(name string) []source.Span {
	hs := l.headingList()
	paths := [][]string{{name}, strings.Split(name, " > "), strings.Split(separators.Replace(name), ">")}
	for _, same := range []func(heading, name title) bool{sameTitle, sameLetters, startsTitle} {
		for _, path := range paths {
			if spans := underPath(hs, path, same); spans != nil {
				return spans
			}
		}
		last := paths[len(paths)-1]
		if spans := underPath(hs, last[len(last)-1:], same); spans != nil {
			return spans
		}
	}
	return nil
}

// underPath is the sections whose heading is the last of path and that stand
// below the others, in order and perhaps with more between.
func underPath(hs []heading, path []string, same func(heading, name title) bool) []source.Span {
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
	for i := range hs {
		left := len(names) - 1
		if !same(hs[i].title, names[left]) {
			continue
		}
		for p := hs[i].parent; p >= 0 && left > 0; p = hs[p].parent {
			if same(hs[p].title, names[left-1]) {
				left--
			}
		}
		if left == 0 {
			out = append(out, hs[i].section)
		}
	}
	return out
}

// inside reports whether span lies in one of the sections.
func inside(sections []source.Span, span source.Span) bool {
	for _, s := range sections {
		if s.Contains(span) {
			return true
		}
	}
	return false
}
