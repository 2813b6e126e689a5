package rollback

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What is read without git is what git says, or is left to git.
func TestReadingWithoutGit(t *testing.T) {
	for _, c := range []struct {
		name  string
		make  func(r *testRepo)
		plain bool
	}{
		{"version 2", func(*testRepo) {}, true},
		{"version 3", func(r *testRepo) {
			r.write("later.txt", "l\n")
			r.git("add", "-N", "later.txt")
		}, true},
		{"version 4", func(r *testRepo) { r.git("update-index", "--index-version", "4") }, true},
		{"skip-worktree", func(r *testRepo) { r.git("update-index", "--skip-worktree", "docs/guide.md") }, true},
		{"assume-unchanged", func(r *testRepo) { r.git("update-index", "--assume-unchanged", "docs/guide.md") }, true},
		{"both", func(r *testRepo) {
			r.git("update-index", "--skip-worktree", "docs/guide.md")
			r.git("update-index", "--assume-unchanged", "docs/guide.md")
		}, true},
		{"executable", func(r *testRepo) { r.git("update-index", "--chmod=+x", "docs/guide.md") }, true},
		{"removed", func(r *testRepo) { r.git("rm", "-q", "--cached", "docs/guide.md") }, true},
		{"unmerged", func(r *testRepo) {
			blob := strings.TrimSpace(r.git("rev-parse", "HEAD:docs/guide.md"))
			r.git("rm", "-q", "--cached", "docs/guide.md")
			cmd := exec.Command("git", "update-index", "--index-info")
			cmd.Dir, cmd.Env = r.dir, r.env
			cmd.Stdin = strings.NewReader(strings.ReplaceAll("100644 X 1\tdocs/guide.md\n100644 X 2\tdocs/guide.md\n100644 X 3\tdocs/guide.md\n", "X", blob))
			require.NoError(r.t, cmd.Run())
		}, true},
		{"split", func(r *testRepo) { r.git("update-index", "--split-index") }, false},
		{"no index", func(r *testRepo) { require.NoError(r.t, os.Remove(r.path(".git/index"))) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t)
			for _, name := range []string{"docs/guide.txt", "docs/guide.md.bak", "a", "z"} {
				r.write(name, name)
			}
			r.git("add", "-A")
			c.make(r)
			rp, err := open(context.Background(), r.dir, r.env)
			require.NoError(t, err)
			defer rp.close()
			paths := []string{"docs/guide.md", "docs/guide.txt", "nowhere.md", "a", "docs"}
			got, err := rp.plainEntries(paths)
			if !c.plain {
				require.Error(t, err)
				return
			}
			require.NoError(t, err)
			want, err := rp.entries(context.Background(), []string{"GIT_INDEX_FILE=" + rp.index}, paths[:4])
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

func TestLooseObjects(t *testing.T) {
	for _, form := range []string{"sha1", "sha256"} {
		t.Run(form, func(t *testing.T) {
			r := newRepo(t, "--object-format="+form)
			r.write("other.txt", "two\n")
			r.git("commit", "-qam", "Second")
			head := r.git("rev-parse", "HEAD")
			look := func() (ok, reaches bool) {
				rp, err := open(context.Background(), r.dir, r.env)
				require.NoError(t, err)
				defer rp.close()
				kind, data, ok := rp.objects.loose(head)
				if ok {
					assert.Equal(t, "commit", kind)
					assert.Equal(t, r.git("cat-file", "commit", head), strings.TrimSuffix(string(data), "\n"))
				}
				return ok, rp.objects.reaches(head, "docs/guide.md")
			}
			ok, reaches := look()
			assert.True(t, ok && reaches)

			r.git("replace", "--graft", head)
			ok, reaches = look()
			assert.False(t, ok || reaches, "a replaced object is not what its bytes are")
			r.git("replace", "-d", head)
			require.NoError(t, os.RemoveAll(r.path(".git/refs/replace")))
			ok, _ = look()
			assert.True(t, ok)

			file := r.path(".git/objects/" + head[:2] + "/" + head[2:])
			whole, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.Chmod(file, 0o644))
			require.NoError(t, os.WriteFile(file, whole[:len(whole)-4], 0o644))
			ok, _ = look()
			assert.False(t, ok, "damaged")
			require.NoError(t, os.WriteFile(file, whole, 0o644))

			r.git("gc", "-q")
			ok, reaches = look()
			assert.False(t, ok || reaches, "packed")
		})
	}
}

func FuzzIndex(f *testing.F) {
	r := newRepo(f)
	for _, version := range []string{"2", "4"} {
		r.git("update-index", "--index-version", version)
		data, err := os.ReadFile(r.path(".git/index"))
		require.NoError(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found, err := parseIndex(data, 20, []string{"docs/guide.md"})
		if err == nil {
			assert.LessOrEqual(t, len(found), 1)
		}
	})
}

// A git that never answers, because its answer got lost, isn't waited for for ever.
func TestAnswerThatGotLost(t *testing.T) {
	needs(t, "sh")
	silent := filepath.Join(t.TempDir(), "git")
	require.NoError(t, os.WriteFile(silent, []byte("#!/bin/sh\nexec cat >/dev/null\n"), 0o755))
	g := &git{program: silent, dir: t.TempDir()}
	c, err := g.converse(context.Background(), os.Environ(), "update-ref")
	require.NoError(t, err)
	c.patience = time.Millisecond
	_, err = c.ask("start\n")
	require.Error(t, err)
}
