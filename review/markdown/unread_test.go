package markdown

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// TestUnread shows that a document whose tree is read later, or again, is the one that was read at once.
func TestUnread(t *testing.T) {
	c, needs := testdocs.Chance(11), needed(t)
	for i := range 400 {
		src := c.Lines()
		parser := NewPartialParser(needs[i%len(needs)])
		read := parser.Parse("a.md", src)
		for _, d := range []*Document{parser.Later("a.md", src), read.Unread(), parser.Later("a.md", src).Unread()} {
			require.False(t, d.ReadAtOnce())
			require.Equal(t, read.Nodes(), d.Nodes(), "%q", src)
			require.Equal(t, read.Headings(), d.Headings(), "%q", src)
			require.Equal(t, read.Regions(), d.Regions(), "%q", src)
		}
		whole := Parse("a.md", src)
		require.Equal(t, whole.Nodes(), whole.Unread().Nodes(), "%q", src)
	}
}
