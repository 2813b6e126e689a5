package zone

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// zones are the zones of a document, and its overlays: syntax of other programs (templates, formulas, wikilinks), and
// text that parsers read differently.
type zones struct{ all, over []Span }

// findZones computes the zones of a document in three steps. The nodes of the tree come first. Syntax that no Markdown
// tree knows (templates, math, wikilinks …) then takes bytes from prose only. Last, identifiers and addresses are split
// from the prose that is left.
func (d *Document) findZones() zones {
	nodes := d.nodeZones()
	over := findOverlays(d, nodes)
	return zones{split(d.Text(), overlay(nodes, over)), over}
}

// nodeZones computes the zones of the nodes.
func (d *Document) nodeZones() []Span {
	out := make([]Span, 0, len(d.Nodes())) // few nodes have two, and others have none
	add := func(z Zone, s source.Span) {
		if !s.Empty() || z == InfoString {
			out = append(out, Span{s, z})
		}
	}
	add(FrontMatter, d.FrontMatter())
	texts := d.textZones()
	nodes := d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		switch n.Kind {
		case markdown.Text:
			add(texts[i], n.Span)
		case markdown.CodeSpan:
			add(CodeSpan, n.Span)
		case markdown.FencedCode:
			add(CodeBlock, source.Span{Start: n.Span.Start, End: n.Content.Start})
			add(InfoString, n.Content)
			// If nothing closes the code, the blank lines at its end are code too.
			add(CodeBlock, source.Span{Start: n.Content.End, End: max(n.Span.End, n.Body.End)})
		case markdown.IndentedCode:
			add(CodeBlock, n.Span)
		case markdown.HTMLBlock, markdown.InlineHTML:
			if d.Text()[n.Span.Start] == '{' {
				add(Template, n.Span) // an expression of JSX
			} else {
				add(HTML, n.Span)
			}
		case markdown.Foreign:
			add(foreignZones[d.Inside(i)], n.Span)
		case markdown.ListItem:
			add(ListMarker, n.Content)
		case markdown.Link, markdown.Image:
			add(Destination, n.Destination)
			add(Destination, n.Title)
			if n.Reference != n.Content {
				add(Destination, n.Reference)
			}
		case markdown.AutoLink:
			add(AutoLink, n.Span)
		case markdown.LinkDefinition:
			add(Definition, n.Span)
		}
	}
	sortZones(out)
	return out
}

// foreignZones are the zones of foreign blocks, by what is inside.
var foreignZones = [...]Zone{
	markdown.Data: Template, markdown.Code: CodeBlock, markdown.Formula: Math, markdown.Columns: Disputed,
	markdown.JSX: Template,
}

// textZones computes the zone of the text directly within each node. If the text of a link is also its label, it is a
// Destination: with other text the link would lead elsewhere.
func (d *Document) textZones() []Zone {
	nodes := d.Nodes()
	zones := make([]Zone, len(nodes))
	for i := range nodes {
		n := &nodes[i]
		switch {
		case n.Kind == markdown.ATXHeading || n.Kind == markdown.SetextHeading:
			zones[i] = HeadingText
		case !n.Kind.Inline():
			zones[i] = Prose
		case (n.Kind == markdown.Link || n.Kind == markdown.Image) && !n.Reference.Empty() && n.Reference == n.Content:
			zones[i] = Destination
		default:
			zones[i] = zones[n.Parent]
		}
	}
	return zones
}

// overlay returns zones with the overlays laid over those zones that an edit may change. Both lists are sorted; the
// overlays do not overlap.
func overlay(zones, over []Span) []Span {
	if len(over) == 0 {
		return zones
	}
	out := make([]Span, 0, len(zones)+2*len(over))
	next := 0
	for _, z := range zones {
		for next < len(over) && over[next].End <= z.Start {
			next++
		}
		switch z.Zone {
		case Prose, HeadingText:
			out = cover(out, z, over[next:])
		case ListMarker, InfoString:
			if next < len(over) && over[next].Start <= z.Start {
				z.Zone = over[next].Zone // Markdown mistakes the overlay for a list or a fence
			}
			out = append(out, z)
		default:
			out = append(out, z)
		}
	}
	return out
}

// cover appends the zone z of text with the overlays in it.
func cover(out []Span, z Span, over []Span) []Span {
	at := z.Start
	for _, o := range over {
		if o.Start >= z.End {
			break
		}
		taken := source.Span{Start: max(o.Start, at), End: min(o.End, z.End)}
		if taken.Start > at {
			out = append(out, Span{source.Span{Start: at, End: taken.Start}, z.Zone})
		}
		out = append(out, Span{taken, o.Zone})
		at = taken.End
	}
	if at < z.End {
		out = append(out, Span{source.Span{Start: at, End: z.End}, z.Zone})
	}
	return out
}

// split returns zones with identifiers and addresses as zones of their own.
func split(src []byte, zones []Span) []Span {
	out := make([]Span, 0, len(zones))
	for _, z := range zones {
		if z.Zone != Prose && z.Zone != HeadingText && z.Zone != Disputed {
			out = append(out, z)
			continue
		}
		out = appendWords(out, src, z)
	}
	return merge(out)
}

// merge joins adjacent spans of the same zone.
func merge(zones []Span) []Span {
	out := zones[:0]
	for _, z := range zones {
		if n := len(out); n > 0 && out[n-1].Zone == z.Zone && out[n-1].End == z.Start && z.Zone != InfoString {
			out[n-1].End = z.End
			continue
		}
		out = append(out, z)
	}
	return out
}

func sortZones(zones []Span) {
	before := func(a, b Span) int { return source.Compare(a.Span, b.Span) }
	if !slices.IsSortedFunc(zones, before) {
		slices.SortStableFunc(zones, before)
	}
}
