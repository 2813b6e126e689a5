package findingcache_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/findingcache"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestFind asks a cache for what it was given, after changes of what that depends on.
func TestFind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "folder", "cache")
	texts := map[string]string{"a.md": "# A\n", "b.md": "# B\n", "main.go": "package main\n"}
	none := func() []source.Stored { return nil }
	open := func() *findingcache.Cache {
		var docs []source.Stored
		for _, path := range []string{"a.md", "b.md"} {
			docs = append(docs, source.Stored{Path: path, Read: func(*[]byte) ([]byte, error) { return []byte(texts[path]), nil }})
		}
		files := func() *link.Files {
			return link.NewFiles(".", []string{"a.md", "b.md", "main.go"}, func(path string) ([]byte, error) { return []byte(texts[path]), nil })
		}
		return findingcache.Open(file, review.NewStream(docs, files, 1), docs, docs, none, &findingcache.Hashes{Jobs: 1})
	}
	judged := findingcache.Hash{1}
	judge := func(rules []string) findingcache.Hash {
		assert.Equal(t, []string{"heading-case"}, rules)
		return judged
	}
	has := func(path string) bool {
		c := open()
		defer c.Close()
		r, ok := c.Find(path, judge)
		assert.Equal(t, ok, string(r.Text) == "text of "+path)
		return ok
	}
	assert.False(t, has("a.md"))
	c := open()
	c.Keep("a.md", []byte(texts["a.md"]), &review.Uses{Evidence: []string{"heading-case"}, Judged: judged}, findingcache.Result{Text: []byte("text of a.md")})
	c.Keep("b.md", []byte(texts["b.md"]), &review.Uses{Links: link.Uses{Listing: true, Targets: map[string]bool{"main.go": true}}},
		findingcache.Result{Text: []byte("text of b.md")})
	c.Keep("main.go", []byte("no document"), &review.Uses{}, findingcache.Result{})
	c.Close()
	assert.True(t, has("a.md"))
	assert.True(t, has("b.md"))
	assert.False(t, has("main.go"))

	texts["main.go"] = "package other\n"
	assert.False(t, has("b.md"), "a target has another text")
	texts["main.go"] = "package main\n"
	assert.True(t, has("b.md"))
	texts["b.md"] = "# C\n"
	assert.False(t, has("b.md"))
	assert.True(t, has("a.md"), "other evidence, by which a.md is judged alike")
	judged[0] = 2
	texts["b.md"] = "# D\n"
	assert.False(t, has("a.md"), "judged in another way")

	info, err := os.Stat(filepath.Dir(file))
	require.NoError(t, err)
	assert.Zero(t, info.Mode().Perm()&0o077, "others can't read the folder")
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	for cut := range whole {
		require.NoError(t, os.WriteFile(file, whole[:cut], 0o600))
		assert.False(t, has("a.md"))
	}
}

// TestHashes reads each document once, and takes one that can't be read for none.
func TestHashes(t *testing.T) {
	reads := 0
	text := func(path string, err error) source.Stored {
		return source.Stored{Path: path, Read: func(*[]byte) ([]byte, error) { reads++; return []byte(path), err }}
	}
	hashes := findingcache.Hashes{Jobs: 1}
	a, b, gone := text("a.md", nil), text("b.md", nil), text("gone.md", os.ErrNotExist)
	first := hashes.Of([]source.Stored{a, gone})
	assert.Equal(t, []findingcache.Hash{sha256.Sum256([]byte("a.md")), {}}, first)
	assert.Equal(t, []findingcache.Hash{sha256.Sum256([]byte("b.md")), first[0], {}}, hashes.Of([]source.Stored{b, a, gone}))
	assert.Equal(t, 3, reads)
}
