package rollback

import (
	"context"
	"io/fs"
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

// fixed is original after pass 1, fixedTwice after pass 2.
const (
	fixed      = "# Guide\n\nUse the allowlist.\n\nUse the blacklist.\n"
	fixedTwice = "# Guide\n\nUse the allowlist.\n\nUse the denylist.\n"
)

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

func (r *testRepo) read(rel string) string {
	r.t.Helper()
	data, err := os.ReadFile(r.path(rel))
	require.NoError(r.t, err)
	return string(data)
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

func (r *testRepo) options(paths ...string) Options {
	if len(paths) == 0 {
		paths = []string{"docs/guide.md"}
	}
	return Options{Paths: paths, Dir: r.dir, Environ: r.env}
}

// pass makes the run take its documents from their bytes to next, and publishes it.
func pass(t testing.TB, run *Run, number int, next map[string]string) string {
	t.Helper()
	commit, err := tryPass(run, number, next)
	require.NoError(t, err)
	return commit
}

func tryPass(run *Run, number int, next map[string]string) (string, error) {
	contents := map[string][]byte{}
	for path, text := range next {
		contents[path] = []byte(text)
	}
	ctx := context.Background()
	if _, err := run.Record(ctx, Pass{Number: number, Verdict: Accepted, Contents: contents}); err != nil {
		return "", err
	}
	return run.Publish(ctx, number)
}

// refsOf returns the private refs.
func (r *testRepo) refs() []string {
	r.t.Helper()
	return strings.Fields(r.git("for-each-ref", "--format=%(refname)", "refs/doc-iterate"))
}

// intact checks what must hold after anything that may have happened.
func (r *testRepo) intact() {
	r.t.Helper()
	r.git("fsck", "--strict", "--no-dangling", "--no-progress")
	r.git("status", "--porcelain")
	r.noLeftovers()
}

// noLeftovers checks that neither a lock nor a temporary file is left, in the working tree or in git's directory.
func (r *testRepo) noLeftovers() {
	r.t.Helper()
	require.NoError(r.t, filepath.WalkDir(r.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, ".tmp") || strings.HasSuffix(name, ".part") ||
			strings.HasPrefix(name, "index.") || strings.HasPrefix(name, ".doc-iterate") || strings.HasPrefix(name, "tmp_obj") || name == "lock.run" {
			r.t.Errorf("left behind: %s", path)
		}
		return nil
	}))
}
