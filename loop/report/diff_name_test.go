package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// git applies a diff of a file whose name a terminal would obey, and the diff has nothing of it as it is.
func TestDiffsOfOddNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("such names can't be had")
	}
	for _, name := range []string{
		"plain.md", "a b.md", "é.md", `q"\.md`, "esc\x1b[31m.md", "bel\a.md", "csi\u009b31m.md", "rlo\u202e.md", "ls\u2028.md",
		"raw\x9b31m\xff.md", "del\x7f.md", "fold\u2066er/a.md", "cr\r.md", "lf\n.md",
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		if os.WriteFile(file, []byte("# A\n\nold\n"), 0o644) != nil {
			continue // a file system that takes text alone
		}
		diff := Unified(name, []byte("# A\n\nold\n"), []byte("# A\n\nnew\n"))
		assertVisible(t, name, strings.ReplaceAll(diff, "\t", "")) // a tab ends a name with a space
		patch := filepath.Join(t.TempDir(), "patch")
		require.NoError(t, os.WriteFile(patch, []byte(diff), 0o644))
		apply := exec.Command("git", "apply", patch)
		apply.Dir = dir
		said, err := apply.CombinedOutput()
		require.NoError(t, err, "%q: %s", name, said)
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, "# A\n\nnew\n", string(data), "%q", name)
	}
}
