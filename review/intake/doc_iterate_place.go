package intake

import (
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// place reads a location, whose fields loose reviews put beside it, and the document
// that it names, "" for none. What they put into it of the replacement goes to f.
func (r *reader) place(f fields) (p review.Place, document string) {
	v := f.byKey["location"]
	switch {
	case !v.Exists():
		return r.points(f), ""
	case v.Kind() == jsontree.Object:
		in := r.open(v.Node, join(f.where, "location"), issueFields())
		document = r.file(in)
		f.adopt(in, "old_value", "new_value", "proposal")
		in.adopt(f, slices.Collect(maps.Keys(f.byKey))...)
		return r.points(in), document
	case v.Kind() == jsontree.Number:
		r.repair("read the number in %q as a line", v.written)
		f.byKey = map[string]field{"line": v, "quote": f.byKey["quote"]}
		return r.points(f), ""
	case v.Kind() != jsontree.String:
		f.fail("location", "is %v; want an object", v.Kind())
		return review.Place{}, ""
	}
	p = r.points(f)
	if document = fileAndLine(&p, v.Text()); document != "" {
		r.repair("read the string in %q as a document and a line", v.written)
		return p, document
	}
	sectionAndLine(&p, v.Text())
	r.repair("read the string in %q as a section and a line", v.written)
	return p, ""
}

// file reads the document that a location names, "" for none: its path may also be one
// of headings.
func (r *reader) file(location fields) string {
	name := location.str("document")
	if name == "" || markdownFile().MatchString(name) {
		return name
	}
	r.repair("ignored the field %q of a location, which names no Markdown file", location.byKey["document"].written)
	return ""
}

// adopt copies the named fields of another object that f does not have.
func (f fields) adopt(other fields, names ...string) {
	for _, name := range names {
		if other.has(name) && !f.has(name) {
			f.byKey[name] = other.byKey[name]
		}
	}
}

// lineRange reads lines such as "12-14".
var lineRange = pattern(`^\s*[Ll]?(?:ines?\s+)?([0-9]{1,9})\s*(?:-|–|to)\s*[Ll]?([0-9]{1,9})\s*$`)

func (r *reader) points(f fields) review.Place {
	p := review.Place{
		Section: f.str("section"),
		Quote:   f.str("quote"),
		Prefix:  f.str("prefix"),
		Suffix:  f.str("suffix"),
	}
	if u := f.str("column_unit"); u != "" {
		unit, err := source.ParseUnit(u)
		if err != nil {
			f.fail("column_unit", "is %q; want codepoint, utf16 or byte", clip(u, 40))
		}
		p.Unit = unit
	}
	if m := lineRange().FindStringSubmatch(f.strIfText("line")); m != nil {
		r.repair("read the string in line as a first and a last line")
		p.From.Line, p.To.Line = atoi(m[1]), atoi(m[2])
	} else {
		p.From.Line = f.whole("line", 1)
		p.To.Line = f.whole("end_line", 1)
	}
	p.From.Column, p.To.Column = f.whole("column", 1), f.whole("end_column", 1)
	if p.From.Line == 0 {
		if p.To.Line > 0 || p.From.Column > 0 || p.To.Column > 0 {
			f.fail("line", "is missing; a column or an end says nothing without it")
		}
		p.To = source.Point{}
		return p
	}
	p.Form = review.Points
	if p.To.Line == 0 && p.To.Column > 0 {
		p.To.Line = p.From.Line
	}
	sameLine := p.To.Line == p.From.Line
	if p.To.Line > 0 && p.To.Line < p.From.Line || sameLine && p.To.Column > 0 && p.To.Column < p.From.Column {
		f.fail("end_line", "ends before it starts")
	}
	return p
}

// markdownFile is the name of a file of Markdown.
var markdownFile = pattern(`(?i)\.(?:md|mdx|markdown)\s*$`)

// fileLine reads places such as docs/guide.md:12:5 and docs/guide.md#L12-L14.
var fileLine = pattern(`^\s*(\S+\.(?i:md|mdx|markdown))(?::|#L|,?\s+lines?\s+)` +
	`([0-9]{1,9})(?::([0-9]{1,9}))?(?:\s*(?:-|–)\s*L?([0-9]{1,9}))?\s*$`)

// fileAndLine reads a line of a file, and returns the file; "" is no such place.
func fileAndLine(p *review.Place, s string) (document string) {
	m := fileLine().FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	if line := atoi(m[2]); line > 0 {
		p.Form = review.Points
		p.From = source.Point{Line: line, Column: atoi(m[3])}
		if to := atoi(m[4]); to >= line && p.From.Column == 0 { // behind a column, m[4] is a column
			p.To = source.Point{Line: to}
		}
	}
	return m[1]
}

// lineWords reads places such as "Usage, about line 18".
var lineWords = pattern(`(?i)^(.*?)[\s,;:(]*(?:(?:about|around|near|at|on|circa|~)\s*)?\b(?:lines?|ln\.?)\s*` +
	`~?([0-9]{1,9})(?:\s*(?:-|–|to)\s*([0-9]{1,9}))?\)?\s*$`)

// sectionAndLine reads a place in words into a section and lines.
func sectionAndLine(p *review.Place, s string) {
	if m := lineWords().FindStringSubmatch(s); m != nil {
		p.Form = review.Points
		p.From.Line, p.To.Line = atoi(m[2]), atoi(m[3])
		s = m[1]
	}
	s = strings.TrimSpace(s)
	for _, prefix := range []string{"section ", "Section "} {
		s = strings.TrimPrefix(s, prefix)
	}
	if p.Section == "" {
		p.Section = strings.Trim(s, "\"'“”‘’ ")
	}
}
