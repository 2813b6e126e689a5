package intake

import (
	"maps"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// places reads the places of an issue, which has several where its location or its quote is
// a list, and the document that the first one names.
func places(r *format.Reader, f format.Fields) (p review.Place, more []review.Place, document string) {
	if list := f.Several("location"); len(list) > 0 {
		for i, one := range list {
			g := f
			g.ByKey = maps.Clone(f.ByKey)
			g.ByKey["location"] = one
			switch q, in := placeOf(r, g); {
			case i == 0:
				p, document = q, in
				adopt(f, g, "old_value", "new_value", "proposal")
			case in == document && q != p:
				more = append(more, q)
			}
		}
		return p, more, document
	}
	r.Quotes = nil
	p, document = placeOf(r, f)
	for _, quote := range r.Quotes {
		q := p
		q.Quote = quote
		more = append(more, q)
	}
	return p, more, document
}

// quoteOf reads the quoted text. Further ones of a list are kept for places.
func quoteOf(r *format.Reader, f format.Fields) string {
	list := f.Several("quote")
	if len(list) == 0 {
		return f.Str("quote")
	}
	var all []string
	for _, one := range list {
		all = append(all, format.TextsIn(one.Node)...)
	}
	if len(all) == 0 {
		f.Fail("quote", "is a list without a text")
		return ""
	}
	r.Repair("read the texts in quote")
	r.Quotes = all[1:]
	return all[0]
}

// placeOf reads a location, whose fields loose reviews put next to it, and the document
// that it names, "" for none. What they put into it of the replacement goes to f.
func placeOf(r *format.Reader, f format.Fields) (p review.Place, document string) {
	v := f.Get("location")
	switch {
	case !v.Exists():
		return points(r, f), ""
	case v.Kind() == jsontree.Object:
		in := r.Open(v.Node, f.Where.Within("location"), format.IssueFields())
		document = fileOf(r, in)
		adopt(f, in, "old_value", "new_value", "proposal")
		for name := range f.ByKey {
			adopt(in, f, name)
		}
		p = points(r, in)
		return p, document
	case v.Kind() == jsontree.Number:
		r.Repair("read the number in %q as a line", v.Written)
		f.ByKey = map[string]format.Field{"line": v, "quote": f.Get("quote")}
		return points(r, f), ""
	case v.Kind() == jsontree.Array:
		r.Repair("read the list in %q as a first and a last line", v.Written)
		f.ByKey = map[string]format.Field{"line": v, "quote": f.Get("quote")}
		return points(r, f), ""
	case v.Kind() != jsontree.String:
		f.Fail("location", "is %v; want an object", v.Kind())
		return review.Place{}, ""
	}
	p = points(r, f)
	if document = fileAndLine(&p, v.Text()); document != "" {
		r.Repair("read the string in %q as a document and a line", v.Written)
		return p, document
	}
	sectionAndLine(&p, v.Text())
	r.Repair("read the string in %q as a section and a line", v.Written)
	return p, ""
}

// fileOf reads the document that a location names, "" for none: its path may also be one of headings.
func fileOf(r *format.Reader, location format.Fields) string {
	name := location.Str("document")
	if name == "" || markdownFile().MatchString(name) {
		return name
	}
	r.Repair("ignored the field %q of a location, which names no Markdown file", location.Get("document").Written)
	return ""
}

// adopt copies the named fields of another object that f does not have.
func adopt(f format.Fields, other format.Fields, names ...string) {
	for _, name := range names {
		if other.Has(name) && !f.Has(name) {
			f.ByKey[name] = other.Get(name)
		}
	}
}

func points(r *format.Reader, f format.Fields) review.Place {
	p := review.Place{
		Section: f.Str("section"),
		Quote:   quoteOf(r, f),
		Prefix:  f.Str("prefix"),
		Suffix:  f.Str("suffix"),
	}
	if u := f.Str("column_unit"); u != "" {
		unit, err := source.ParseUnit(u)
		if err != nil {
			f.Fail("column_unit", "is %q; want codepoint, utf16 or byte", format.Clip(u, 40))
			p.AnyUnit = true
		} else {
			p.Unit = unit
		}
	}
	p.From, p.To = f.Lines("line")
	if end, _ := f.Lines("end_line"); end.Line > 0 {
		p.To.Line = end.Line
	}
	if f.Has("column") || f.Has("end_column") {
		p.From.Column, p.To.Column = f.Column("column"), f.Column("end_column")
	}
	if p.From.Line == 0 {
		if p.To.Line > 0 || p.From.Column > 0 || p.To.Column > 0 {
			f.Fail("line", "is missing; a column or an end says nothing without it")
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
		f.Fail("end_line", "ends before it starts")
		p.To = source.Point{}
	}
	return p
}

// markdownFile is the name of a file of Markdown.
var markdownFile = remark.Pattern(`(?i)\.(?:md|mdx|markdown)\s*$`)

// fileLine reads places such as docs/guide.md:12:5 and docs/guide.md#L12-L14.
var fileLine = remark.Pattern(`^\s*(\S+\.(?i:md|mdx|markdown))(?::|#L|,?\s+lines?\s+)` +
	`([0-9]{1,9})(?::([0-9]{1,9}))?(?:\s*(?:-|–)\s*L?([0-9]{1,9}))?\s*$`)

// fileAndLine reads a line of a file, and returns the file; "" is no such place.
func fileAndLine(p *review.Place, s string) (document string) {
	m := fileLine().FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	if line := format.Atoi(m[2]); line > 0 {
		p.Form = review.Points
		p.From = source.Point{Line: line, Column: format.Atoi(m[3])}
		if to := format.Atoi(m[4]); to >= line && p.From.Column == 0 { // behind a column, m[4] is a column
			p.To = source.Point{Line: to}
		}
	}
	return m[1]
}

// lineWords reads places such as "Usage, about line 18".
var lineWords = remark.Pattern(`(?i)^(.*?)[\s,;:(]*(?:(?:about|around|near|at|on|circa|~)\s*)?\b(?:lines?|ln\.?)\s*` +
	`~?([0-9]{1,9})(?:\s*(?:-|–|to)\s*([0-9]{1,9}))?\)?\s*$`)

// sectionAndLine reads a place in words into a section and lines.
func sectionAndLine(p *review.Place, s string) {
	if m := lineWords().FindStringSubmatch(s); m != nil {
		p.Form = review.Points
		p.From.Line, p.To.Line = format.Atoi(m[2]), format.Atoi(m[3])
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
