package format

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// TestPathIn holds what is taken for a path as it stands against what a URI is for net/url.
func TestPathIn(t *testing.T) {
	parts := []string{
		"/", "//", "a", "docs", ".md", "..", ".", ":", "file:", "file:///", "http://", "%20", "%2", "%", "?", "#", "b c",
		"\\", "[", "]", "@", "*", "é", "\xff", "\x01", "\n", "+", "&", ";", "=", "~", "|", "\"", "<",
	}
	c := testdocs.Chance(3)
	for range 20_000 {
		uri := ""
		for range c.Next(6) {
			uri += parts[c.Next(len(parts))]
		}
		want := uri
		if u, err := url.Parse(uri); err == nil && (u.Scheme == "" || u.Scheme == "file") {
			want = u.Path
		}
		assert.Equal(t, want, pathIn(uri), "%q", uri)
	}
	assert.Equal(t, "docs/a b.md", pathIn("docs/a%20b.md"))
	assert.Equal(t, "/docs/a.md", pathIn("file:///docs/a.md"))
}
