package fastpath

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameWhole asserts that the whole tree that is read from the lines is goldmark's.
func sameWhole(t testing.TB, src []byte) {
	src = source.WithLineFeeds(src)
	for _, from := range starts(src) {
		var got tree.Tree
		new(Reader).wholly(&got, src, from)
		want := wholeTree(src, from)
		sameNodes(t, want.Nodes, got.Nodes, src)
		require.Equal(t, want.Code, got.Code)
		require.Equal(t, want.Regions, got.Regions)
	}
}

func TestWholeOfCorpus(t *testing.T) {
	testdocs.Corpus(t, 10, func(path string, src []byte) {
		t.Run(path, func(t *testing.T) { sameWhole(t, src) })
	})
}

// TestWholeOfShuffledLines makes documents of lines that open, close and go on with blocks, and of lists at all depths.
func TestWholeOfShuffledLines(t *testing.T) {
	n := 1000
	if testdocs.Long() {
		n = 20000
	}
	c := testdocs.Chance(5)
	for range n {
		sameWhole(t, c.Lines())
		sameWhole(t, c.ListLines())
	}
}

func FuzzWhole(f *testing.F) {
	for _, src := range append(testdocs.Lists(), testdocs.Seeds()...) {
		f.Add([]byte(src))
	}
	c := testdocs.Chance(13)
	for range 200 {
		f.Add(inlineLines(&c))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameWhole(t, src) })
}
