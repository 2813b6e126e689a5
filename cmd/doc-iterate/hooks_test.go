package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The hooks that this repository offers install and run as pre-commit users get
// them: cloned, built, and given the staged documents.
func TestTryRepo(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it builds the program twice")
	}
	for _, tool := range []string{"pre-commit", "git", "go"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a clone: pre-commit installs hooks from repositories")
	}
	home, work := t.TempDir(), t.TempDir()
	modules, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	require.NoError(t, err)
	caches := strings.Fields(string(modules))
	// Built as "make build" builds, which is fast where that was done before.
	run := func(name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = work
		cmd.Env = append(os.Environ(), "HOME="+home, "PRE_COMMIT_HOME="+filepath.Join(home, "pre-commit"), "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com",
			"GOMODCACHE="+caches[0], "GOCACHE="+caches[1], "GOFLAGS=-mod=mod -trimpath", "CGO_ENABLED=0", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	// What is committed, because a file that git does not know yet would be missing.
	clone := filepath.Join(home, "clone")
	out, err := run("git", "clone", "--quiet", root, clone)
	require.NoError(t, err, out)
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(work, name), []byte(text), 0o644))
	}
	write("consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	write("guide.md", "# Guide\n\nThe whitelist.\n")
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}} {
		out, err := run("git", args...)
		require.NoError(t, err, out)
	}
	out, err = run("pre-commit", "try-repo", clone, "doc-iterate")
	require.Error(t, err, "the document breaks a rule")
	assert.Contains(t, out, `Use "allowlist" instead of "whitelist".`)
	assert.NotContains(t, out, "files were modified")
	out, err = run("pre-commit", "try-repo", clone, "doc-iterate-fix")
	require.Error(t, err, "the document was changed")
	assert.Contains(t, out, "files were modified by this hook")
	got, err := os.ReadFile(filepath.Join(work, "guide.md"))
	require.NoError(t, err)
	assert.Equal(t, "# Guide\n\nThe allowlist.\n", string(got))
	out, err = run("git", "rev-parse", "--verify", "--quiet", "HEAD")
	assert.Error(t, err, "a hook committed: %s", out)
}
