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
	if !apart(doc, i, marker) {
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

// apart reports whether list i may have the marker: CommonMark tells lists that
// stand side by side apart by their markers alone. Of several in a row, as many
// get the marker as can, from the first one on, so the answer for one of them
// does not depend on the others being asked.
func apart(doc *review.Document, i int, marker byte) bool {
	nodes := doc.Nodes()
	row := []int{i} // the lists that stand beside i, last one first; up to one that has the marker, which keeps it
	for j := i; nodes[j].Marker != marker; {
		if j = doc.Previous(j); j < 0 || nodes[j].Kind != review.BulletList {
			break
		}
		row = append(row, j)
	}
	given := false // whether the list before has the marker in the end
	for n := len(row) - 1; n >= 0; n-- {
		j := row[n]
		next := nodes[j].End
		before := next < len(nodes) && nodes[next].Parent == nodes[j].Parent && nodes[next].Kind == review.BulletList &&
			nodes[next].Marker == marker
		given = nodes[j].Marker == marker || !given && !before
	}
	return given
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
