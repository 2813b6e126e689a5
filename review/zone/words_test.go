package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// FuzzPlainRuns asserts that what words takes for prose by its bytes is prose to
// Classify.
func FuzzPlainRuns(f *testing.F) {
	f.Add([]byte("A plain sentence, isn't it? Yes! word; a:b c.d e.f. ... .x -y"))
	f.Fuzz(func(t *testing.T, src []byte) {
		var want []Span
		z := Span{source.Span{Start: 0, End: len(src)}, Prose}
		for i := 0; i < len(src); {
			if source.IsSpace(src[i]) {
				i++
				continue
			}
			end := i
			for end < len(src) && !source.IsSpace(src[end]) {
				end++
			}
			if core, zone := Classify(src, source.Span{Start: i, End: end}); zone != Prose {
				want = append(want, Span{core, zone})
			}
			i = end
		}
		var got []Span
		for _, w := range appendWords(nil, src, z) {
			if w.Zone != Prose {
				got = append(got, w)
			}
		}
		require.Equal(t, want, got, "%q", src)
	})
}

// BenchmarkClassify is runs of prose with punctuation, and of names.
func BenchmarkClassify(b *testing.B) {
	runs := strings.Fields("well-known (or don't either/or it's) `x` read/write src/main.go --flag a.b.c user@host.org key:value word(s)")
	var src []byte
	var spans []source.Span
	for _, run := range runs {
		spans = append(spans, source.Span{Start: len(src), End: len(src) + len(run)})
		src = append(src, run...)
	}
	for b.Loop() {
		for _, s := range spans {
			Classify(src, s)
		}
	}
}
