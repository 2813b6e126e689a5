package zone

import (
	"bytes"
	"regexp"
	"slices"
	"sort"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// MayHoldText returns the template, formula or wikilink at an offset, and whether it may contain text that cannot be
// told from code. This holds for a wikilink, for a line of a generator, and for anything of several lines that is not
// known to enclose code.
func (d *Document) MayHoldText(at int) (source.Span, bool) {
	over := d.zones().over
	i := sort.Search(len(over), func(i int) bool { return over[i].End > at })
	if i == len(over) || over[i].Start > at || !SetOf(Template, Math, WikiLink).Has(over[i].Zone) {
		return source.Span{}, false
	}
	span := over[i].Span
	if j, ok := d.NodeAt(markdown.Foreign, span.Start); ok && d.Inside(j) != markdown.Formula {
		return span, false
	}
	if over[i].Zone == WikiLink {
		return span, true
	}
	text := bytes.TrimLeft(d.Bytes(span), " \t>")
	for _, mark := range WholeLines {
		if bytes.HasPrefix(text, []byte(mark)) {
			return source.Span{Start: span.End - len(text), End: span.End}, true
		}
	}
	return span, bytes.IndexByte(text, '\n') >= 0 && !slices.Contains(verbatimTags, tagName(bytes.TrimLeft(text, "{%")))
}

// Overlaid reports whether a byte of s, white space included, is in a template, a formula, a wikilink or a disputed
// span. An empty s is, if it lies inside such a span and not at its edge.
func (d *Document) Overlaid(s source.Span) bool {
	over := d.zones().over
	i := sort.Search(len(over), func(i int) bool { return over[i].End > s.Start })
	return i < len(over) && (over[i].Start < s.End || over[i].Start < s.Start)
}

// TemplateLine reports whether the line of an offset belongs to a template or to a disputed span: one begins the line
// or crosses one of its ends.
func (d *Document) TemplateLine(at int) bool {
	line := source.Span{Start: d.Lines().Start(at), End: d.Lines().End(at)}
	text := line.Start + len(d.Bytes(line)) - len(bytes.TrimLeft(d.Bytes(line), " \t>\ufeff"))
	over := d.zones().over
	i := sort.Search(len(over), func(i int) bool { return over[i].End > line.Start })
	for ; i < len(over) && over[i].Start < line.End; i++ {
		o := &over[i]
		if SetOf(Template, Disputed).Has(o.Zone) &&
			(o.Start < line.Start || o.End > line.End || o.Start == text && !d.emojiAt(o.Span)) {
			return true
		}
	}
	return false
}

// emojiAt reports whether an overlay is an emoji, such as :tada:.
func (d *Document) emojiAt(s source.Span) bool {
	text := d.Bytes(s)
	return text[0] == ':' && !bytes.HasPrefix(text, []byte(":::"))
}

// AdmonitionTitle returns the title of the admonition, container or tab that begins at an offset, empty without one:
// of !!! note "A title", :::note A title, :::note[A title], === "A title".
func (d *Document) AdmonitionTitle(at int) source.Span {
	text := d.Text()[at:] // most texts begin no title, so the end of the line is searched for later
	if len(text) < 5 || text[0] != text[1] || text[0] != text[2] || bytes.IndexByte([]byte(":!?="), text[0]) < 0 {
		return source.Span{}
	}
	text = d.Bytes(source.Span{Start: at, End: d.Lines().End(at)})
	m := admonitionTitle().FindSubmatchIndex(text)
	switch {
	case m == nil:
		return source.Span{}
	case m[2] >= 0:
		return source.Span{Start: at + m[2], End: at + m[3]}
	}
	return source.Span{Start: at + m[4], End: at + m[5]}
}

var admonitionTitle = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:!!!|\?\?\?\+?|===)[^"]*"(.+)"[^"]*|:{3,} *(?:\{[^}]*\}|` +
		`[\w-]+)[ \t]*(\S.*?)[ \t\r]*)$`)
})
