package gitdir

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A testRepo is a repository made by real git, with an environment of its own.
type testRepo struct {
	t    testing.TB
	dir  string
	home string
	env  []string
}

const original = "# Guide\n\nUse the whitelist.\n\nUse the blacklist.\n"

// newEnv returns an environment with a home of its own, in which git knows who commits.
func newEnv(t testing.TB) (home string, env []string) {
	t.Helper()
	home = t.TempDir()
	env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"GIT_CONFIG_NOSYSTEM=1", "TZ=UTC", "LC_ALL=C.UTF-8"}
	require.NoError(t, os.WriteFile(filepath.Join(home, ".gitconfig"),
		[]byte("[user]\n\tname = Ada Writer\n\temail = ada@example.org\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n"), 0o644))
	return home, env
}

// newRepo makes a repository with docs/guide.md and other.txt, committed.
func newRepo(t testing.TB, init ...string) *testRepo {
	t.Helper()
	home, env := newEnv(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	r := &testRepo{t, filepath.Join(dir, "repo"), home, env}
	require.NoError(t, os.MkdirAll(r.dir, 0o755))
	r.git(append([]string{"init", "-q"}, init...)...)
	r.write("docs/guide.md", original)
	r.write("other.txt", "other\n")
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "Start")
	return r
}

func (r *testRepo) path(rel string) string { return filepath.Join(r.dir, filepath.FromSlash(rel)) }

func (r *testRepo) write(rel, content string) {
	r.t.Helper()
	require.NoError(r.t, os.MkdirAll(filepath.Dir(r.path(rel)), 0o755))
	require.NoError(r.t, os.WriteFile(r.path(rel), []byte(content), 0o644))
}

// git runs real git in the repository, and returns what it prints without the last line end.
func (r *testRepo) git(args ...string) string {
	r.t.Helper()
	out, err := r.try(args...)
	require.NoError(r.t, err, "git %s: %s", strings.Join(args, " "), out)
	return out
}

func (r *testRepo) try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = r.dir, r.env
	out, err := cmd.CombinedOutput()
	return strings.TrimSuffix(string(out), "\n"), err
}

func (r *testRepo) commitAll(message string) {
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}
