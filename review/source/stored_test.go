package source_test

import (
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// The bytes are read once as long as somebody has them, and again afterwards.
func TestAgain(t *testing.T) {
	reads, failed := 0, error(nil)
	text := source.Again("a.md", func() ([]byte, error) {
		reads++
		return []byte("# A text that is longer than a few bytes\n"), failed
	})
	held := text.Bytes()
	require.Same(t, &held[0], &text.Bytes()[0])
	require.Equal(t, 1, reads)
	runtime.KeepAlive(held)
	runtime.GC()
	require.Equal(t, "# A text that is longer than a few bytes\n", string(text.Bytes()))
	require.Equal(t, 2, reads)
	failed = errors.New("gone")
	runtime.GC()
	_, err := text.Read()
	require.ErrorIs(t, err, failed)
}
