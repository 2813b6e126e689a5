package fastpath

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// wholeTree is what goldmark makes of src from an offset on.
func wholeTree(src []byte, from int) (t tree.Tree) {
	t.ReadAll(src, from)
	return t
}

// starts is where the text of a document may begin: behind a byte order mark, or behind
// front matter, for which the first line stands.
func starts(src []byte) []int {
	first := len(src) - len(bytes.TrimPrefix(src, []byte("\ufeff")))
	return []int{first, bytes.IndexByte(src, '\n') + 1}
}

// sameBlocks asserts that chunks, each parsed alone, make the tree of the whole.
func sameBlocks(t testing.TB, src []byte) (chunks int) {
	src = source.WithLineFeeds(src)
	for _, from := range starts(src) {
		chunks += sameBlocksFrom(t, src, from)
	}
	return chunks
}

func sameBlocksFrom(t testing.TB, src []byte, from int) (chunks int) {
	s := &Reader{}
	s.split(src, from)
	f := tree.Flattener{Src: src}
	f.Nodes = append(f.Nodes, tree.Node{Kind: tree.Root, Parts: &tree.NoParts})
	end := from
	for i := range s.chunks {
		c := &s.chunks[i]
		require.Equal(t, end, c.Start, "chunks touch")
		end = c.End
		if c.level == 0 && bytes.Contains(src[c.Start:c.End], []byte("]:")) {
			c.marks |= hasDefinition
		}
	}
	require.Equal(t, len(src), max(end, len(src)*min(1, 1-len(s.chunks))))
	for i := range s.chunks {
		if c := &s.chunks[i]; c.level > 0 {
			s.plainHeading(&f, c)
		} else if !s.plainFence(&f, c) {
			tree.Chunk(&f, c.Span, 0, s.context().option)
		}
	}
	whole := wholeTree(src, from)
	sameNodes(t, whole.Nodes[1:], f.Nodes[1:], src)
	for _, least := range []int{1, 40} {
		var pieces tree.Tree
		new(Reader).inPieces(&pieces, src, from, least)
		sameNodes(t, whole.Nodes, pieces.Nodes, src)
		require.Equal(t, whole.Code, pieces.Code)
	}
	return len(s.chunks)
}

// sameNodes asserts that two lists of nodes of src are equal.
func sameNodes(t testing.TB, want, got []tree.Node, src []byte) {
	t.Helper()
	require.Equal(t, len(want), len(got), "%q", clip(src))
	for i := range want {
		sameNode(t, want[i], got[i], src)
	}
}

// sameNode asserts that two nodes of src are equal.
func sameNode(t testing.TB, want, got tree.Node, src []byte) {
	t.Helper()
	wantParts, gotParts := *want.Parts, *got.Parts
	want.Parts, got.Parts = nil, nil
	require.Equal(t, want, got, "%q", clip(src))
	require.Equal(t, wantParts, gotParts, "%q", clip(src))
}

// clip is enough of a document to find it again.
func clip(src []byte) []byte { return src[:min(len(src), 2000)] }

func TestChunksParseAlone(t *testing.T) {
	for _, src := range testdocs.Seeds() {
		sameBlocks(t, []byte(src))
	}
}

func FuzzChunks(f *testing.F) {
	for _, src := range testdocs.Seeds() {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameBlocks(t, src) })
}

// termsAndBullets asks for what holds a term, for bullets and for fences.
func termsAndBullets(t testing.TB) Needs {
	set, err := rules.Load("test", []byte(`{"terminology": [{"use": "JavaScript"}, {"use": "GitHub"}, {"use": "Kubernetes"},
		{"use": "TypeScript"}, {"use": "Node.js"}, {"use": "macOS"}, {"use": "PostgreSQL"}, {"use": "MySQL"}, {"use": "YAML"},
		{"use": "JSON"}, {"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}]}`))
	require.NoError(t, err)
	return Needs{
		Text: []func([]byte, int) int{set.Terms().Candidate}, Bullets: "*+", BareFences: true, NamedFences: true,
		Spans:  func([]byte, bool, func(int)) bool { return false },
		Begins: func([]byte) bool { return true },
	}
}

// readPartly reports whether a tree that is made as far as it is needed has fewer nodes than
// the whole one.
func readPartly(t testing.TB, src []byte) bool {
	var part tree.Tree
	if !new(Reader).Read(&part, src, 0, termsAndBullets(t), nil) {
		return false
	}
	require.True(t, part.Partial)
	return len(part.Nodes) < len(wholeTree(src, 0).Nodes)
}

// TestChunksOfShuffledLines makes documents of lines that open, close and go on with blocks.
func TestChunksOfShuffledLines(t *testing.T) {
	n := 600
	if testdocs.Long() {
		n = 20000
	}
	c := testdocs.Chance(1)
	chunks, partly := 0, 0
	for range n {
		src := c.Lines()
		chunks += sameBlocks(t, src)
		if readPartly(t, src) {
			partly++
		}
	}
	assert.Greater(t, chunks, n)
	assert.Greater(t, partly, n/5)
}

func TestChunksOfCorpus(t *testing.T) {
	partly, n := 0, 0
	testdocs.Corpus(t, 100, func(path string, src []byte) {
		n++
		t.Run(path, func(t *testing.T) {
			sameBlocks(t, src)
			if readPartly(t, src) {
				partly++
			}
		})
	})
	assert.Greater(t, partly, n/2)
	t.Logf("%d of %d are read partly", partly, n)
}

func BenchmarkSplit(b *testing.B) {
	src := testdocs.Page(100 << 10)
	var s chunker
	testdocs.Bench(b, int64(len(src)), func() { s.split(src, 0) })
}

// BenchmarkCorpus is the sweeps over the bytes of the documents, on one goroutine.
func BenchmarkCorpus(b *testing.B) {
	var s Reader
	b.Run("Split", func(b *testing.B) {
		testdocs.BenchCorpus(b, func(_ string, src []byte) { s.split(src, 0) })
	})
	n := termsAndBullets(b)
	b.Run("SplitAndMark", func(b *testing.B) {
		testdocs.BenchCorpus(b, func(_ string, src []byte) {
			s.split(src, 0)
			s.mark(n)
		})
	})
}

// TestCuts has what the edits of a document make of its chunks.
func TestCuts(t *testing.T) {
	for src, want := range map[string][]int32{
		"one\n\n- two\n\nthree\n\nfour\n":  {0, 5, 12, 19},
		"one\n\n- two\n\n3rd\n\nfour\n":    {0, 5, 17}, // the list may go on with a digit
		"one\n\n- two\n\ntree\n\nfour\n":   {0, 5, 12, 18},
		"one\n\n* two\n\nthree\n\nfour\n":  {0, 5, 12, 19},
		"one\n\n- two\n\nthree four\n":     {0, 5, 12},
		"one\n\n- two\n\nxthree\n\nfour\n": {0, 5, 12, 20},
		"1\n\n- two\n\nthree\n\n4\n":       {0, 3, 10, 17},
		"one\n\n- two\n\n```\n\nfour\n":    {0, 5, 12},
	} {
		var s chunker
		s.split([]byte(src), 0)
		assert.Equal(t, want, s.cuts(), "%q", src)
	}
}
