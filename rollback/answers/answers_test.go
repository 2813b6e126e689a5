package answers

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestStoreIsBounded(t *testing.T) {
	dir := t.TempDir()
	s := Open([]string{"XDG_CACHE_HOME=" + dir})
	keys := []string{"aa01", "bb02", "cc03", "dd04"}
	now := time.Now()
	for n, key := range keys {
		require.NoError(t, s.Put(key, []byte(strings.Repeat("x", 100))))
		used := now.Add(-time.Duration(n) * time.Hour)
		require.NoError(t, os.Chtimes(s.path(key), used, used))
	}
	assert.Len(t, s.Get("dd04"), 100) // it is the last one that was used now
	s.prune(now.Add(time.Second), 250)
	assert.NotNil(t, s.Get("aa01"))
	assert.Nil(t, s.Get("bb02"))
	assert.Nil(t, s.Get("cc03"))
	assert.NotNil(t, s.Get("dd04"))
	assert.Contains(t, s.String(), "programs: 2, 1 KB of at most 256 MB, in "+dir)
	s.Prune(time.Now().Add(MaxAge + time.Hour))
	assert.Empty(t, s.String())
}

// What somebody else could have written is not believed, and a store without a folder is empty.
func TestStoreOfOthers(t *testing.T) {
	s := Open([]string{"XDG_CACHE_HOME=" + t.TempDir()})
	require.NoError(t, s.Put("aa01", []byte("x")))
	info, err := os.Stat(s.path("aa01"))
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoError(t, os.Chmod(s.path("aa01"), 0o666))
	assert.Nil(t, s.Get("aa01"))
	require.NoError(t, os.Remove(s.path("aa01")))
	require.NoError(t, os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), s.path("aa01")))
	assert.Nil(t, s.Get("aa01"))
	none := Open(nil)
	assert.NoError(t, none.Put("aa01", []byte("x")))
	assert.Nil(t, none.Get("aa01"))
	none.Prune(time.Now())
}
