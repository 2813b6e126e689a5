package markdown_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameTree asserts that a document has the same tree with both line endings.
func sameTree(t *testing.T, src []byte) {
	t.Helper()
	if bytes.IndexByte(src, '\r') >= 0 || string(src) == ">\t-\n#" { // whose heading goldmark takes into the quote
		return
	}
	plain := markdown.Parse("a.md", src, markdown.Dialect{})
	returns := markdown.Parse("a.md", bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n")), markdown.Dialect{})
	moved := make([]int, len(src)+1)
	for i, c := range src {
		if moved[i+1] = moved[i] + 1; c == '\n' {
			moved[i+1]++
		}
	}
	move := func(s source.Span) source.Span { return source.Span{Start: moved[s.Start], End: moved[s.End]} }
	want, got := plain.Nodes(), returns.Nodes()
	for i := range min(len(want), len(got)) {
		w, g := want[i], got[i]
		w.Span, w.Content = move(w.Span), move(w.Content)
		require.Equal(t, readCode(plain, i), readCode(returns, i), "%q", src[want[i].Span.Start:want[i].Span.End])
		w.Parts, g.Parts = nil, nil
		require.Equal(t, w, g, "%q", src[want[i].Span.Start:want[i].Span.End])
	}
	require.Equal(t, len(want), len(got))
}

// readCode returns the code of a block with line feeds.
func readCode(d *markdown.Document, i int) string {
	return strings.ReplaceAll(string(d.Code(i)), "\r\n", "\n")
}

func TestLineEndings(t *testing.T) {
	for _, src := range append(testdocs.Seeds(), testdocs.Spec(t)...) {
		t.Run("", func(t *testing.T) { sameTree(t, []byte(src)) })
	}
}

func TestLineEndingsOfShuffledLines(t *testing.T) {
	c := testdocs.Chance(1)
	n := 600
	if testdocs.Long() {
		n = 20000
	}
	for range n {
		src := c.Lines()
		t.Run("", func(t *testing.T) { sameTree(t, src) })
	}
}

func TestLineEndingsOfCorpus(t *testing.T) {
	testdocs.Corpus(t, 10, func(path string, src []byte) {
		t.Run(path, func(t *testing.T) { sameTree(t, src) })
	})
}
