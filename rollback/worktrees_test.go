package rollback

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func TestLinkedWorktreesAtOnce(t *testing.T) {
	r := newRepo(t)
	r.Git("worktree", "add", "-q", "-b", "second", filepath.Join(r.Home, "second"))
	second := repoAt(t, filepath.Join(r.Home, "second"), r.Home, r.Env)
	before := [2]string{r.everythingElse(), second.Git("status", "--porcelain")}
	var wg sync.WaitGroup
	for _, repo := range []*testRepo{r, second} {
		wg.Go(func() {
			run, err := Open(ctx, repo.options())
			if err == nil {
				_, err = tryPass(run, 1, map[string]string{"docs/guide.md": fixed})
			}
			if err == nil {
				_, err = tryPass(run, 2, map[string]string{"docs/guide.md": fixedTwice})
			}
			if err == nil {
				err = run.Close()
			}
			if err != nil {
				t.Errorf("%s: %v", repo.Dir, err)
			}
		})
	}
	wg.Wait()
	require.Equal(t, before[1], second.Git("status", "--porcelain"))
	require.Empty(t, r.Git("status", "--porcelain"))
	require.Equal(t, "3", r.Git("rev-list", "--count", "main"))
	require.Equal(t, "3", r.Git("rev-list", "--count", "second"))
	require.Len(t, r.refs(), 2)
	r.intact()
}

func TestTwoRunsOnOneWorktreeWait(t *testing.T) {
	r := newRepo(t)
	r.Write("README.md", original)
	r.CommitAll("x")
	first, err := Open(ctx, r.options())
	require.NoError(t, err)

	hasty := r.options("README.md")
	hasty.Wait = 1
	_, err = Open(ctx, hasty)
	require.Equal(t, refusal.Busy, refusal.ReasonOf(err), "%v", err)

	opened := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		close(opened)
		run, err := Open(ctx, r.options("README.md"))
		if err == nil {
			_, err = tryPass(run, 1, map[string]string{"README.md": fixed})
		}
		if err == nil {
			err = run.Close()
		}
		done <- err
	}()
	<-opened
	pass(t, first, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, first.Close())
	require.NoError(t, <-done)
	require.Equal(t, "4", r.Git("rev-list", "--count", "HEAD"))
	require.Empty(t, r.Git("status", "--porcelain"))
	r.intact()
}

func TestSubmodule(t *testing.T) {
	r := newRepo(t)
	library := newRepo(t)
	r.Git("submodule", "--quiet", "add", library.Dir, "lib")
	r.CommitAll("x")
	inner := repoAt(t, r.Path("lib"), r.Home, r.Env)
	outer := r.Git("rev-parse", "HEAD")
	run, err := Open(ctx, r.options("lib/docs/guide.md"))
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"lib/docs/guide.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, outer, r.Git("rev-parse", "HEAD"))
	require.Empty(t, r.refs())
	require.Equal(t, "2", inner.Git("rev-list", "--count", "HEAD"))
	require.Equal(t, " M lib", r.Git("status", "--porcelain")[:6])
	_, err = Open(ctx, r.options("docs/guide.md", "lib/docs/guide.md"))
	require.Equal(t, refusal.Mixed, refusal.ReasonOf(err), "%v", err)
	r.intact()
}

func TestClones(t *testing.T) {
	source := newRepo(t)
	for i := range 3 {
		source.Write("other.txt", strings.Repeat("x", i+1))
		source.CommitAll("more")
	}
	source.Git("config", "uploadpack.allowFilter", "true")
	for _, c := range []struct {
		name string
		args []string
	}{
		{"partial", []string{"--filter=blob:none", "--no-checkout"}},
		{"shallow", []string{"--depth=1"}},
		{"alternates", []string{"--shared"}},
		{"single branch", []string{"--single-branch"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := repoAt(t, filepath.Join(t.TempDir(), "clone"), source.Home, source.Env)
			cmd := exec.Command("git",
				append(append([]string{"clone", "-q"}, c.args...), "file://"+source.Dir, r.Dir)...)
			cmd.Env = source.Env
			if c.name == "alternates" {
				cmd = exec.Command("git", "clone", "-q", "--shared", source.Dir, r.Dir)
				cmd.Env = source.Env
			}
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			if c.name == "partial" {
				// Only the guide is fetched; other.txt is promised, and from now on nobody keeps the promise.
				r.Git("sparse-checkout", "set", "--no-cone", "/docs/")
				r.Git("checkout", "-q", "main")
				r.Git("remote", "set-url", "origin", "file:///nowhere")
			}
			run, err := Open(ctx, r.options())
			require.NoError(t, err)
			commit := pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
			require.NoError(t, run.Close())
			require.Equal(t, fixed, r.Read("docs/guide.md"))
			require.Equal(t, commit, r.Git("rev-parse", "HEAD"))
			require.Equal(t, "docs/guide.md", r.Git("diff-tree", "-r", "--name-only", "--no-commit-id", "HEAD"))
			require.Empty(t, r.Git("diff-files"))
			r.noLeftovers()
		})
	}
}

func TestCopyOfARepositoryIsItsOwn(t *testing.T) {
	for _, mode := range []Mode{ModeBranch, ModeRecord, ModeNone} {
		t.Run(string(mode), func(t *testing.T) {
			r := newRepo(t)
			opt := r.options()
			opt.Mode = mode
			run := r.fixTwice(opt)
			open, err := Open(ctx, opt)
			if mode == ModeRecord {
				opt.AllowDirty = true
				open, err = Open(ctx, opt)
			}
			require.NoError(t, err)
			require.NoError(t, open.Suspend())
			tip := r.Git("rev-parse", "HEAD")

			copied := t.TempDir()
			require.NoError(t, os.CopyFS(copied, os.DirFS(r.Dir)))
			place := Place{Dir: copied, Environ: r.Env}
			records, err := Log(ctx, Place{Path: filepath.Join(copied, "docs", "guide.md"), Environ: r.Env})
			require.NoError(t, err)
			require.Len(t, records, 2)
			_, _, err = Resume(ctx, place, open.ID(), Options{})
			require.Equal(t, refusal.Moved, refusal.ReasonOf(err), "%v", err)
			_, err = Undo(ctx, place, run.ID(), nil)
			require.NoError(t, err)
			text, err := os.ReadFile(filepath.Join(copied, "docs", "guide.md"))
			require.NoError(t, err)
			require.Equal(t, original, string(text))
			require.Equal(t, fixedTwice, r.Read("docs/guide.md"), "the document that was copied")
			require.Equal(t, tip, r.Git("rev-parse", "HEAD"))
			require.NoError(t, os.RemoveAll(r.Path(".git/doc-iterate/lock.run")))
			r.intact()
		})
	}
}

func TestRepositoryByAnotherPathIsTheSame(t *testing.T) {
	r := newRepo(t)
	open, err := Open(ctx, r.options())
	require.NoError(t, err)
	require.NoError(t, open.Suspend())
	elsewhere := r.Dir + "-moved"
	require.NoError(t, os.Rename(r.Dir, elsewhere))
	if err := os.Symlink(elsewhere, r.Dir); err != nil {
		t.Skip(err)
	}
	run, _, err := Resume(ctx, Place{Dir: elsewhere, Environ: r.Env}, "", Options{})
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, fixed, r.Read("docs/guide.md"))
	r.intact()
}
