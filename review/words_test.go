package review

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// FuzzPlainRuns asserts that what words takes for prose by its bytes is prose to
// classify.
func FuzzPlainRuns(f *testing.F) {
	f.Add([]byte("A plain sentence, isn't it? Yes! word; a:b c.d e.f. ... .x -y"))
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []ZoneSpan
		z := ZoneSpan{source.Span{Start: 0, End: len(src)}, Prose}
		for i := 0; i < len(src); {
			if isSpace(src[i]) {
				i++
				continue
			}
			end := i
			for end < len(src) && !isSpace(src[end]) {
				end++
			}
			if core, zone := classify(src, source.Span{Start: i, End: end}); zone != Prose {
				want = append(want, ZoneSpan{core, zone})
			}
			i = end
		}
		var got []ZoneSpan
		for _, w := range appendWords(nil, src, z) {
			if w.Zone != Prose {
				got = append(got, w)
			}
		}
		require.Equal(t, want, got, "%q", src)
	})
}
