package gitdir

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

func TestLooseObjects(t *testing.T) {
	for _, form := range []string{"sha1", "sha256"} {
		t.Run(form, func(t *testing.T) {
			r := gittest.New(t, "--object-format="+form)
			r.Write("other.txt", "two\n")
			r.Git("commit", "-qam", "Second")
			head := r.Git("rev-parse", "HEAD")
			look := func() (ok, reaches bool) {
				rp, err := Open(context.Background(), r.Dir, r.Env)
				require.NoError(t, err)
				defer rp.Close()
				kind, data, ok := rp.Objects.readLoose(head)
				if ok {
					assert.Equal(t, "commit", kind)
					assert.Equal(t, r.Git("cat-file", "commit", head), strings.TrimSuffix(string(data), "\n"))
				}
				rp.Objects.looseOnly = true
				_, err = rp.CommittedEntry(t.Context(), head, "docs/guide.md")
				return ok, err == nil
			}
			ok, reaches := look()
			assert.True(t, ok && reaches)

			r.Git("replace", "--graft", head)
			ok, reaches = look()
			assert.False(t, ok || reaches, "a replaced object is not what its bytes are")
			r.Git("replace", "-d", head)
			require.NoError(t, os.RemoveAll(r.Path(".git/refs/replace")))
			ok, _ = look()
			assert.True(t, ok)

			file := r.Path(".git/objects/" + head[:2] + "/" + head[2:])
			whole, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.Chmod(file, 0o644))
			require.NoError(t, os.WriteFile(file, whole[:len(whole)-4], 0o644))
			ok, _ = look()
			assert.False(t, ok, "damaged")
			require.NoError(t, os.WriteFile(file, whole, 0o644))

			r.Git("gc", "-q")
			ok, reaches = look()
			assert.False(t, ok || reaches, "packed")
		})
	}
}

// A git that never answers, because its answer got lost, isn't waited for for ever.
func TestAnswerThatGotLost(t *testing.T) {
	silent := filepath.Join(t.TempDir(), "git")
	require.NoError(t, os.WriteFile(silent, []byte("#!/bin/sh\nexec cat >/dev/null\n"), 0o755))
	g := &Git{program: silent, dir: t.TempDir()}
	c, err := g.start(context.Background(), os.Environ(), "update-ref")
	require.NoError(t, err)
	c.timeout = time.Millisecond
	_, err = c.ask("start\n")
	require.Error(t, err)
}
