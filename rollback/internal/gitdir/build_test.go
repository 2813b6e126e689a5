package gitdir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What go-git builds is what git's format says, byte for byte.
func TestGoGitBuildsWhatGitHas(t *testing.T) {
	id := strings.Repeat("0123456789abcdef", 3)[:40]
	entries := []treeEntry{
		{"100644", "a", id}, {"100755", "b.sh", id}, {"40000", "b", id}, {"120000", "größe\n", id}, {"160000", "z", id},
	}
	tree, err := treeOf(entries)
	require.NoError(t, err)
	want, err := longTreeOf(entries)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(tree))

	for _, who := range []string{
		"A Writer <writer@example.com> 1700000000 +0000", "Ä. B. <> 1 -0330", "a <a b@c> 4102444800 +1345",
		"Q \"x\" <q> 0 -1200",
	} {
		by := identity{"author " + who, "committer " + who}
		for _, parent := range []string{"", id} {
			got, err := commitOf(by, id, parent, "Say it\n\nbody \xff\n")
			require.NoError(t, err, who)
			assert.Equal(t, string(longCommitOf(by, id, parent, "Say it\n\nbody \xff\n")), string(got))
		}
	}
	for _, who := range []string{
		"a <b> 1700000000 -0030", "a <b> -5 +0000", "a <b> 5 -0000", " a  <b> 5 +0000", "a <b>", "",
	} {
		by := identity{"author " + who, "committer " + who}
		_, err := commitOf(by, id, "", "m")
		assert.ErrorIs(t, err, errOtherIdentity, who)
	}
}
