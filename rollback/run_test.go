package rollback

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

var ctx = context.Background()

func TestPublishesAcceptedPassesOnTheBranch(t *testing.T) {
	r := newRepo(t)
	start := r.Git("rev-parse", "HEAD")
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	require.Equal(t, ModeBranch, run.Mode())
	require.Equal(t, original, textOf(t, run, "docs/guide.md"))
	require.Equal(t, []string{run.Ref()}, r.refs(), "the snapshot is there before the document is touched")

	first := pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.Equal(t, fixed, r.Read("docs/guide.md"))
	require.Equal(t, first, r.Git("rev-parse", "main"))

	bad, err := run.Record(ctx, Pass{
		Number: 2, Verdict: Rejected, Contents: map[string][]byte{"docs/guide.md": []byte("worse\n")},
	})
	require.NoError(t, err)
	require.Equal(t, fixed, r.Read("docs/guide.md"), "a rejected pass never reaches the working tree")
	require.Equal(t, "worse", r.Git("show", bad+":docs/guide.md"))

	third := pass(t, run, 3, map[string]string{"docs/guide.md": fixedTwice})
	require.NoError(t, run.Close())

	require.Equal(t, start, r.Git("rev-parse", "main~2"))
	require.Equal(t, "docs/guide.md", r.Git("diff-tree", "-r", "--name-only", "--no-commit-id", third))
	require.Empty(t, r.Git("status", "--porcelain"))
	require.Empty(t, r.Git("diff-files"), "the index entry carries the stat data of the file")
	require.Equal(t, "Ada Writer <ada@example.org>", r.Git("log", "-1", "--format=%an <%ae>"))

	chain := strings.Fields(r.Git("rev-list", "--reverse", run.Ref()))
	require.Len(t, chain, 4)
	require.Equal(t, strings.TrimSuffix(original, "\n"), r.Git("show", chain[0]+":docs/guide.md"))
	for i, want := range []string{"accepted", "rejected", "accepted"} {
		require.Equal(t, want, r.Git("log", "-1", "--format=%(trailers:key=Doc-Iterate-Verdict,valueonly,separator=)",
			chain[i+1]))
		require.Equal(t, run.ID(), r.Git("log", "-1", "--format=%(trailers:key=Doc-Iterate-Run,valueonly,separator=)",
			chain[i+1]))
		base := r.Git("log", "-1", "--format=%(trailers:key=Doc-Iterate-Base,valueonly,separator=)", chain[i+1])
		require.Equal(t, "commit", r.Git("cat-file", "-t", base))
	}
	require.Equal(t, "3", r.Git("log", "-1", "--format=%(trailers:key=Doc-Iterate-Pass,valueonly,separator=)", "main"))
	r.intact()
}

func TestSquashPublishesOnceAtTheEnd(t *testing.T) {
	r := newRepo(t)
	start := r.Git("rev-parse", "HEAD")
	opt := r.options()
	opt.Squash = true
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	require.Empty(t, pass(t, run, 1, map[string]string{"docs/guide.md": fixed}))
	require.Equal(t, original, r.Read("docs/guide.md"))
	require.Equal(t, fixed, textOf(t, run, "docs/guide.md"))
	require.Empty(t, pass(t, run, 2, map[string]string{"docs/guide.md": fixedTwice}))
	require.False(t, run.Published())
	commit, err := run.Finish(ctx, "Fix the guide")
	require.NoError(t, err)
	require.True(t, run.Published())
	require.NoError(t, run.Close())
	require.Equal(t, fixedTwice, r.Read("docs/guide.md"))
	require.Equal(t, commit, r.Git("rev-parse", "main"))
	require.Equal(t, start, r.Git("rev-parse", "main~1"))
	require.Equal(t, "Fix the guide", r.Git("log", "-1", "--format=%s"))
	require.Empty(t, r.Git("status", "--porcelain"))
	r.intact()
}

func TestRecordTouchesNeitherBranchNorIndex(t *testing.T) {
	r := newRepo(t)
	index, err := os.ReadFile(r.Path(".git/index"))
	require.NoError(t, err)
	start := r.Git("rev-parse", "HEAD")
	opt := r.options()
	opt.Mode = ModeRecord
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, fixed, r.Read("docs/guide.md"))
	require.Equal(t, start, r.Git("rev-parse", "HEAD"))
	after, err := os.ReadFile(r.Path(".git/index"))
	require.NoError(t, err)
	require.Equal(t, index, after)
	require.Len(t, r.refs(), 1)
	r.intact()
}

func TestTwoDocumentsAreOneCommit(t *testing.T) {
	r := newRepo(t)
	r.Write("README.md", "# A\n")
	r.Git("add", "-A")
	r.Git("commit", "-qm", "Readme")
	run, err := Open(ctx, r.options("docs/guide.md", r.Path("README.md")))
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed, r.Path("README.md"): "# B\n"})
	require.NoError(t, run.Close())
	require.Equal(t, "README.md\ndocs/guide.md", r.Git("diff-tree", "-r", "--name-only", "--no-commit-id", "HEAD"))
	require.Empty(t, r.Git("status", "--porcelain"))
	r.intact()
}

func TestWithoutARepository(t *testing.T) {
	home, env := gittest.NewEnv(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "guide.md")
	require.NoError(t, os.WriteFile(file, []byte(original), 0o640))
	var notices []string
	run, err := Open(ctx, Options{Paths: []string{"guide.md"}, Dir: dir, Environ: env, Notice: func(s string) { notices = append(notices, s) }})
	require.NoError(t, err)
	require.Equal(t, ModeNone, run.Mode())
	require.Len(t, notices, 1)
	pass(t, run, 1, map[string]string{"guide.md": fixed})
	require.NoError(t, run.SaveState("state.json", strings.NewReader("{}")))
	require.NoError(t, run.AppendState("states.jsonl", writing("1\n2\ncut o")))
	require.NoError(t, run.AppendState("states.jsonl", writing("3\n")))
	lines, err := run.LoadState("states.jsonl")
	require.NoError(t, err)
	require.Equal(t, "1\n2\ncut o\n3\n", string(lines), "what is added after a kill begins on a line of its own")
	require.Error(t, run.AppendState("journal", writing("")))
	require.NoError(t, run.Close())
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, fixed, string(data))
	info, err := os.Stat(file)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o640), info.Mode())
	backup, err := os.ReadFile(filepath.Join(home, ".local/state/doc-iterate/runs", run.ID(), "content", "1.before"))
	require.NoError(t, err)
	require.Equal(t, original, string(backup))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
}

func TestRefusesBeforeAnythingIsWritten(t *testing.T) {
	for _, c := range []struct {
		name string
		want refusal.Reason
		make func(*testRepo)
	}{
		{"dirty", refusal.Dirty, func(r *testRepo) { r.Write("docs/guide.md", original+"more\n") }},
		{"staged", refusal.Staged, func(r *testRepo) { r.Write("docs/guide.md", original+"more\n"); r.Git("add", "-A") }},
		{"partially staged", refusal.PartiallyStaged, func(r *testRepo) {
			r.Write("docs/guide.md", original+"more\n")
			r.Git("add", "-A")
			r.Write("docs/guide.md", original+"even more\n")
		}},
		{"untracked", refusal.Untracked, func(r *testRepo) { r.Git("rm", "-q", "--cached", "docs/guide.md"); r.Git("commit", "-qm", "x") }},
		{"missing", refusal.Missing, func(r *testRepo) { require.NoError(r.T, os.Remove(r.Path("docs/guide.md"))) }},
		{"read-only", refusal.ReadOnly, func(r *testRepo) { require.NoError(r.T, os.Chmod(r.Path("docs/guide.md"), 0o444)) }},
		{"no identity", refusal.Identity, func(r *testRepo) {
			r.Git("config", "--global", "--remove-section", "user")
			r.Git("config", "user.useConfigOnly", "true")
		}},
		{"foreign index.lock", refusal.Locked, func(r *testRepo) { r.Write(".git/index.lock", "") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := newRepo(t)
			c.make(r)
			before, _ := os.ReadFile(r.Path("docs/guide.md"))
			_, err := Open(ctx, r.options())
			require.Equal(t, c.want, refusal.ReasonOf(err), "%v", err)
			after, _ := os.ReadFile(r.Path("docs/guide.md"))
			require.Equal(t, before, after)
			require.Empty(t, r.refs())
		})
	}
}

func TestRefusedDocumentsAreLeftOut(t *testing.T) {
	r := newRepo(t)
	for _, f := range []string{"clean.md", "dirty.md", "other.md"} {
		r.Write(f, original)
	}
	r.CommitAll("x")
	r.append("dirty.md", "x\n")
	r.Write("untracked.md", original)
	opt := r.options("missing.md", "dirty.md", "clean.md", "untracked.md", "other.md", ".git/config")
	var refused []string
	opt.Refused = func(refusal *refusal.Error) { refused = append(refused, refusal.Path+" "+string(refusal.Reason)) }
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	require.Equal(t, []string{"clean.md", "other.md"}, run.Documents())
	require.ElementsMatch(t,
		[]string{"missing.md missing", ".git/config outside", "dirty.md dirty", "untracked.md untracked"}, refused)
	require.Empty(t, textOf(t, run, "dirty.md"))
	pass(t, run, 1, map[string]string{"clean.md": fixed, "other.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, "clean.md\nother.md", r.Git("diff-tree", "-r", "--name-only", "--no-commit-id", "HEAD"))
	require.Equal(t, original+"x\n", r.Read("dirty.md"))
	r.intact()

	for _, paths := range [][]string{{"missing.md", "nowhere.md"}, {"dirty.md", "untracked.md"}} {
		refused = nil
		opt.Paths = paths
		_, err = Open(ctx, opt)
		require.Equal(t, refusal.NoneLeft, refusal.ReasonOf(err), "%v", err)
		require.Len(t, refused, 2)
	}
	require.Len(t, r.refs(), 1)
}

func writing(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// A run keeps no bytes of the documents. It refuses those that are not what they were.
func TestReadRefusesWhatAnotherProgramSaved(t *testing.T) {
	r := newRepo(t)
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	require.Equal(t, original, textOf(t, run, "docs/guide.md"))
	r.Write("docs/guide.md", "Theirs.\n")
	_, err = run.Read("docs/guide.md")
	require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
	require.ErrorContains(t, err, "docs/guide.md: ")
	require.NoError(t, run.Close())
}
