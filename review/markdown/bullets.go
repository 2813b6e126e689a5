package markdown

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
)

// BulletMarkers is what a bullet may be; a set of them has a bit for each.
const BulletMarkers = "-*+"

// FirstMarker returns the marker of the first bullet list, 0 for none.
func (d *Document) FirstMarker() byte {
	for i := range d.Nodes() {
		if n := &d.Nodes()[i]; n.Kind == BulletList {
			return n.Marker
		}
	}
	return 0
}

// MarkerAllowed reports whether the bullet list nodes[i] may have the marker: CommonMark tells lists that follow each
// other apart by their markers alone. Of several in a row, as many get the marker as can, from the first one on, so the
// answer for one of them does not depend on the others being asked.
func (d *Document) MarkerAllowed(i int, marker byte) bool {
	set, ok := d.bullets()[i]
	return !ok || set>>strings.IndexByte(BulletMarkers, marker)&1 == 1
}

// findBullets returns the markers that bullet lists may have that stand next to others. They are found once, from the
// first list of a row on: going back from each list would take the square of their number.
func (d *Document) findBullets() map[int]uint8 {
	rows := map[int]uint8{}
	for i := range d.tree.Nodes {
		n := &d.tree.Nodes[i]
		if n.Kind != tree.BulletList {
			continue
		}
		before, after := d.Previous(i), n.End
		follows := before >= 0 && d.tree.Nodes[before].Kind == tree.BulletList
		leads := after < len(d.tree.Nodes) && d.tree.Nodes[after].Parent == n.Parent &&
			d.tree.Nodes[after].Kind == tree.BulletList
		if !follows && !leads {
			continue
		}
		var set uint8
		for bit := range len(BulletMarkers) {
			marker := BulletMarkers[bit]
			given := follows && rows[before]>>bit&1 == 1 // to the list before
			next := leads && d.tree.Nodes[after].Marker == marker
			if n.Marker == marker || !given && !next {
				set |= 1 << bit
			}
		}
		rows[i] = set
	}
	return rows
}
