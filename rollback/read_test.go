package rollback

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkReadInto is a small document, which ReadInto and the package os read.
func BenchmarkReadInto(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.md")
	const size = 4 << 10
	require.NoError(b, os.WriteFile(path, make([]byte, size), 0o644))
	var buffer []byte
	b.Run("ReadInto", func(b *testing.B) {
		for b.Loop() {
			buffer, _ = ReadInto(buffer, path, size)
		}
	})
	b.Run("os", func(b *testing.B) {
		for b.Loop() {
			_, _ = os.ReadFile(path)
		}
	})
}

func TestReadIntoReadsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	for _, size := range []int{0, 1, 100, 5000} {
		text := make([]byte, size)
		require.NoError(t, os.WriteFile(path, text, 0o644))
		for _, expected := range []int{0, size - 1, size, size + 1, 10 * size} {
			got, err := ReadInto([]byte("what was there"), path, max(expected, 0))
			require.NoError(t, err)
			require.Equal(t, text, got, "%d bytes, %d expected", size, expected)
		}
	}
	_, err := ReadInto(nil, path+".none", 1)
	require.ErrorIs(t, err, os.ErrNotExist)
}

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
