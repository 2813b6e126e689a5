package repo

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

func TestRevisions(t *testing.T) {
	_, env := gittest.NewEnv(t)
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		_, err := listing(t.Context(), dir, env, args...)
		require.NoError(t, err)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	git("init", "--quiet")
	write(".gitattributes", "crlf.md eol=crlf\n")
	write("docs/a guide.md", "old\n")
	write("crlf.md", "one\r\n")
	git("add", ".")
	git("commit", "--quiet", "-m", "x")
	write("docs/a guide.md", "new\n")
	git("add", ".")
	write("docs/a guide.md", "newest\n")

	got, err := Revisions(t.Context(), dir, env, "HEAD", []string{"docs/a guide.md", "none.md", "docs", "crlf.md"})
	require.NoError(t, err)
	assert.Equal(t, map[string][]byte{"docs/a guide.md": []byte("old\n"), "crlf.md": []byte("one\n")}, got)

	got, err = Revisions(t.Context(), filepath.Join(dir, "docs"), env, "", []string{"a guide.md"})
	require.NoError(t, err)
	assert.Equal(t, map[string][]byte{"a guide.md": []byte("new\n")}, got)

	_, err = Revisions(t.Context(), dir, env, "nowhere", []string{"crlf.md"})
	assert.ErrorContains(t, err, "Unknown revision 'nowhere'. In a shallow clone, fetch it first.")
	_, err = Revisions(t.Context(), t.TempDir(), env, "HEAD", nil)
	assert.ErrorContains(t, err, "not a git repository")

	staged, err := StagedFiles(t.Context(), dir, env)
	require.NoError(t, err)
	assert.Equal(t, []string{"docs/a guide.md"}, staged)
}

// What git stores for a filter is not the document's text.
func TestRevisionsBehindAFilter(t *testing.T) {
	r := gittest.New(t)
	r.Git("config", "filter.upper.clean", "tr a-z A-Z")
	r.Git("config", "filter.upper.smudge", "tr A-Z a-z")
	r.Git("config", "filter.upper.required", "true")
	r.Write(".gitattributes", "docs/*.md filter=upper\n")
	r.Write("docs/a.md", "text\n")
	r.Write("docs/b.md", "text, too\n")
	r.Write("plain.md", "TEXT\n")
	r.CommitAll("x")
	require.Equal(t, "TEXT", r.Git("cat-file", "blob", "HEAD:docs/a.md"))
	for _, rev := range []string{"", "HEAD"} {
		got, err := Revisions(t.Context(), r.Dir, r.Env, rev, []string{"plain.md", "docs/none.md", "docs/a.md"})
		require.NoError(t, err)
		assert.Equal(t, map[string][]byte{"docs/a.md": []byte("text\n"), "plain.md": []byte("TEXT\n")}, got)
	}
	r.Git("config", "filter.upper.smudge", "false")
	_, err := Revisions(t.Context(), r.Dir, r.Env, "HEAD", []string{"plain.md", "docs/a.md", "docs/b.md"})
	require.ErrorContains(t, err, "reading HEAD from git: ")
	assert.NotContains(t, err.Error(), "\n", "not once for each document")
}

// git before 2.38 reads names that end with a line feed alone. It is asked otherwise only
// for a name with one.
func TestRevisionsWithAnOlderGit(t *testing.T) {
	real, err := exec.LookPath("git")
	require.NoError(t, err)
	if runtime.GOOS == "windows" {
		t.Skip("the older git is a script for sh")
	}
	r := gittest.New(t)
	old := t.TempDir()
	script := "#!/bin/sh\ncase \"$*\" in *cat-file*-z*) echo \"error: unknown switch 'z'\" >&2; exit 129;; esac\nexec '" + real + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(old, "git"), []byte(script), 0o755))
	t.Setenv("PATH", old+string(os.PathListSeparator)+os.Getenv("PATH"))
	got, err := Revisions(t.Context(), r.Dir, r.Env, "HEAD", []string{"docs/guide.md", "none.md"})
	require.NoError(t, err)
	assert.Equal(t, map[string][]byte{"docs/guide.md": []byte(gittest.Original)}, got)
	for _, name := range []string{"a\nb.md", "a\r"} {
		_, err = Revisions(t.Context(), r.Dir, r.Env, "HEAD", []string{"docs/guide.md", name})
		assert.ErrorContains(t, err, "unknown switch")
	}
}

// What ends a name for git, or is left out before that, may be part of one.
func TestRevisionsOfStrangeNames(t *testing.T) {
	r := gittest.New(t)
	want := map[string][]byte{}
	for _, name := range []string{"a\nb.md", "a\r", " a ", "a", "0:a", "2:a"} {
		if runtime.GOOS == "windows" && strings.Contains(name, ":") {
			continue // a part of another file
		}
		if os.WriteFile(r.Path(name), []byte("text of "+name), 0o644) == nil {
			want[name] = []byte("text of " + name)
		}
	}
	r.Git("add", "-A")
	got, err := Revisions(t.Context(), r.Dir, r.Env, "", slices.Collect(maps.Keys(want)))
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
