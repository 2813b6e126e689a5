package testdocs

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Spec returns the examples of the CommonMark specification, which goldmark's module carries.
func Spec(t testing.TB) []string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	require.NoError(t, err)
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), "_test", "spec.json"))
	require.NoError(t, err)
	var examples []struct{ Markdown string }
	require.NoError(t, json.Unmarshal(data, &examples))
	require.Greater(t, len(examples), 600)
	out := make([]string, len(examples))
	for i, e := range examples {
		out[i] = e.Markdown
	}
	return out
}

// Long reports whether tests may take long: DOC_ITERATE_LONG is set.
func Long() bool { return os.Getenv("DOC_ITERATE_LONG") != "" }

// Corpus calls f for every n-th Markdown file below DOC_ITERATE_CORPUS, and for each when Long. It skips the test when
// the variable is not set.
func Corpus(t testing.TB, every int, f func(path string, src []byte)) {
	t.Helper()
	dir := os.Getenv("DOC_ITERATE_CORPUS")
	if dir == "" {
		t.Skip("DOC_ITERATE_CORPUS names no directory of documents")
	}
	n := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !isMarkdown(path) {
			return err
		}
		if n++; n%every > 0 && !Long() {
			return nil
		}
		src, err := os.ReadFile(path)
		f(path, src)
		return err
	}))
	require.Positive(t, n)
}

// isMarkdown does what link.IsMarkdown does. Tests below link use this package, so it can't import link.
func isMarkdown(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".markdown", ".mdx":
		return true
	}
	return false
}
