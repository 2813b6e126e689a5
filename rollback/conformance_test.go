package rollback

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func TestConformanceWork(t *testing.T) {
	for _, s := range []scenario{
		{name: "clean"},
		{name: "other work", make: func(r *testRepo) {
			for _, f := range []string{"staged.txt", "unstaged.txt", "both.txt"} {
				r.Write(f, "one\n")
			}
			r.Write(".gitignore", "*.ign\n")
			r.CommitAll("More")
			r.Write("staged.txt", "two\n")
			r.Write("both.txt", "two\n")
			r.Write("new.txt", "new\n")
			r.Git("add", "staged.txt", "both.txt", "new.txt")
			r.Write("both.txt", "three\n")
			r.Write("unstaged.txt", "two\n")
			r.Write("untracked.txt", "u\n")
			r.Write("ignored.ign", "i\n")
			r.Write("later.txt", "l\n")
			r.Git("add", "-N", "later.txt")
			r.Git("rm", "-q", "--cached", "other.txt")
			r.Git("stash", "list")
		}},
		{name: "dirty", make: func(r *testRepo) { r.append("docs/guide.md", "x\n") }, refused: refusal.Dirty},
		{name: "dirty with the time and size of the clean one", make: func(r *testRepo) {
			info, err := os.Stat(r.Path("docs/guide.md"))
			require.NoError(r.T, err)
			r.Write("docs/guide.md", strings.Replace(original, "Use", "USE", 1))
			require.NoError(r.T, os.Chtimes(r.Path("docs/guide.md"), info.ModTime(), info.ModTime()))
		}, refused: refusal.Dirty},
		{name: "touched only", make: func(r *testRepo) {
			info, err := os.Stat(r.Path("docs/guide.md"))
			require.NoError(r.T, err)
			r.Write("docs/guide.md", original)
			require.NoError(r.T, os.Chtimes(r.Path("docs/guide.md"), info.ModTime().Add(-1e12),
				info.ModTime().Add(-1e12)))
		}},
		{name: "dirty, allowed", make: func(r *testRepo) { r.append("docs/guide.md", "x\n") }, options: allowDirty, mode: ModeRecord},
		{name: "clean, dirty allowed", options: allowDirty},
		{name: "staged", make: func(r *testRepo) { r.append("docs/guide.md", "x\n"); r.Git("add", "-A") }, refused: refusal.Staged},
		{name: "staged, allowed", make: func(r *testRepo) { r.append("docs/guide.md", "x\n"); r.Git("add", "-A") }, options: allowDirty, mode: ModeRecord},
		{name: "partially staged", make: partiallyStaged, refused: refusal.PartiallyStaged},
		{name: "partially staged, allowed", make: partiallyStaged, options: allowDirty, mode: ModeRecord},
		{name: "untracked", make: untrack, refused: refusal.Untracked},
		{name: "untracked, allowed", make: untrack, options: allowDirty, mode: ModeRecord},
		{name: "untracked, record", make: untrack, options: record, refused: refusal.Untracked},
		{name: "intent to add", make: func(r *testRepo) { untrack(r); r.Git("add", "-N", "docs/guide.md") }, refused: refusal.PartiallyStaged},
		{name: "added, not committed", make: func(r *testRepo) { untrack(r); r.Git("add", "docs/guide.md") }, refused: refusal.Staged},
		{name: "ignored", make: func(r *testRepo) { untrack(r); r.Write(".gitignore", "docs/\n") }, refused: refusal.Untracked},
		{name: "removed from the index", make: func(r *testRepo) { r.Git("rm", "-q", "--cached", "docs/guide.md") }, refused: refusal.Untracked},
		{name: "changed mode", make: func(r *testRepo) { r.chmod("docs/guide.md", 0o755) }, refused: refusal.Dirty},
		{name: "changed mode that git ignores", make: func(r *testRepo) {
			r.Git("config", "core.fileMode", "false")
			r.chmod("docs/guide.md", 0o755)
		}, after: func(t *testing.T, r *testRepo, _ *Run) {
			require.Contains(t, r.Git("ls-tree", "HEAD", "docs/guide.md"), "100644 blob")
			info, err := os.Stat(r.Path("docs/guide.md"))
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o755), info.Mode())
		}},
		{name: "executable", make: func(r *testRepo) { r.chmod("docs/guide.md", 0o755); r.CommitAll("x") },
			after: func(t *testing.T, r *testRepo, _ *Run) {
				require.Contains(t, r.Git("ls-tree", "HEAD", "docs/guide.md"), "100755 blob")
				info, err := os.Stat(r.Path("docs/guide.md"))
				require.NoError(t, err)
				require.Equal(t, os.FileMode(0o755), info.Mode())
			}},
		{name: "read-only", make: func(r *testRepo) { r.chmod("docs/guide.md", 0o444) }, refused: refusal.ReadOnly},
		{name: "read-only directory", make: func(r *testRepo) {
			r.chmod("docs", 0o555)
			r.T.Cleanup(func() { os.Chmod(r.Path("docs"), 0o755) })
		}, refused: refusal.ReadOnly},
		{name: "missing", make: func(r *testRepo) { require.NoError(r.T, os.Remove(r.Path("docs/guide.md"))) }, refused: refusal.Missing},
		{name: "a directory", make: func(r *testRepo) {
			r.Git("rm", "-q", "docs/guide.md")
			require.NoError(r.T, os.MkdirAll(r.Path("docs/guide.md"), 0o755))
		}, refused: refusal.NotRegular},
		{name: "skip-worktree", make: func(r *testRepo) { r.Git("update-index", "--skip-worktree", "docs/guide.md") }, refused: refusal.Flagged},
		{name: "assume-unchanged", make: func(r *testRepo) { r.Git("update-index", "--assume-unchanged", "docs/guide.md") }, refused: refusal.Flagged},
		{name: "flags elsewhere", make: func(r *testRepo) {
			r.Write("third.txt", "3\n")
			r.CommitAll("x")
			r.Git("update-index", "--assume-unchanged", "other.txt")
			r.Git("update-index", "--skip-worktree", "third.txt")
			r.Write("other.txt", "changed\n")
			r.Write("third.txt", "changed\n")
		}},
	} {
		t.Run(s.name, s.run)
	}
}

func partiallyStaged(r *testRepo) {
	r.append("docs/guide.md", "x\n")
	r.Git("add", "-A")
	r.append("docs/guide.md", "y\n")
}

func untrack(r *testRepo) {
	r.Git("rm", "-q", "--cached", "docs/guide.md")
	r.Git("commit", "-q", "-m", "Forget the guide")
}

func TestConformanceIndex(t *testing.T) {
	for _, s := range []scenario{
		{name: "version 2", make: func(r *testRepo) { r.Git("update-index", "--index-version", "2") }},
		{name: "version 3", make: func(r *testRepo) { r.Write("later.txt", "l\n"); r.Git("add", "-N", "later.txt") }},
		{name: "version 4", make: func(r *testRepo) { r.Git("update-index", "--index-version", "4") }},
		{name: "split", make: func(r *testRepo) { r.Git("update-index", "--split-index") }, after: hasExtension("link")},
		{name: "split by configuration", make: func(r *testRepo) { r.Git("config", "core.splitIndex", "true"); r.Git("update-index", "--split-index") },
			after: hasExtension("link")},
		{name: "untracked cache", make: func(r *testRepo) {
			r.Write("untracked.txt", "u\n")
			r.Git("update-index", "--force-untracked-cache")
			r.Git("status", "--porcelain")
		}, after: hasExtension("UNTR")},
		{name: "skipHash", make: func(r *testRepo) {
			r.Git("config", "index.skipHash", "true")
			r.Git("update-index", "--force-write-index")
			if data := r.indexBytes(); strings.Trim(string(data[len(data)-20:]), "\x00") != "" {
				r.T.Skip("this git writes a hash all the same (before 2.40)")
			}
		}},
		{name: "sparse cone", make: sparse("--no-sparse-index")},
		{name: "sparse index", make: sparse("--sparse-index"), after: hasExtension("sdir")},
		// git takes a file that is there for one that is wanted, wherever the cone ends.
		{name: "outside the sparse cone", make: func(r *testRepo) {
			sparse("--no-sparse-index")(r)
			r.Write("far/away.md", "whitelist\n")
		}, documents: []string{"far/away.md"}},
		{name: "two entries of one name but for case", make: func(r *testRepo) {
			r.Write("docs/Guide.md", "# Another\n")
			r.CommitAll("x")
			r.Git("config", "core.ignoreCase", "true")
		}},
		{name: "named in another case", make: func(r *testRepo) {
			// As a file system sees it to which case is all the same: both names lead to one file.
			r.Git("config", "core.ignoreCase", "true")
			require.NoError(r.T, os.MkdirAll(r.Path("DOCS"), 0o755))
			require.NoError(r.T, os.Link(r.Path("docs/guide.md"), r.Path("docs/GUIDE.md")))
			r.Write(".git/info/exclude", "docs/GUIDE.md\n")
		}, options: func(_ *testRepo, o *Options) { o.Paths = []string{"docs/GUIDE.md"} },
			after: func(t *testing.T, r *testRepo, _ *Run) { require.Equal(t, fixed, r.Read("docs/guide.md")) }},
		{name: "foreign lock", make: func(r *testRepo) { r.Write(".git/index.lock", "") }, refused: refusal.Locked},
		{name: "foreign lock, record", make: func(r *testRepo) { r.Write(".git/index.lock", "") }, options: record, refused: refusal.Locked},
		{name: "foreign lock midway", midway: func(r *testRepo) { r.Write(".git/index.lock", "theirs") }, publish: refusal.Locked},
		{name: "user stages midway", midway: func(r *testRepo) {
			blob := r.Git("hash-object", "-w", "other.txt")
			r.Git("update-index", "--cacheinfo", "100644,"+blob+",docs/guide.md")
		}, publish: refusal.Moved},
		{name: "user stages something else midway", midway: func(r *testRepo) { r.Write("other.txt", "two\n"); r.Git("add", "-A") }},
	} {
		t.Run(s.name, s.run)
	}
}

func hasExtension(name string) func(*testing.T, *testRepo, *Run) {
	return func(t *testing.T, r *testRepo, _ *Run) { require.Contains(t, string(r.indexBytes()), name) }
}

func sparse(form string) func(*testRepo) {
	return func(r *testRepo) {
		r.Write("far/away.md", "whitelist\n")
		r.Write("far/deeper/away.md", "whitelist\n")
		r.CommitAll("x")
		r.Git("sparse-checkout", "init", "--cone", form)
		r.Git("sparse-checkout", "set", "docs")
		require.NoFileExists(r.T, r.Path("far/away.md"))
	}
}

func TestConformanceRepositories(t *testing.T) {
	for _, s := range []scenario{
		{name: "sha256", init: []string{"--object-format=sha256"}},
		{name: "worktreeConfig", make: func(r *testRepo) {
			r.Git("config", "extensions.worktreeConfig", "true")
			r.Git("config", "--worktree", "user.name", "Worktree Writer")
		}, after: func(t *testing.T, r *testRepo, _ *Run) {
			require.Equal(t, "Worktree Writer", r.Git("log", "-1", "--format=%an"))
		}},
		{name: "packed refs", make: func(r *testRepo) { r.Git("pack-refs", "--all") }},
		{name: "packed refs, and packed again midway", make: func(r *testRepo) { r.Git("pack-refs", "--all") },
			midway: func(r *testRepo) { r.Git("commit", "-q", "--allow-empty", "-m", "x"); r.Git("pack-refs", "--all") }},
		{name: "detached", make: func(r *testRepo) { r.Git("checkout", "-q", "--detach") }},
		{name: "HEAD is a link", make: func(r *testRepo) {
			r.Git("config", "core.preferSymlinkRefs", "true")
			r.Git("symbolic-ref", "HEAD", "refs/heads/main")
		}},
		{name: "a branch with slashes", make: func(r *testRepo) { r.Git("checkout", "-q", "-b", "feature/docs/guide") }},
		{name: "shared", init: []string{"--shared=group"}, after: func(t *testing.T, r *testRepo, run *Run) {
			out, err := exec.Command("find", r.Path(".git/objects"), "-type", "d", "!", "-perm", "-g=w").CombinedOutput()
			require.NoError(t, err)
			require.Empty(t, string(out))
		}},
		{name: "logs everywhere", make: func(r *testRepo) { r.Git("config", "core.logAllRefUpdates", "always") },
			after: func(t *testing.T, r *testRepo, _ *Run) { require.Contains(t, r.Git("reflog", "-1"), "doc-iterate") }},
		{name: "git's directory elsewhere", make: func(r *testRepo) {
			r.Git("init", "-q", "--separate-git-dir", filepath.Join(r.Home, "elsewhere.git"))
		}},
	} {
		t.Run(s.name, s.run)
	}
	t.Run("reftable", func(t *testing.T) {
		home, env := gittest.NewEnv(t)
		probe := exec.Command("git", "init", "-q", "--ref-format=reftable", filepath.Join(home, "probe"))
		probe.Env = env
		if out, err := probe.CombinedOutput(); err != nil {
			t.Skipf("this git can't make a reftable repository: %s", out)
		}
		scenario{init: []string{"--ref-format=reftable"}}.run(t)
	})
	t.Run("unborn", func(t *testing.T) {
		t.Parallel()
		home, env := gittest.NewEnv(t)
		dir, err := filepath.EvalSymlinks(t.TempDir())
		require.NoError(t, err)
		r := repoAt(t, dir, home, env)
		r.Git("init", "-q")
		r.Write("docs/guide.md", original)
		_, err = Open(ctx, r.options())
		require.Equal(t, refusal.Untracked, refusal.ReasonOf(err))
		r.Git("add", "-A")
		_, err = Open(ctx, r.options())
		require.Equal(t, refusal.Staged, refusal.ReasonOf(err))
		require.Empty(t, r.refs())
		opt := r.options()
		opt.AllowDirty = true
		run, err := Open(ctx, opt)
		require.NoError(t, err)
		require.Equal(t, ModeRecord, run.Mode())
		pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
		require.NoError(t, run.Close())
		require.Equal(t, fixed, r.Read("docs/guide.md"))
		_, err = r.Try("rev-parse", "--verify", "-q", "HEAD")
		require.Error(t, err, "HEAD is as unborn as it was")
	})
}
