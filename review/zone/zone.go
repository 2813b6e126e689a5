package zone

import (
	"sort"

	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Zone says what the bytes at a place are. Every byte of a document is in
// exactly one zone.
type Zone uint8

const (
	// Markup is Markdown's own syntax and white space, and what nothing else claims.
	Markup Zone = iota
	// Prose is text that a reader reads, outside headings.
	Prose
	// HeadingText is text that a reader reads, in a heading.
	HeadingText
	// ListMarker is the bullet or number of a list item.
	ListMarker
	// CodeSpan is a code span with its backticks.
	CodeSpan
	// CodeBlock is a code block, fences included, but for the info string.
	CodeBlock
	// InfoString is what stands behind an opening fence, the empty place included.
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
	// Disputed is a list or a table of which they disagree: rules report its words and
	// change none, and who reviewed it may have them replaced.
	Disputed
)

var zoneNames = [...]string{
	"markup", "prose", "heading text", "list marker", "code span", "code block", "info string", "link destination",
	"autolink", "e-mail address", "HTML", "front matter", "math", "reference definition", "template", "wikilink",
	"identifier", "disputed text",
}

func (z Zone) String() string { return zoneNames[z] }

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

// Zones returns the zones of the document in order. Bytes between them are Markup;
// the spans do not overlap, and empty ones mark places where something may be
// inserted.
func (d *Document) Zones() []Span {
	return d.zones.Get(func() []Span {
		return scratch.Make(d.memory, func(m *zoneMemory) []Span { return m.buildZones(d) })
	})
}

// ZoneAt returns the zone of the byte at offset.
func (d *Document) ZoneAt(offset int) Zone {
	zones := d.Zones()
	i := sort.Search(len(zones), func(i int) bool { return zones[i].End > offset })
	if i < len(zones) && zones[i].Start <= offset {
		return zones[i].Zone
	}
	return Markup
}

// Within reports whether every byte of s lies in a zone of the set. An empty
// span is within when it touches such a zone. Where it is not, the first zone
// that is not in the set is returned.
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
