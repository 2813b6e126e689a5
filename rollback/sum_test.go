package rollback

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Sum is the SHA-256 wherever passes go, although in a repository the run names bytes by their blobs, and whatever was
// asked for before.
func TestSumIsTheSHA256(t *testing.T) {
	for _, mode := range []Mode{ModeBranch, ModeNone} {
		r := newRepo(t)
		opt := r.options()
		opt.Mode = mode
		run, err := Open(ctx, opt)
		require.NoError(t, err)
		check := func(path string, data []byte) {
			t.Helper()
			require.Equal(t, fmt.Sprintf("%x", sha256.Sum256(data)), run.Sum(path, data), "%s", mode)
		}
		const path = "docs/guide.md"
		for range 2 {
			for _, text := range [][]byte{run.Bytes(path), run.Bytes(path)[:1], []byte(fixed), {}, nil} {
				check(path, text)
				check(path, text)
			}
			pass(t, run, 1, map[string]string{path: fixed})
		}
		check("no document", []byte(fixed))
		require.NoError(t, run.Close())
	}
}
