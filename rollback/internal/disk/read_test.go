package disk

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHasBytes(t *testing.T) {
	long := bytes.Repeat([]byte("0123456789"), 10_000) // several pieces
	for _, text := range [][]byte{nil, []byte("a"), long, long[:32<<10], long[:32<<10+1]} {
		path := filepath.Join(t.TempDir(), "a.md")
		require.NoError(t, os.WriteFile(path, text, 0o600))
		has := func(want []byte) bool {
			f, err := os.Open(path)
			require.NoError(t, err)
			defer f.Close()
			same, err := hasBytes(f, want)
			require.NoError(t, err)
			return same
		}
		require.True(t, has(text))
		require.False(t, has(append(bytes.Clone(text), 'x')))
		if n := len(text); n > 0 {
			require.False(t, has(text[:n-1]))
			other := bytes.Clone(text)
			other[n-1] ^= 1
			require.False(t, has(other))
		}
	}
}

func TestLastLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	require.Nil(t, LastLine(path))
	long := strings.Repeat("x", 10_000)
	for text, want := range map[string]string{
		"": "", "a\n": "a", "a\nb\n": "b", "a\nb": "", long + "\nb\n": "b", "a\n" + long + "\n": "", "\n": "",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.Equal(t, want, string(LastLine(path)), "%.20q", text)
	}
}
