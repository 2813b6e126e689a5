package intake

import (
	"maps"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// places reads the places of an issue, which has several where its location or its quote is
// a list, and the document that the first one names.
func (r *reader) places(f fields) (p review.Place, more []review.Place, document string) {
	if list := f.several("location"); len(list) > 0 {
		for i, one := range list {
			g := f
			g.byKey = maps.Clone(f.byKey)
			g.byKey["location"] = one
			switch q, in := r.place(g); {
			case i == 0:
				p, document = q, in
				f.adopt(g, "old_value", "new_value", "proposal")
			case in == document && q != p:
				more = append(more, q)
			}
		}
		return p, more, document
	}
	r.quotes = nil
	p, document = r.place(f)
	for _, quote := range r.quotes {
		q := p
		q.Quote = quote
		more = append(more, q)
	}
	return p, more, document
}

// quote reads the quoted text. Further ones of a list are kept for places.
func (r *reader) quote(f fields) string {
	list := f.several("quote")
	if len(list) == 0 {
		return f.str("quote")
	}
	var all []string
	for _, one := range list {
		all = append(all, textsIn(one.Node)...)
	}
	if len(all) == 0 {
		f.fail("quote", "is a list without a text")
		return ""
	}
	r.repair("read the texts in quote")
	r.quotes = all[1:]
	return all[0]
}

// place reads a location, whose fields loose reviews put beside it, and the document
// that it names, "" for none. What they put into it of the replacement goes to f.
func (r *reader) place(f fields) (p review.Place, document string) {
	v := f.get("location")
	switch {
	case !v.Exists():
		return r.points(f), ""
	case v.Kind() == jsontree.Object:
		in := r.open(v.Node, f.where.within("location"), issueFields())
		document = r.file(in)
		f.adopt(in, "old_value", "new_value", "proposal")
		for name := range f.byKey {
			in.adopt(f, name)
		}
		p = r.points(in)
		in.release()
		return p, document
	case v.Kind() == jsontree.Number:
		r.repair("read the number in %q as a line", v.written)
		f.byKey = map[string]field{"line": v, "quote": f.get("quote")}
		return r.points(f), ""
	case v.Kind() == jsontree.Array:
		r.repair("read the list in %q as a first and a last line", v.written)
		f.byKey = map[string]field{"line": v, "quote": f.get("quote")}
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
	r.repair("ignored the field %q of a location, which names no Markdown file", location.get("document").written)
	return ""
}

// adopt copies the named fields of another object that f does not have.
func (f fields) adopt(other fields, names ...string) {
	for _, name := range names {
		if other.has(name) && !f.has(name) {
			f.byKey[name] = other.get(name)
		}
	}
}

func (r *reader) points(f fields) review.Place {
	p := review.Place{
		Section: f.str("section"),
		Quote:   r.quote(f),
		Prefix:  f.str("prefix"),
		Suffix:  f.str("suffix"),
	}
	if u := f.str("column_unit"); u != "" {
		unit, err := source.ParseUnit(u)
		if err != nil {
			f.fail("column_unit", "is %q; want codepoint, utf16 or byte", clip(u, 40))
			p.AnyUnit = true
		} else {
			p.Unit = unit
		}
	}
	p.From, p.To = f.lines("line")
	if end, _ := f.lines("end_line"); end.Line > 0 {
		p.To.Line = end.Line
	}
	if f.has("column") || f.has("end_column") {
		p.From.Column, p.To.Column = f.column("column"), f.column("end_column")
	}
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
		p.To = source.Point{}
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
