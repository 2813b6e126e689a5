package fixers

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ListMarker gives a bullet list the configured marker.
var ListMarker = Fixer{Rule: "list-marker", Contract: MarkerOnly, Fix: fixListMarker}

func fixListMarker(doc *review.Document, set *rules.Set, f *review.Finding) (Change, error) {
	i, ok := doc.NodeAt(review.BulletList, f.Span.Start)
	if !ok {
		return nil, abstain("there is no bullet list at this place any more")
	}
	marker := set.Style.ListMarker.Marker
	if !doc.Apart(i, marker) {
		return nil, abstain("the list stands right beside another one; with the same marker the two would be one")
	}
	nodes := doc.Nodes()
	items := 0
	for j := i + 1; j < nodes[i].End; j = nodes[j].End {
		items++
	}
	edits, bullet := make([]source.Edit, 0, items), string([]byte{marker})
	for j := i + 1; j < nodes[i].End; j = nodes[j].End {
		if bullets(doc, nodes[j].Content.Start) && marker != '+' {
			return nil, abstain("a line of nothing but bullets would become a thematic break")
		}
		edits = append(edits, source.Edit{Span: nodes[j].Content, New: bullet})
	}
	return Change{{f.Path, edits}}, nil
}

// bullets reports whether nothing but bullets stands from offset to the end of
// the line, three of them at least.
func bullets(doc *review.Document, offset int) bool {
	n := 0
	for _, c := range doc.Source()[offset:] {
		switch c {
		case '-', '*', '+':
			n++
		case ' ', '\t':
		case '\r', '\n':
			return n >= 3
		default:
			return false
		}
	}
	return n >= 3
}
