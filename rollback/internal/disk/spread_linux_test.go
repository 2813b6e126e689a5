//go:build linux

package disk

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkSpread is to make 500 files where 3,000 were removed just before, and in a folder that has a part of the disk of
// its own. It shows a difference on ext4 without a journal, not on other file systems.
func BenchmarkSpread(b *testing.B) {
	files := func(dir string, n int) {
		for i := range n {
			require.NoError(b, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), []byte("text"), 0o600))
		}
	}
	for _, spread := range []bool{false, true} {
		b.Run(fmt.Sprintf("spread=%v", spread), func(b *testing.B) {
			dir, n := b.TempDir(), 0
			for b.Loop() {
				b.StopTimer()
				n++
				gone := filepath.Join(dir, "gone")
				require.NoError(b, os.Mkdir(gone, 0o700))
				files(gone, 3000)
				require.NoError(b, os.RemoveAll(gone))
				if spread {
					SpreadFolders(dir)
				}
				staged := filepath.Join(dir, fmt.Sprintf("staged-%d-%d", os.Getpid(), n))
				require.NoError(b, os.Mkdir(staged, 0o700))
				b.StartTimer()
				files(staged, 500)
			}
		})
	}
}
