package findingcache_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/findingcache"
	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestCounts counts a portion again where one of its texts has changed, where other things are counted, and where the
// file is damaged, and at no other time.
func TestCounts(t *testing.T) {
	dir := t.TempDir()
	getenv := func(string) string { return dir }
	bytes := make([]string, habit.Portion)
	var texts []source.Stored
	for i := range bytes {
		bytes[i] = fmt.Sprintf("- item %d\n", i)
		read := func(*[]byte) ([]byte, error) { return []byte(bytes[i]), nil }
		texts = append(texts, source.Stored{Path: fmt.Sprint(i), Read: read})
	}
	counts := func(delimiters bool) bool {
		c := findingcache.OpenCounts(getenv, "1", 2)
		defer c.Close()
		known := c.Memory(delimiters)
		asked := false
		got := habit.Gather(texts, 2, delimiters, func(portion []source.Stored, count func() habit.Counts) habit.Counts {
			return known(portion, func() habit.Counts { asked = true; return count() })
		})
		assert.Equal(t, habit.Gather(texts, 2, delimiters, nil), got)
		return asked
	}
	assert.True(t, counts(false))
	assert.False(t, counts(false))
	assert.True(t, counts(true), "emphasis too")
	assert.False(t, counts(true))
	assert.False(t, counts(false), "both are kept")
	bytes[7] = "* another\n"
	assert.True(t, counts(false))
	assert.False(t, counts(false))
	bytes[7] = "- item 7\n"
	assert.False(t, counts(false), "what was there before is known")

	files, err := filepath.Glob(filepath.Join(dir, "doc-iterate", "*"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	whole, err := os.ReadFile(files[0])
	require.NoError(t, err)
	for i := range whole {
		damaged := append([]byte{}, whole...)
		damaged[i] ^= 1
		require.NoError(t, os.WriteFile(files[0], damaged[:len(damaged)-i%2], 0o600))
		assert.True(t, counts(false), "byte %d", i)
		require.NoError(t, os.WriteFile(files[0], whole, 0o600))
	}

	texts = texts[1:]
	assert.True(t, counts(false))
	assert.True(t, counts(false), "a portion that is not whole")
}
