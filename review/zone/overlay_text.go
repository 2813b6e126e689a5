package zone

import (
	"bytes"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// MayHoldText returns the template, the formula or the link of a wiki that an offset is in, and whether it may hold
// text that nobody can tell from code. A wikilink may, a line that belongs to a generator too, and what goes on over
// lines and is not known to enclose code.
func (d *Document) MayHoldText(at int) (source.Span, bool) {
	over := d.overlaid.Get(func() []Span {
		var m zoneMemory
		m.treeZones(d)
		return m.overlays.findAll(d, m.tree)
	})
	i := sort.Search(len(over), func(i int) bool { return over[i].End > at })
	if i == len(over) || over[i].Start > at || !SetOf(Template, Math, WikiLink).Has(over[i].Zone) {
		return source.Span{}, false
	}
	span := over[i].Span
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
