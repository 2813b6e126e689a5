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
