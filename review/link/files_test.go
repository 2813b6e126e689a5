package link

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A path that goes up from where paths are named from, and down again, is the
// path that stays.
func TestOneName(t *testing.T) {
	f := NewFiles("../..", nil, nil).From("docs/guides")
	for path, want := range map[string]string{
		"a.md": "a.md", "../a.md": "../a.md", "../guides/a.md": "a.md", "../guides": ".", "../../docs/guides/x/a.md": "x/a.md",
		"../../docs/b.md": "../b.md", "../../guides/a.md": "../../guides/a.md", "../../docs": "..", "../../..": "../../..",
		"../../../x/docs/guides/a.md": "../../../x/docs/guides/a.md", "..x/a.md": "..x/a.md", "/docs/a.md": "/docs/a.md",
	} {
		assert.Equal(t, want, f.one(path), path)
	}
	assert.Equal(t, "../guides/a.md", NewFiles(".", nil, nil).From(".").one("../guides/a.md"))
	assert.Equal(t, "../a.md", (*Files)(nil).one("../a.md"))
}
