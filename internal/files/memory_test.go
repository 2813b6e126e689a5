package files_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// TestLimitMemory holds the limit of a run to what it reads, however many read at once. A limit of the user's, and a
// server, which has none, are left alone.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	const size, reads = 1000, 500
	path := filepath.Join(t.TempDir(), "a.md")
	require.NoError(t, os.WriteFile(path, make([]byte, size), 0o600))
	read := func() {
		_, err := files.Read(path, size, files.MaxSmall)
		assert.NoError(t, err)
	}

	debug.SetMemoryLimit(math.MaxInt64)
	read()
	require.Equal(t, int64(math.MaxInt64), debug.SetMemoryLimit(-1), "a server has no limit")

	files.LimitMemory()
	start := debug.SetMemoryLimit(-1)
	require.Less(t, start, int64(64<<20))
	parallel.Each(reads, 8, func(int) { read() })
	perByte := (debug.SetMemoryLimit(-1) - start) / (size * reads)
	assert.Equal(t, start+perByte*size*reads, debug.SetMemoryLimit(-1), "each read counts once")
	assert.InDelta(t, 50, perByte, 10)
	_, err := files.ReadAll("-", bytes.NewReader(make([]byte, size)))
	require.NoError(t, err)
	assert.Equal(t, start+perByte*size*(reads+1), debug.SetMemoryLimit(-1), "so does a pipe")

	debug.SetMemoryLimit(1 << 30)
	files.LimitMemory()
	assert.Equal(t, int64(1<<30), debug.SetMemoryLimit(-1))
}
