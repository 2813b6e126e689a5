package rollback

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRevisions(t *testing.T) {
	_, env := newEnv(t)
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
	assert.ErrorContains(t, err, "nowhere names no commit here")
	_, err = Revisions(t.Context(), t.TempDir(), env, "HEAD", nil)
	assert.ErrorContains(t, err, "no git repository")

	staged, err := StagedFiles(t.Context(), dir, env)
	require.NoError(t, err)
	assert.Equal(t, []string{"docs/a guide.md"}, staged)
}
