package rollback

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

// A testRepo is a repository made by real git, with an environment of its own.
type testRepo struct{ *gittest.Repo }

const original = gittest.Original

// fixed is original after pass 1, fixedTwice after pass 2.
const (
	fixed      = "# Guide\n\nUse the allowlist.\n\nUse the blacklist.\n"
	fixedTwice = "# Guide\n\nUse the allowlist.\n\nUse the denylist.\n"
)

// textOf returns the text that a run has for a document.
func textOf(t testing.TB, run *Run, path string) string {
	t.Helper()
	data, err := run.Read(path)
	require.NoError(t, err)
	return string(data)
}

// newRepo makes a repository with docs/guide.md and other.txt, committed.
func newRepo(t testing.TB, init ...string) *testRepo {
	t.Helper()
	return &testRepo{gittest.New(t, init...)}
}

// repoAt is a repository that a test makes by itself.
func repoAt(t testing.TB, dir, home string, env []string) *testRepo {
	return &testRepo{&gittest.Repo{T: t, Dir: dir, Home: home, Env: env}}
}

func (r *testRepo) options(paths ...string) Options {
	if len(paths) == 0 {
		paths = []string{"docs/guide.md"}
	}
	return Options{Paths: paths, Dir: r.Dir, Environ: r.Env}
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
	r.T.Helper()
	return strings.Fields(r.Git("for-each-ref", "--format=%(refname)", "refs/doc-iterate"))
}

// intact checks what must hold after anything that may have happened.
func (r *testRepo) intact() {
	r.T.Helper()
	r.Git("fsck", "--strict", "--no-dangling", "--no-progress")
	r.Git("status", "--porcelain")
	r.noLeftovers()
}

// noLeftovers checks that neither a lock nor a temporary file is left, in the working tree or in git's directory.
func (r *testRepo) noLeftovers() {
	r.T.Helper()
	require.NoError(r.T, filepath.WalkDir(r.Dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, ".tmp") || strings.HasSuffix(name, ".part") ||
			strings.HasPrefix(name, "index.") || strings.HasPrefix(name, ".doc-iterate") || strings.HasPrefix(name, "tmp_obj") || name == "lock.run" {
			r.T.Errorf("left behind: %s", path)
		}
		return nil
	}))
}
