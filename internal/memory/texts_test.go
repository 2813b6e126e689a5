package memory

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTexts shows that texts are written as they were kept, in memory and in the file, in any order, and when the file
// takes no more.
func TestTexts(t *testing.T) {
	for _, full := range []bool{false, true} {
		var texts Texts
		const number = 3000
		text := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i%26)}, i*i%12000) }
		kept := make([]Text, number)
		keep := func(from, to int) {
			var all sync.WaitGroup
			for worker := range 4 {
				all.Go(func() {
					for i := from + worker; i < to; i += 4 {
						kept[i] = texts.Keep(text(i))
					}
				})
			}
			all.Wait()
		}
		keep(0, number*2/3)
		require.Greater(t, texts.size, int64(2*portion), "a part of them is in the file")
		if full {
			written := texts.file
			name := filepath.Join(t.TempDir(), "texts")
			content, err := io.ReadAll(io.NewSectionReader(written, 0, texts.written()))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(name, content, 0o644))
			texts.file, err = os.Open(name) // for reading alone
			require.NoError(t, err)
			require.NoError(t, written.Close())
		}
		keep(number*2/3, number)
		require.Equal(t, full, texts.full)
		for _, step := range []int{1, 7, 2999} {
			var got, want bytes.Buffer
			for n := range number {
				i := n * step % number
				require.NoError(t, texts.Write(&got, kept[i]))
				want.Write(text(i))
			}
			require.True(t, bytes.Equal(want.Bytes(), got.Bytes()), "in steps of %d", step)
		}
		texts.Close()
	}
}
