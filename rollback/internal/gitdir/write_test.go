package gitdir

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
)

// What is written without git is what git would have written: the same object, with the same permissions.
func TestLooseObjectsAreGits(t *testing.T) {
	for _, c := range []struct{ format, shared string }{
		{"sha1", "umask"}, {"sha1", "group"}, {"sha1", "all"}, {"sha1", "0640"}, {"sha256", "umask"},
	} {
		t.Run(c.format+" "+c.shared, func(t *testing.T) {
			t.Parallel()
			r := gittest.New(t, "--object-format="+c.format)
			r.Git("config", "core.sharedRepository", c.shared)
			r.Write("tree/a.txt", "a file beside a directory of nearly its name\n")
			r.Write("tree.md", "x\n")
			r.Write("tree-b.md", "y\n")
			require.NoError(t, os.Symlink("tree.md", r.Path("link")))
			require.NoError(t, os.Chmod(r.Path("tree-b.md"), 0o755))
			r.CommitAll("More")
			rp, err := Open(t.Context(), r.Dir, r.Env)
			require.NoError(t, err)
			defer rp.Close()
			rp.Git.Quarantine = Quarantine{Dir: t.TempDir(), Main: r.Path(".git/objects")}
			rp.Objects.shared = sharingOf(c.shared)

			tree := r.Git("rev-parse", "HEAD^{tree}")
			entries, err := rp.Objects.readTree(t.Context(), tree)
			require.NoError(t, err)
			for i, j := 0, len(entries)-1; i < j; i, j = i+1, j-1 {
				entries[i], entries[j] = entries[j], entries[i]
			}
			id, err := rp.Objects.writeTree(t.Context(), entries)
			require.NoError(t, err)
			require.Equal(t, tree, id, "entries are sorted as git sorts them")
			for range 2 {
				id, err = rp.Objects.Write("blob", []byte("fresh\n"))
				require.NoError(t, err)
			}
			theirs := gitObject(t, r, "fresh\n", id)
			ours, err := os.Stat(filepath.Join(rp.Git.Quarantine.Dir, id[:2], id[2:]))
			require.NoError(t, err)
			require.Equal(t, theirs, ours.Mode())
		})
	}
}

// gitObject has git store a blob, and returns the permissions that its file gets.
func gitObject(t *testing.T, r *gittest.Repo, text, id string) os.FileMode {
	file := filepath.Join(r.Home, "text")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	require.Equal(t, id, r.Git("hash-object", "-w", file))
	info, err := os.Stat(r.Path(".git/objects/" + id[:2] + "/" + id[2:]))
	require.NoError(t, err)
	return info.Mode()
}

func TestIdentityOf(t *testing.T) {
	commit := "tree x\nauthor A U Thor <a@example.org> 1700000000 +0545\ncommitter C <c@example.org> 1700000000 +0545\n\nx\n"
	by, err := IdentityOf([]byte(commit), nil)
	require.NoError(t, err)
	require.Regexp(t, `^author A U Thor <a@example.org> \d+ \+0545$`, by.author)
	_, err = IdentityOf([]byte("tree x\n\nauthor nobody"), nil)
	require.Error(t, err)
}
