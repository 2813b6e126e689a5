package markdown

import (
	"bytes"
	"runtime"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// TestUnread shows that a document whose tree is read later, or again, is the one that was read at once.
func TestUnread(t *testing.T) {
	c, needs := testdocs.Chance(11), needed(t)
	for i := range 400 {
		src := c.Lines()
		parser := NewPartialParser(needs[i%len(needs)])
		read, later := parser.Parse("a.md", src), parser.Later("a.md", src)
		require.False(t, later.ReadAtOnce())
		for range 2 {
			require.Equal(t, read.Nodes(), later.Nodes(), "%q", src)
			require.Equal(t, read.Headings(), later.Headings(), "%q", src)
			require.Equal(t, read.Regions(), later.Regions(), "%q", src)
			later.Forget()
		}
	}
}

// TestTreesAreLetGo shows that few trees are kept where there is room for none, that a document and its revisions are
// the same when they are read again, and that what Alone returns has bytes and a tree of its own.
func TestTreesAreLetGo(t *testing.T) {
	c, needs := testdocs.Chance(12), needed(t)
	const many = 200
	for k, n := range needs {
		parser := NewPartialParser(n)
		parser.kept.most = 1
		now, later := make([]*Document, many), make([]*Document, many)
		for i := range later {
			src := c.Lines()
			now[i], later[i] = parser.Parse("a.md", src), parser.Later("a.md", src)
			edits, _ := c.Edits(src)
			if revised, err := now[i].Revise(edits); err == nil {
				now[i] = revised
				later[i], err = later[i].Revise(edits)
				require.NoError(t, err)
			}
		}
		for range 2 {
			for i := range later {
				require.Equal(t, now[i].Nodes(), later[i].Nodes(), "needs %d: %q", k, now[i].Source())
				require.True(t, slices.Equal(now[i].Headings(), later[i].Headings()), "%q", now[i].Source())
				require.Equal(t, now[i].Lines().Count(), later[i].Lines().Count())
			}
			alive := 0
			for _, d := range later {
				if d.later.now.Load() != nil || d.later.lines.Load() != nil {
					alive++
				}
			}
			require.LessOrEqual(t, alive, 4*runtime.GOMAXPROCS(0))
		}
		for i, d := range later {
			src := bytes.Clone(d.Source())
			d.Nodes()
			alone := d.Alone(src)
			require.Nil(t, alone.of)
			require.Equal(t, now[i].Nodes(), alone.Nodes())
			require.Same(t, unsafe.SliceData(src), unsafe.SliceData(alone.Source()))
			require.Nil(t, d.later.now.Load())
			alone.Forget()
			if d.of != nil {
				d.of.base.Forget()
			}
		}
		require.Zero(t, parser.kept.size)
	}
}
