package gitdir

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

// Every object of a repository that is packed, with deltas, is read from its packs as git reads it.
func TestPacks(t *testing.T) {
	r := gittest.New(t)
	for _, line := range []string{"one\n", "two\n", "three\n"} {
		r.Write("docs/guide.md", strings.Repeat(gittest.Original, 20)+line)
		r.CommitAll(line)
	}
	r.Git("repack", "-a", "-d", "-f", "-q", "--depth=10")
	all := openPacks(filepath.Join(r.Dir, ".git", "objects"))
	defer all.close()
	list := strings.Fields(r.Git("cat-file", "--batch-all-objects",
		"--batch-check=%(objectname) %(objecttype) %(deltabase)"))
	deltas := 0
	for i := 0; i < len(list); i += 3 {
		kind, data, ok := all.read(list[i])
		require.True(t, ok)
		require.Equal(t, list[i+1], kind)
		require.Equal(t, list[i], objectID("sha1", kind, data))
		if strings.Trim(list[i+2], "0") != "" {
			deltas++
		}
	}
	require.NotZero(t, deltas)
	_, _, ok := all.read(strings.Repeat("0", 40))
	require.False(t, ok)
}
