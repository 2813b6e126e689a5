package rollback

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is written without git is what git would have written: the same object, with the same permissions.
func TestLooseObjectsAreGits(t *testing.T) {
	for _, c := range []struct{ format, shared string }{
		{"sha1", "umask"}, {"sha1", "group"}, {"sha1", "all"}, {"sha1", "0640"}, {"sha256", "umask"},
	} {
		t.Run(c.format+" "+c.shared, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t, "--object-format="+c.format)
			r.git("config", "core.sharedRepository", c.shared)
			r.write("tree/a.txt", "a file beside a directory of nearly its name\n")
			r.write("tree.md", "x\n")
			r.write("tree-b.md", "y\n")
			require.NoError(t, os.Symlink("tree.md", r.path("link")))
			r.chmod("tree-b.md", 0o755)
			r.commitAll("More")
			rp, err := open(ctx, r.dir, r.env)
			require.NoError(t, err)
			defer rp.close()
			rp.git.incoming = incoming{dir: t.TempDir(), main: r.path(".git/objects")}
			rp.objects.shared = sharingOf(c.shared)

			tree := r.git("rev-parse", "HEAD^{tree}")
			entries, err := rp.objects.readTree(ctx, tree)
			require.NoError(t, err)
			for i, j := 0, len(entries)-1; i < j; i, j = i+1, j-1 {
				entries[i], entries[j] = entries[j], entries[i]
			}
			id, err := rp.objects.writeTree(entries)
			require.NoError(t, err)
			require.Equal(t, tree, id, "entries are sorted as git sorts them")
			for range 2 {
				id, err = rp.objects.write("blob", []byte("fresh\n"))
				require.NoError(t, err)
			}
			theirs := gitObject(t, r, "fresh\n", id)
			ours, err := os.Stat(filepath.Join(rp.git.incoming.dir, id[:2], id[2:]))
			require.NoError(t, err)
			require.Equal(t, theirs, ours.Mode())
		})
	}
}

// gitObject has git store a blob, and returns the permissions that its file gets.
func gitObject(t *testing.T, r *testRepo, text, id string) os.FileMode {
	file := filepath.Join(r.home, "text")
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	require.Equal(t, id, r.git("hash-object", "-w", file))
	info, err := os.Stat(r.path(".git/objects/" + id[:2] + "/" + id[2:]))
	require.NoError(t, err)
	return info.Mode()
}

func TestIdentityOfTheChain(t *testing.T) {
	r := newRepo(t)
	opt := r.options()
	opt.Environ = append(append([]string{}, r.env...), "GIT_AUTHOR_NAME=Ünïcode <odd>", "GIT_AUTHOR_DATE=1700000000 +0545", "TZ=Asia/Kolkata")
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	format := "--format=%an|%ae|%ad|%cn|%ce"
	require.Equal(t, r.git("log", "-1", format, "--date=raw", run.Ref()+"~1"), r.git("log", "-1", format, "--date=raw", run.Ref()))
	zone := func(rev string) string { return r.git("log", "-1", "--format=%cd", "--date=format:%z", rev) }
	require.Equal(t, zone("HEAD"), zone(run.Ref()))
	cmd := exec.Command("git", "cat-file", "commit", run.Ref())
	cmd.Dir, cmd.Env = r.dir, r.env
	raw, err := cmd.Output()
	require.NoError(t, err)
	_, err = identityOf(raw, nil)
	require.NoError(t, err)
	_, err = identityOf([]byte("tree x\n\nauthor nobody"), nil)
	require.Error(t, err)
	r.intact()
}

// Who makes the commits of a run is who git says, told apart or not.
func TestWhoCommits(t *testing.T) {
	for name, c := range map[string]struct{ config, env []string }{
		"one":                   {},
		"an odd name":           {config: []string{"user.name", "Ünïcode \"O'Q\" <x> , Jr."}},
		"an author of its own":  {config: []string{"author.name", "Somebody Else"}},
		"a committer":           {config: []string{"committer.email", "robot@example.org"}},
		"author by environment": {env: []string{"GIT_AUTHOR_NAME=Env Author", "GIT_AUTHOR_EMAIL=env@example.org"}},
		"by address":            {env: []string{"EMAIL=other@example.org"}},
		"not UTF-8":             {config: []string{"user.name", "J\xfcrgen"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			if c.config != nil {
				r.git("config", c.config[0], c.config[1])
			}
			r.env = append(r.env, c.env...)
			want := r.git("commit-tree", "HEAD^{tree}", "-m", "x")
			if at := strings.LastIndexByte(want, '\n'); at >= 0 {
				want = want[at+1:] // git warns
			}
			run, err := Open(ctx, r.options())
			require.NoError(t, err)
			pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
			require.NoError(t, run.Close())
			const format = "--format=%an|%ae|%cn|%ce"
			for _, rev := range []string{run.Ref() + "~1", run.Ref(), "HEAD"} {
				require.Equal(t, r.git("log", "-1", format, want), r.git("log", "-1", format, rev), rev)
			}
			r.intact()
		})
	}
}
