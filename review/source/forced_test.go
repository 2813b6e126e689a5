package source

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sergi/go-diff/diffmatchpatch"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Where the difference is forced, go-diff finds the same.
func TestForcedDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	taken := 0
	for range 20_000 {
		before := make([]rune, r.IntN(12))
		for i := range before {
			before[i] = lineRune(r.IntN(6))
		}
		var after []rune
		for _, part := range before {
			switch r.IntN(8) {
			case 0: // lost
			case 1:
				after = append(after, lineRune(20+r.IntN(4)))
			case 2:
				after = append(after, part, lineRune(20+r.IntN(4)))
			case 3:
				after = append(after, lineRune(r.IntN(24)))
			default:
				after = append(after, part)
			}
		}
		got, ok := forced(before, after, 6)
		if !ok {
			continue
		}
		taken++
		require.Equal(t, whole(diffRunes(before, after)), whole(got), "%d %d", before, after)
	}
	assert.Greater(t, taken, 5_000)
}

// whole is differences as text, with the empty ones left out.
func whole(diffs []diffmatchpatch.Diff) string {
	var b strings.Builder
	for _, d := range diffs {
		if d.Text != "" {
			b.WriteString(d.Type.String() + " " + d.Text + "\n")
		}
	}
	return b.String()
}
