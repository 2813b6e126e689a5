package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReadFileReadsWhatIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.md")
	for _, size := range []int{0, 1, 100, 5000} {
		text := make([]byte, size)
		require.NoError(t, os.WriteFile(path, text, 0o644))
		for _, expected := range []int{0, size - 1, size, size + 1, 10 * size} {
			got, err := Read(path, int64(max(expected, 0)), 1<<20)
			require.NoError(t, err)
			require.Equal(t, text, got, "%d bytes, %d expected", size, expected)
		}
	}
	_, err := Read(path+".none", 1, 1)
	require.ErrorIs(t, err, os.ErrNotExist)
}
