package fastpath

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameLists asserts that the lists and paragraphs of plain chunks are those that
// goldmark finds.
func sameLists(t testing.TB, src []byte) (plain int) {
	src = source.WithLineFeeds(src)
	s := &Reader{}
	s.split(src, 0)
	for i := range s.chunks {
		c := &s.chunks[i]
		if c.level > 0 || c.marks&(hasHeading|hasBareFence) != 0 || !s.listReader.read(src, c.Span) {
			continue
		}
		plain++
		text := src[c.Start:c.End]
		got := tree.Flattener{Src: src, Nodes: []tree.Node{{Kind: tree.Root, Parts: &tree.NoParts}}}
		lists(&got, &s.listReader, nil) // no paragraph is wanted
		whole := wholeTree(text, 0).Nodes
		at := 1
		for _, n := range whole[1:] {
			if n.Kind.Inline() && (at == len(got.Nodes) || !got.Nodes[at].Kind.Inline()) {
				continue // goldmark is to read them
			}
			require.Less(t, at, len(got.Nodes), "%q", text)
			g := got.Nodes[at]
			assert.Equal(t, n.Kind, g.Kind, "%q", text)
			assert.Equal(t, [3]any{n.Level, n.Tight, n.Marker}, [3]any{g.Level, g.Tight, g.Marker}, "%q", text)
			assert.Equal(t, shifted(n.Span, c.Start), g.Span, "%q", text)
			assert.Equal(t, whole[n.Parent].Kind, got.Nodes[g.Parent].Kind, "%q", text)
			if n.Kind == tree.ListItem || n.Kind.Inline() && n.Content != (source.Span{}) {
				assert.Equal(t, shifted(n.Content, c.Start), g.Content, "%q", text)
			}
			if t.Failed() {
				return plain
			}
			at++
		}
		require.Equal(t, at, len(got.Nodes), "%q", text)
	}
	return plain
}

func shifted(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}

func TestLists(t *testing.T) {
	for _, src := range testdocs.Lists() {
		sameLists(t, []byte(src))
	}
}

func FuzzLists(f *testing.F) {
	for _, src := range append(testdocs.Lists(), testdocs.Seeds()...) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameLists(t, src) })
}

// TestListsOfShuffledLines makes lists of lines at all depths.
func TestListsOfShuffledLines(t *testing.T) {
	n := 5000
	if testdocs.Long() {
		n = 500000
	}
	c := testdocs.Chance(7)
	plain := 0
	for range n {
		plain += sameLists(t, c.ListLines())
		if t.Failed() {
			return
		}
	}
	assert.Greater(t, plain, n/100)
}

func TestListsOfCorpus(t *testing.T) {
	plain := 0
	testdocs.Corpus(t, 10, func(_ string, src []byte) { plain += sameLists(t, src) })
	t.Logf("%d chunks are plain lists", plain)
}

func BenchmarkLists(b *testing.B) {
	src := []byte(strings.Repeat("* an item of a list, with [a link](https://example.com/path) and `code`\n  that goes on\n  * and one within\n", 1000))
	s := &Reader{}
	s.split(src, 0)
	b.Run("lines", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			f := tree.Flattener{Src: src, Nodes: []tree.Node{{Kind: tree.Root, Parts: &tree.NoParts}}}
			if !s.listReader.read(src, s.chunks[0].Span) {
				b.Fatal("not plain")
			}
			lists(&f, &s.listReader, nil)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			wholeTree(src, 0)
		}
	})
}
