//go:build linux

package rollback

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
)

// What many documents held is removed while the run goes on, and by the next run what was left of it.
func TestWhatWasDisplacedIsSwept(t *testing.T) {
	opt, texts := folderOf(t, 3*disk.ManyFiles)
	var aside int
	var run *Run
	opt.step = func(point string) {
		if point == "aside" {
			require.NoDirExists(t, run.staged())
			put, err := filepath.Glob(filepath.Join(run.state.Trash(), "*", "*"))
			require.NoError(t, err)
			aside += len(put)
		}
	}
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	folder, next := run.state, nextOf(texts)
	pass(t, run, 1, next)
	require.NoError(t, run.Close())
	require.Equal(t, 3*disk.ManyFiles, aside)
	folder.AwaitEmptied()
	left := filepath.Join(folder.Trash(), "20260102T030405.006Z-0123abcd-1")
	requireEmpty(t, filepath.Dir(left))

	put := func() {
		t.Helper()
		require.NoError(t, os.MkdirAll(left, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(left, "0"), []byte("x"), 0o644))
	}
	put()
	opt.step = nil
	run, err = Open(ctx, opt)
	require.NoError(t, err)
	folder = run.state
	require.NoError(t, run.Close())
	folder.AwaitEmptied()
	requireEmpty(t, filepath.Dir(left))

	put()
	_, err = Prune(ctx, Place{Dir: opt.Dir, Environ: opt.Environ}, func(Record) bool { return false })
	require.NoError(t, err)
	requireEmpty(t, filepath.Dir(left))
	require.Equal(t, next, textsIn(t, opt))

	foreign := filepath.Join(folder.Trash(), "mine-1")
	require.NoError(t, os.Mkdir(foreign, 0o755))
	put()
	_, err = Prune(ctx, Place{Dir: opt.Dir, Environ: opt.Environ}, func(Record) bool { return false })
	require.NoError(t, err)
	require.NoDirExists(t, left)
	require.DirExists(t, foreign, "no run put it there")
}

// Where nothing can be put aside it is removed at once.
func TestWhatCanNotBePutAside(t *testing.T) {
	opt, texts := folderOf(t, 3*disk.ManyFiles)
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(run.state.Trash(), nil, 0o644))
	next := nextOf(texts)
	pass(t, run, 1, next)
	require.NoError(t, run.Close())
	require.NoDirExists(t, run.staged())
	require.Equal(t, next, textsIn(t, opt))
}

func requireEmpty(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}
