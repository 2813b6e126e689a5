// Package gittest makes repositories with real git, for the tests of rollback and the packages below it.
package gittest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A Repo is a repository made by real git, with an environment of its own.
type Repo struct {
	T    testing.TB
	Dir  string
	Home string
	Env  []string
}

// Original is docs/guide.md as a new repository has it.
const Original = "# Guide\n\nUse the whitelist.\n\nUse the blacklist.\n"

// config is the settings of git in the home of a test.
const config = `[user]
	name = Ada Writer
	email = ada@example.org
[init]
	defaultBranch = main
[protocol "file"]
	allow = always
`

// NewEnv returns an environment with a home of its own, in which git knows who commits.
func NewEnv(t testing.TB) (home string, env []string) {
	t.Helper()
	home = t.TempDir()
	env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"GIT_CONFIG_NOSYSTEM=1", "TZ=UTC", "LC_ALL=C.UTF-8",
	}
	require.NoError(t, os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644))
	return home, env
}

// New makes a repository with docs/guide.md and other.txt, committed.
func New(t testing.TB, init ...string) *Repo {
	t.Helper()
	home, env := NewEnv(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	r := &Repo{t, filepath.Join(dir, "repo"), home, env}
	require.NoError(t, os.MkdirAll(r.Dir, 0o755))
	r.Git(append([]string{"init", "-q"}, init...)...)
	r.Write("docs/guide.md", Original)
	r.Write("other.txt", "other\n")
	r.CommitAll("Start")
	return r
}

// Path returns the path of a file that is named from the top of the repository.
func (r *Repo) Path(rel string) string { return filepath.Join(r.Dir, filepath.FromSlash(rel)) }

// Write writes a file, and makes its folder.
func (r *Repo) Write(rel, content string) {
	r.T.Helper()
	require.NoError(r.T, os.MkdirAll(filepath.Dir(r.Path(rel)), 0o755))
	require.NoError(r.T, os.WriteFile(r.Path(rel), []byte(content), 0o644))
}

// Read returns the content of a file.
func (r *Repo) Read(rel string) string {
	r.T.Helper()
	data, err := os.ReadFile(r.Path(rel))
	require.NoError(r.T, err)
	return string(data)
}

// Git runs real git in the repository, and returns what it prints without the last line end.
func (r *Repo) Git(args ...string) string {
	r.T.Helper()
	out, err := r.Try(args...)
	require.NoError(r.T, err, "git %s: %s", strings.Join(args, " "), out)
	return out
}

// Try is Git for commands that may fail.
func (r *Repo) Try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.Dir, r.Env
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

// CommitAll commits everything that stands in the working tree.
func (r *Repo) CommitAll(message string) {
	r.T.Helper()
	r.Git("add", "-A")
	r.Git("commit", "-q", "-m", message)
}
