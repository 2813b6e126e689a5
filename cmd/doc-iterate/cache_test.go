package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A cachedFolder is documents that are checked with and without the cache.
type cachedFolder struct {
	t   *testing.T
	dir string
}

func (f cachedFolder) write(name, text string) {
	path := filepath.Join(f.dir, name)
	require.NoError(f.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(f.t, os.WriteFile(path, []byte(text), 0o644))
}

func (f cachedFolder) edit(name, old, text string) {
	src, err := os.ReadFile(filepath.Join(f.dir, name))
	require.NoError(f.t, err)
	require.Contains(f.t, string(src), old)
	f.write(name, strings.Replace(string(src), old, text, 1))
}

// check returns what a check of the documents says.
func (f cachedFolder) check(args ...string) string {
	var out bytes.Buffer
	s := session{
		ctx: context.Background(), args: append([]string{"check"}, append(args, filepath.Join(f.dir, "docs"))...),
		environ: append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(f.dir, "cache"), "GIT_CEILING_DIRECTORIES="+filepath.Dir(f.dir)),
		in:      strings.NewReader(""), out: &out, err: &out,
	}
	code := s.run()
	return fmt.Sprintf("%d\n%s", code, out.String())
}

// newCachedFolder makes 24 documents of 13 KB, of which each has something that other documents or files decide about.
func newCachedFolder(t *testing.T) cachedFolder {
	f := cachedFolder{t, t.TempDir()}
	f.write("consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
		"style": {"heading-case": {}, "fenced-code-language": {"infer": true}, "list-marker": {"marker": "-"}},
		"placeholders": {"patterns": ["TODO"]}, "references": {}}`)
	f.write("docs/src/main.go", "package main\n\nfunc main() {}\n")
	f.write("docs/notes.txt", "text\n")
	filler := strings.Repeat("The relay keeps a queue of messages and sends them when the network is back.\n\n", 160)
	for i := range 24 {
		f.write(fmt.Sprintf("docs/d%02d.md", i), fmt.Sprintf("# Page %d\n\nSee [the next](d%02d.md#Using-The-%s) and [notes](notes.txt), [gone](gone%d.md).\n\n"+
			"## Using The %s\n\nTODO: a whitelist for the %s.\n\n```go file=src/main.go\nfunc main() {}\n```\n\n```\n{\"a\": 1}\n```\n\n%s",
			i, (i+1)%24, cacheWords[(i+1)%4], i, cacheWords[i%4], cacheWords[i%3], filler))
	}
	return f
}

var cacheWords = [4]string{"Queue", "Relay", "Frobnicator", "Network"}

// TestCacheIsSound changes one thing at a time that findings depend on. A check with the cache then says what one
// without it says.
func TestCacheIsSound(t *testing.T) {
	f := newCachedFolder(t)
	formats := [][]string{{}, {"--format", "json"}, {"--diff"}}
	same := func(what string) string {
		var first string
		for _, args := range formats {
			want := f.check(append(args, "--no-cache")...)
			require.True(t, want == f.check(args...), "%s, %v", what, args)
			require.True(t, want == f.check(args...), "%s again, %v", what, args)
			first += want
		}
		return first
	}
	last := same("at first")
	for _, change := range []struct {
		what string
		make func()
	}{
		{"the text of one document", func() { f.edit("docs/d00.md", "TODO: a", "A") }},
		{"the evidence for a word in headings of others", func() {
			f.edit("docs/d01.md", "TODO", strings.Repeat("They bought the Frobnicator, and one more Frobnicator, of course. ", 40)+"TODO")
		}},
		{"a heading that another document links to", func() { f.edit("docs/d03.md", "## Using The", "## Using a") }},
		{"a document is removed", func() { require.NoError(t, os.Remove(filepath.Join(f.dir, "docs/d10.md"))) }},
		{"a file that links miss", func() { f.write("docs/gone5.md", "# Not gone\n") }},
		{"a file that is no document is removed", func() { require.NoError(t, os.Remove(filepath.Join(f.dir, "docs/notes.txt"))) }},
		{"code that is quoted", func() { f.edit("docs/src/main.go", "func main() {}", "func other() {}") }},
		{"a generator's file", func() { f.write("docs/mkdocs.yml", "site_name: x\ndocs_dir: .\nslugify: x\n") }},
		{"the generator's settings", func() { f.write("docs/mkdocs.yml", "site_name: x\ndocs_dir: .\n") }},
		{"a rule", func() { f.edit("consistency-rules.json", `"allowlist"`, `"permitted list"`) }},
		{"a comment", func() { f.edit("docs/d20.md", "# Page", "<!-- doc-iterate-disable -->\n\n# Page") }},
		{"a document that can't be read", func() { f.write("docs/d22.md", "\x00\x01\x02") }},
		{"a document comes back", func() { f.write("docs/d10.md", "# The Relay\n\n[x](d09.md#page-9)\n") }},
	} {
		change.make()
		now := same(change.what)
		assert.True(t, last != now, "%s changes nothing", change.what)
		last = now
	}
}

// TestCacheAnswers has a check take results from the cache, also for documents whose links and headings others decide
// about: without it, the answer would be that of the rules.
func TestCacheAnswers(t *testing.T) {
	f := newCachedFolder(t)
	f.check()
	files, err := filepath.Glob(filepath.Join(f.dir, "cache", "doc-iterate", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	before, err := os.ReadFile(files[0])
	require.NoError(t, err)
	f.check()
	after, err := os.ReadFile(files[0])
	require.NoError(t, err)
	assert.Equal(t, before, after, "nothing was written for documents that are as they were")

	f.edit("docs/d00.md", "TODO: a", "A")
	f.check()
	rest, err := os.ReadDir(filepath.Dir(files[0]))
	require.NoError(t, err)
	assert.Len(t, rest, 1, "a file is replaced")

	for name, damaged := range map[string][]byte{
		"empty": {}, "cut": before[:len(before)/2], "of zeros": make([]byte, len(before)),
		"with other results": bytes.Replace(before, []byte("TODO"), []byte("todo"), -1),
	} {
		require.NoError(t, os.WriteFile(files[0], damaged, 0o600))
		assert.Equal(t, f.check("--no-cache"), f.check(), name)
	}
}
