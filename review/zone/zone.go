package zone

import (
	"sort"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Zone says what a byte is. Every byte of a document is in exactly one zone.
type Zone uint8

const (
	// Markup is Markdown's own syntax, white space, and every byte in no other zone.
	Markup Zone = iota
	// Prose is text that a reader reads, outside headings.
	Prose
	// HeadingText is text that a reader reads, in a heading.
	HeadingText
	// ListMarker is the bullet or number of a list item.
	ListMarker
	// CodeSpan is a code span with its backticks.
	CodeSpan
	// CodeBlock is a code block, fences included, without the info string.
	CodeBlock
	// InfoString is the text behind an opening fence. It is empty if there is no text.
	InfoString
	// Destination is where a link or image points to.
	Destination
	// AutoLink is an autolink, or a bare URL.
	AutoLink
	// Email is an e-mail address in text.
	Email
	// HTML is raw HTML, comments included.
	HTML
	// FrontMatter is the metadata at the top of the file.
	FrontMatter
	// Math is TeX between dollar signs or \( \).
	Math
	// Definition is a reference definition.
	Definition
	// Template is a shortcode, a template tag, JSX or an attribute list.
	Template
	// WikiLink is [[a link]] of wikis.
	WikiLink
	// Identifier is a name that belongs to programs: foo_bar, --flag, path/to/x.
	Identifier
	// Disputed is a list or a table that parsers read differently. Rules report words in it and edit nothing there. A
	// reviewer may ask for a replacement.
	Disputed
)

var zoneNames = [...]string{
	"markup", "prose", "heading text", "list marker", "code span", "code block", "info string", "link destination",
	"autolink", "e-mail address", "HTML", "front matter", "math", "reference definition", "template", "wikilink",
	"identifier", "disputed text",
}

func (z Zone) String() string { return zoneNames[z] }

// IsText reports whether a zone is what a reader reads: words, and names among them.
func (z Zone) IsText() bool {
	return z == Prose || z == HeadingText || z == Disputed || z == Identifier
}

// A Set is a set of zones.
type Set uint32

// SetOf returns the set of the given zones.
func SetOf(zones ...Zone) Set {
	var s Set
	for _, z := range zones {
		s |= 1 << z
	}
	return s
}

// Has reports whether z is in the set.
func (s Set) Has(z Zone) bool { return s&(1<<z) != 0 }

// A Span is a range of bytes of one zone.
type Span struct {
	source.Span
	Zone Zone
}

// Zones returns the zones of the document in order. Bytes between them are Markup. The spans do not overlap; an empty
// span marks a place where something may be inserted.
func (d *Document) Zones() []Span { return d.zones().all }

// ZoneAt returns the zone of the byte at offset.
func (d *Document) ZoneAt(offset int) Zone {
	zones := d.Zones()
	i := sort.Search(len(zones), func(i int) bool { return zones[i].End > offset })
	if i < len(zones) && zones[i].Start <= offset {
		return zones[i].Zone
	}
	return Markup
}

// Within reports whether every byte of s is in a zone of the set, and else returns the first zone outside the set. An
// empty span must touch a zone of the set.
func (d *Document) Within(s source.Span, set Set) (Zone, bool) {
	zones := d.Zones()
	i := sort.Search(len(zones), func(i int) bool { return zones[i].End >= s.Start })
	if s.Empty() {
		return d.touches(zones[i:], s.Start, set)
	}
	at := s.Start
	for ; i < len(zones) && at < s.End; i++ {
		z := zones[i]
		if z.Empty() || z.End <= at {
			continue
		}
		if z.Start > at {
			break
		}
		if !set.Has(z.Zone) {
			return z.Zone, false
		}
		at = z.End
	}
	if at < s.End {
		return Markup, set.Has(Markup)
	}
	return 0, true
}

func (d *Document) touches(zones []Span, at int, set Set) (Zone, bool) {
	found := Markup
	for _, z := range zones {
		if z.Start > at {
			break
		}
		if set.Has(z.Zone) {
			return z.Zone, true
		}
		found = z.Zone
	}
	return found, set.Has(found)
}

// ZonesWithin returns the zones that overlap s.
func (d *Document) ZonesWithin(s source.Span) []Span {
	zones := d.Zones()
	from := sort.Search(len(zones), func(i int) bool { return zones[i].End > s.Start })
	to := from
	for to < len(zones) && zones[to].Start < s.End {
		to++
	}
	return zones[from:to]
}
