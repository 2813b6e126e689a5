package zone

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// opensTemplateAnew is opensTemplate with a search for the ends of each tag.
func opensTemplateAnew(text []byte) bool {
	for at := range text {
		line, _, _ := bytes.Cut(text[at:], []byte("\n"))
		closer := []byte("}}")
		switch {
		case bytes.HasPrefix(line, []byte(`\begin{`)):
			return true
		case bytes.HasPrefix(line, []byte("{%")):
			closer = []byte("%}")
		case !bytes.HasPrefix(line, []byte("{{")):
			continue
		}
		if tag, _, found := bytes.Cut(line[2:], closer); !found || slices.Contains(verbatimTags, tagName(append(slices.Clone(tag), closer...))) {
			return true
		}
	}
	return false
}

func TestTemplateTags(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	mix := func(parts ...string) []byte {
		var out []byte
		for range random.IntN(12) {
			out = append(out, parts[random.IntN(len(parts))]...)
		}
		return out
	}
	for range 20000 {
		text := mix("{", "{{", "{% ", "}", "}}", "%}", "%", "\n", " ", "a", "raw", "x }}", `\begin{`)
		require.Equal(t, opensTemplateAnew(text), opensTemplate(text), "%q", text)
	}
}

// TestLinesAreReadOnce reads very long lines. Were they searched anew for each mark on
// them, it would take an hour.
func TestLinesAreReadOnce(t *testing.T) {
	const size = 16 << 20
	long := func(part string) []byte { return []byte(strings.Repeat(part, size/len(part))) }
	for _, part := range []string{"{{x}} ", "{% x %} ", "<!--", "<!--\n", "<a <!-- b -->", "<code>x</code> "} {
		assert.False(t, crossesChunks(long(part), true, nil), part)
	}
	assert.True(t, opensTemplate(append(long("{{ "), "}}\n{{"...)))
	assert.False(t, opensTemplate(append(long("{{ "), "}}\n"...)))
	crossesChunks(append([]byte("a "), long("<code>")...), true, nil)
	line := long("```a ")
	for at := 3; at < len(line); at += len("```a ") {
		require.False(t, isInfo(line, at))
	}
}

// BenchmarkReaches is against a search for all bytes at a time.
func BenchmarkReaches(b *testing.B) {
	src := testdocs.Page(100 << 10)
	b.Run("each", func(b *testing.B) {
		testdocs.Bench(b, int64(len(src)), func() { crossesChunks(src, true, func(int) {}) })
	})
	b.Run("any", func(b *testing.B) {
		testdocs.Bench(b, int64(len(src)), func() {
			for at := 0; at < len(src); at++ {
				n := bytes.IndexAny(src[at:], "{\\<")
				if n < 0 {
					break
				}
				at += n
			}
		})
	})
}

// BenchmarkCorpus is the sweep over the bytes of the documents, on one goroutine.
func BenchmarkCorpus(b *testing.B) {
	testdocs.BenchCorpus(b, func(_ string, src []byte) { crossesChunks(src, true, func(int) {}) })
}
