package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestIgnored(t *testing.T) {
	for _, c := range []struct {
		glob string
		yes  []string
		no   []string
	}{
		{"CHANGELOG.md", []string{"CHANGELOG.md", "a/b/CHANGELOG.md", "./CHANGELOG.md"}, []string{"CHANGELOG.md.txt", "XCHANGELOG.md", "changelog.md"}},
		{"/CHANGELOG.md", []string{"CHANGELOG.md"}, []string{"a/CHANGELOG.md"}},
		{"vendor/", []string{"vendor/a.md", "x/vendor/y/a.md"}, []string{"vendor", "vendored/a.md"}},
		{"docs/old", []string{"docs/old", "docs/old/a/b.md"}, []string{"x/docs/old/a.md", "docs/older.md"}},
		{"docs/**/*.md", []string{"docs/a.md", "docs/a/b.md"}, []string{"a/docs/b.md", "docs/a.txt"}},
		{"**/gen", []string{"gen", "gen/a.md", "a/b/gen/c.md"}, []string{"agen"}},
		{"*.{zh,ja}.md", []string{"a.zh.md", "b/c.ja.md"}, []string{"a.md"}},
		{"[!a]*.md", []string{"b.md"}, []string{"a.md"}},
	} {
		set := &Set{Ignore: []string{c.glob}}
		assert.NoError(t, checkGlob(c.glob), c.glob)
		for _, name := range c.yes {
			assert.True(t, set.Ignored(name), "%s ignores %s", c.glob, name)
		}
		for _, name := range c.no {
			assert.False(t, set.Ignored(name), "%s does not ignore %s", c.glob, name)
		}
	}
}

func TestReferencesIgnored(t *testing.T) {
	set, err := Load("x", []byte(`{"references": {"ignore": ["/api/**", "*.{pdf,zip}", "#tab-*"]}}`))
	require.NoError(t, err)
	for _, destination := range []string{"/api/a.md", "/api/v1/a.md#b", "x.pdf", "x.zip", "#tab-1"} {
		assert.True(t, set.References.Ignored(destination), destination)
	}
	for _, destination := range []string{"api/a.md", "d/x.pdf", "x.gz", "a.md#tab-1"} {
		assert.False(t, set.References.Ignored(destination), destination)
	}
}
