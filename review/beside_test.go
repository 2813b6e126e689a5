package review

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apartByRow is what Apart says, worked out for one list from those before it.
func apartByRow(d *Document, i int, marker byte) bool {
	given := false
	if before := d.Previous(i); before >= 0 && d.nodes[before].Kind == BulletList {
		given = apartByRow(d, before, marker)
	}
	next := d.nodes[i].End
	taken := next < len(d.nodes) && d.nodes[next].Parent == d.nodes[i].Parent && d.nodes[next].Kind == BulletList && d.nodes[next].Marker == marker
	return d.nodes[i].Marker == marker || !given && !taken
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
		d := Parse("a.md", []byte(src))
		for i, n := range d.nodes {
			for _, marker := range []byte(bulletMarkers) {
				if n.Kind != BulletList {
					continue
				}
				want := apartByRow(d, i, marker)
				require.Equal(t, want, d.Apart(i, marker), "%q, list %d as %c", src, i, marker)
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
	d := Parse("a.md", []byte(strings.Repeat("* a\n+ b\n", n)))
	apart := 0
	for i, node := range d.nodes {
		if node.Kind == BulletList && d.Apart(i, '-') {
			apart++
		}
	}
	require.Equal(t, n, apart)
}
