package markdown

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apartByRow is what Apart says, worked out for one list from those before it.
func apartByRow(d *Document, i int, marker byte) bool {
	given := false
	if before := d.Previous(i); before >= 0 && d.Nodes()[before].Kind == BulletList {
		given = apartByRow(d, before, marker)
	}
	next := d.Nodes()[i].End
	taken := next < len(d.Nodes()) && d.Nodes()[next].Parent == d.Nodes()[i].Parent && d.Nodes()[next].Kind == BulletList && d.Nodes()[next].Marker == marker
	return d.Nodes()[i].Marker == marker || !given && !taken
}

func TestApart(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines := []string{"- a\n", "* b\n", "+ c\n", "+\n", "  * d\n", "  + e\n", "    - f\n", "\n", "text\n", "1. g\n", "> * h\n", "> + i\n", "---\n", "<!-- -->\n"}
	apart, beside := 0, 0
	for range 3000 {
		src := ""
		for range random.IntN(14) {
			src += lines[random.IntN(len(lines))]
		}
		d := Parse("a.md", []byte(src), Dialect{})
		for i, n := range d.Nodes() {
			for _, marker := range []byte(BulletMarkers) {
				if n.Kind != BulletList {
					continue
				}
				want := apartByRow(d, i, marker)
				require.Equal(t, want, d.MarkerAllowed(i, marker), "%q, list %d as %c", src, i, marker)
				if want {
					apart++
				} else {
					beside++
				}
			}
		}
	}
	require.Positive(t, min(apart, beside))
}

// TestManyListsBesideEachOther asks of each of very many lists in a row. Were the row
// gone back over for each, it would take minutes.
func TestManyListsBesideEachOther(t *testing.T) {
	const n = 100000
	d := Parse("a.md", []byte(strings.Repeat("* a\n+ b\n", n)), Dialect{})
	apart := 0
	for i, node := range d.Nodes() {
		if node.Kind == BulletList && d.MarkerAllowed(i, '-') {
			apart++
		}
	}
	require.Equal(t, n, apart)
}
