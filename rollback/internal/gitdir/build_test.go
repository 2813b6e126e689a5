package gitdir

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

// What is built without git is what git builds of the same.
func TestTreesAndCommitsAreGits(t *testing.T) {
	r := gittest.New(t)
	rp, err := Open(t.Context(), r.Dir, r.Env)
	require.NoError(t, err)
	defer rp.Close()
	rp.Git.Quarantine = Quarantine{Dir: t.TempDir(), Main: r.Path(".git/objects")}
	blob := r.Git("rev-parse", "HEAD:other.txt")
	tree := r.Git("rev-parse", "HEAD^{tree}")
	entries := []treeEntry{
		{"100644", "a", blob}, {"100755", "b.sh", blob}, {"40000", "b", tree}, {"120000", "größe\n", blob}, {"160000", "z", r.Git("rev-parse", "HEAD")},
	}
	for n := range entries {
		data, err := treeOf(entries[:n+1])
		require.NoError(t, err)
		made, err := rp.Objects.makeTree(t.Context(), entries[:n+1])
		require.NoError(t, err)
		assert.Equal(t, made, objectID("sha1", "tree", data))
	}

	for _, who := range []string{
		"A Writer <writer@example.com> 1700000000 +0000", "Ä. B <a> 1 -0330", "a <a b@c> 4102444800 +1345",
		"Q \"x\" y <q> 0 -1200",
	} {
		by := identity{"author " + who, "committer " + who}
		for _, parents := range [][]string{nil, {r.Git("rev-parse", "HEAD")}} {
			got, err := commitOf(by, tree, strings.Join(parents, ""), "Say it\n\nbody ä\n")
			require.NoError(t, err, who)
			made, err := rp.commitTree(t.Context(), by.environ(), tree, parents, "Say it\n\nbody ä\n", false)
			require.NoError(t, err, who)
			assert.Equal(t, made, objectID("sha1", "commit", got), who)
		}
	}
	for _, who := range []string{
		"a <b> 1700000000 -0030", "a <b> -5 +0000", "a <b> 5 -0000", " a  <b> 5 +0000", "a <b>", "",
	} {
		by := identity{"author " + who, "committer " + who}
		_, err := commitOf(by, tree, "", "m")
		assert.ErrorIs(t, err, errOtherIdentity, who)
	}
	half := "a <b> 1700000000 -0030"
	commit, err := rp.WriteCommit(t.Context(), identity{"author " + half, "committer " + half}, tree, "", "m\n")
	require.NoError(t, err)
	text, err := rp.Git.Store(t.Context(), nil, nil, "cat-file", "commit", commit)
	require.NoError(t, err)
	assert.Contains(t, string(text), "author "+half+"\ncommitter "+half+"\n", "go-git would write another zone")
}
