package fixers

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ListMarker writes a bullet list with the configured marker.
var ListMarker = Fixer{Rule: "list-marker", Contract: MarkerOnly, Fix: fixListMarker}

func fixListMarker(doc *zone.Document, set *rules.Set, f *review.Finding) (Change, error) {
	i, ok := doc.NodeAt(markdown.BulletList, f.Span.Start)
	if !ok {
		return nil, abstain("There is no bullet list here any more.")
	}
	if set.Style.ListMarker == nil { // a review may have findings of a rule that is off
		return nil, abstain("Nothing says which marker it should be; style.list-marker can name one.")
	}
	marker := set.Style.ListMarker.Marker
	if marker == rules.FirstOfDocument {
		marker = doc.FirstMarker()
	}
	if !doc.MarkerAllowed(i, marker) {
		return nil, abstain("With the same marker, this list and the one next to it would become one.")
	}
	nodes := doc.Nodes()
	items := 0
	for j := i + 1; j < nodes[i].End; j = nodes[j].End {
		items++
	}
	edits, bullet := make([]source.Edit, 0, items), string(marker)
	for j := i + 1; j < nodes[i].End; j = nodes[j].End {
		if bullets(doc, nodes[j].Content.Start) && marker != '+' {
			return nil, abstain("A line of nothing but bullets would become a thematic break.")
		}
		edits = append(edits, source.Edit{Span: nodes[j].Content, New: bullet})
	}
	return Change{{f.Path, edits}}, nil
}

// bullets reports whether only bullets stand between offset and the end of the line, at least three of them.
func bullets(doc *zone.Document, offset int) bool {
	n := 0
	for _, c := range doc.Text()[offset:] {
		switch c {
		case '-', '*', '+':
			n++
		case '\r', '\n':
			return n >= 3
		case ' ', '\t': // between bullets
		default:
			return false
		}
	}
	return n >= 3
}
