package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The repository of hooks runs from the wheel, without Go and without a network.
func TestHooksNeedNoGo(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it builds the program")
	}
	for _, tool := range []string{"pre-commit", "git"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	t.Chdir("..")
	dist, hooks, work, home := t.TempDir(), t.TempDir(), t.TempDir(), t.TempDir()
	r, err := newRelease(dist, runtime.GOOS+"/"+runtime.GOARCH)
	require.NoError(t, err)
	require.NoError(t, r.do([]func() error{r.build, r.collectExtras, r.writeWheels}))
	require.NoError(t, writeHooks(hooks))

	tried := func(dir, name string, args ...string) (string, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+home, "PRE_COMMIT_HOME="+filepath.Join(home, "pre-commit"),
			"PIP_NO_INDEX=1", "PIP_FIND_LINKS="+dist, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	require.NoError(t, os.WriteFile(filepath.Join(work, "guide.md"), []byte("# Guide\n\nTODO: write it.\n"), 0o644))
	for _, dir := range []string{hooks, work} {
		for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "Start"}} {
			out, err := tried(dir, "git", args...)
			require.NoError(t, err, out)
		}
	}
	out, err := tried(work, "pre-commit", "try-repo", hooks, "doc-iterate", "--all-files")
	require.Error(t, err, "the document breaks a rule")
	assert.Contains(t, out, `Write what "TODO" stands for.`)
}
