package rollback

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is known of a document is taken for its bytes while its file is what it was, and only then.
func TestKnownBytes(t *testing.T) {
	opt, texts := folderOf(t, 3)
	opt.Known = map[string]Known{}
	for _, path := range opt.Paths {
		info, err := os.Stat(filepath.Join(opt.Dir, path))
		require.NoError(t, err)
		opt.Known[path] = Known{info, []byte(texts[path])}
	}
	saved := opt.Paths[1]
	require.NoError(t, os.Remove(filepath.Join(opt.Dir, saved)))
	require.NoError(t, os.WriteFile(filepath.Join(opt.Dir, saved), []byte("Theirs.\n"), 0o644))
	delete(opt.Known, opt.Paths[2])
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	require.Same(t, &opt.Known[opt.Paths[0]].Bytes[0], &run.Bytes(opt.Paths[0])[0], "it was not read again")
	require.Equal(t, "Theirs.\n", string(run.Bytes(saved)))
	require.Equal(t, texts[opt.Paths[2]], string(run.Bytes(opt.Paths[2])))
	require.NoError(t, run.Close())
}
