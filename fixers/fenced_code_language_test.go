package fixers

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// The nearest of spans in order is found without looking at all of them.
func TestNearestOf(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var spans []source.Span
		at, end := source.Span{}, 0
		chosen := random.IntN(10)
		for i := range 10 {
			s := source.Span{Start: end + random.IntN(20), End: 0}
			s.End = s.Start + 1 + random.IntN(20)
			if end = s.End; i == chosen {
				at = s
			} else {
				spans = append(spans, s)
			}
		}
		want := math.MaxInt
		for _, s := range spans {
			want = min(want, max(s.Start-at.End, at.Start-s.End))
		}
		require.Equal(t, want, nearestOf(at, spans))
	}
}
