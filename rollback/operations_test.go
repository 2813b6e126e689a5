package rollback

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// conflict leaves branch side with another version of the guide than main.
func conflict(r *testRepo) {
	r.Git("checkout", "-q", "-b", "side")
	r.Write("docs/guide.md", strings.Replace(original, "Use", "Take", 1))
	r.Write("side.txt", "side\n")
	r.CommitAll("Side")
	r.Git("checkout", "-q", "main")
	r.Write("docs/guide.md", strings.Replace(original, "Use", "Apply", 1))
	r.CommitAll("Main")
}

func TestConformanceOperations(t *testing.T) {
	fails := func(r *testRepo, args ...string) {
		_, err := r.Try(args...)
		require.Error(r.T, err)
	}
	for _, s := range []scenario{
		{name: "merge with a conflict in the document", make: func(r *testRepo) { conflict(r); fails(r, "merge", "side") }, refused: refusal.Unmerged},
		{name: "the same, dirty allowed", make: func(r *testRepo) { conflict(r); fails(r, "merge", "side") }, options: allowDirty, refused: refusal.Unmerged},
		{name: "merge with a conflict elsewhere", make: func(r *testRepo) {
			r.Git("checkout", "-q", "-b", "side")
			r.Write("other.txt", "side\n")
			r.CommitAll("Side")
			r.Git("checkout", "-q", "main")
			r.Write("other.txt", "main\n")
			r.CommitAll("Main")
			fails(r, "merge", "side")
		}, refused: refusal.InProgress},
		{name: "merge not committed", make: func(r *testRepo) {
			conflict(r)
			fails(r, "merge", "side")
			r.Git("checkout", "--ours", "docs/guide.md")
			r.Git("add", "-A")
		}, refused: refusal.InProgress},
		{name: "rebase", make: func(r *testRepo) {
			conflict(r)
			fails(r, "rebase", "side")
			r.Git("checkout", "--ours", "docs/guide.md")
			r.Git("add", "-A")
		},
			refused: refusal.InProgress},
		{name: "cherry-pick", make: func(r *testRepo) {
			conflict(r)
			fails(r, "cherry-pick", "side")
			r.Git("checkout", "--ours", "docs/guide.md")
			r.Git("add", "-A")
		}, refused: refusal.InProgress},
		{name: "revert", make: func(r *testRepo) {
			conflict(r)
			r.append("docs/guide.md", "x\n")
			r.CommitAll("x")
			r.Git("revert", "--no-commit", "HEAD")
			r.Git("reset", "-q", "docs/guide.md")
			r.Git("checkout", "-q", "docs/guide.md")
		}, refused: refusal.InProgress},
		{name: "bisect", make: func(r *testRepo) {
			conflict(r)
			r.Git("bisect", "start", "HEAD", "HEAD~1")
		}, refused: refusal.InProgress},
		{name: "bisect, record", make: func(r *testRepo) {
			conflict(r)
			r.Git("bisect", "start", "HEAD", "HEAD~1")
		}, options: record, mode: ModeRecord, change: func(s string) string { return s + "\nMore.\n" }},
	} {
		t.Run(s.name, s.run)
	}
}

func TestConformanceOthersAtWork(t *testing.T) {
	other := strings.Replace(original, "Guide", "Manual", 1)
	for _, s := range []scenario{
		{name: "user commits something else", midway: func(r *testRepo) { r.Write("other.txt", "two\n"); r.CommitAll("Theirs") }},
		{name: "user amends", midway: func(r *testRepo) { r.Git("commit", "-q", "--amend", "-m", "Amended") }},
		{name: "user commits the document", midway: func(r *testRepo) { r.Write("docs/guide.md", other); r.CommitAll("Theirs") }, publish: refusal.Moved},
		{name: "user commits the document and puts it back", midway: func(r *testRepo) {
			r.Write("docs/guide.md", other)
			r.CommitAll("Theirs")
			r.Git("update-index", "--assume-unchanged", "docs/guide.md")
			r.Write("docs/guide.md", original)
		}, publish: refusal.Moved},
		{name: "user saves the document", midway: func(r *testRepo) { r.Write("docs/guide.md", other) }, publish: refusal.Edited},
		{name: "user removes the document", midway: func(r *testRepo) { require.NoError(r.T, os.Remove(r.Path("docs/guide.md"))) }, publish: refusal.Edited},
		{name: "user moves the document and leaves a link", midway: func(r *testRepo) {
			require.NoError(r.T, os.Rename(r.Path("docs/guide.md"), r.Path("docs/moved.md")))
			require.NoError(r.T, os.Symlink("moved.md", r.Path("docs/guide.md")))
		}, publish: refusal.Edited},
		{name: "user switches the branch", midway: func(r *testRepo) { r.Git("checkout", "-q", "-b", "theirs") }, publish: refusal.Moved},
		{name: "user detaches HEAD", midway: func(r *testRepo) { r.Git("checkout", "-q", "--detach") }, publish: refusal.Moved},
		{name: "user begins a merge", midway: func(r *testRepo) {
			r.Git("branch", "side", "HEAD")
			r.Git("commit", "-q", "--allow-empty", "-m", "x")
			r.Git("checkout", "-q", "side")
			r.Write("side.txt", "s\n")
			r.CommitAll("Side")
			r.Git("checkout", "-q", "main")
			r.Git("merge", "-q", "--no-ff", "--no-commit", "side")
		}, publish: refusal.InProgress},
		{name: "gc", midway: func(r *testRepo) { r.Git("gc", "-q", "--prune=now") }},
		{name: "repack", midway: func(r *testRepo) { r.Git("repack", "-q", "-a", "-d"); r.Git("prune", "--expire=now") }},
	} {
		t.Run(s.name, s.run)
	}
}

// A save between the last look and the exchange is only seen once it was displaced.
func TestSaveBetweenTheLookAndTheExchangeWins(t *testing.T) {
	r := newRepo(t)
	opt := r.options()
	theirs := strings.Replace(original, "Guide", "Manual", 1)
	before := ""
	opt.step = func(point string) {
		if point == "exchange" {
			r.Write("docs/guide.md", theirs)
		}
	}
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	before = r.Git("rev-parse", "HEAD")
	_, err = tryPass(run, 1, map[string]string{"docs/guide.md": fixed})
	require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
	require.NoError(t, run.Close())
	require.Equal(t, theirs, r.Read("docs/guide.md"))
	require.Equal(t, before, r.Git("rev-parse", "HEAD"))
	require.Equal(t, "M docs/guide.md", strings.TrimSpace(r.Git("status", "--porcelain")))
	r.intact()
}

// An editor that has the document open and has not written yet must not end up writing to a file without a name.
func TestOpenForWritingIsRefused(t *testing.T) {
	if !exchangeSeesWriters {
		t.Skip("this system doesn't tell who has a file open")
	}
	r := newRepo(t)
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	editor, err := os.OpenFile(r.Path("docs/guide.md"), os.O_RDWR|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = tryPass(run, 1, map[string]string{"docs/guide.md": fixed})
	require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
	_, err = editor.WriteString("Saved late.\n")
	require.NoError(t, err)
	require.NoError(t, editor.Close())
	require.NoError(t, run.Close())
	require.Equal(t, original+"Saved late.\n", r.Read("docs/guide.md"))
	r.intact()
}

// Whoever commits in a loop, faster than a pass is published, neither loses a commit nor keeps the pass away.
func TestCommitsOfOthersWhileAPassIsPublished(t *testing.T) {
	r := newRepo(t)
	r.hook("commit-msg", "n=$(wc -l < other.txt)\n[ $n -ge 5 ] && exit 0\necho $n >> other.txt\ngit commit -q --no-verify -m \"Theirs $n\" other.txt\n")
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, "Theirs 4\nTheirs 3\nTheirs 2\nTheirs 1\nStart", r.Git("log", "--format=%s", "HEAD~1"))
	require.Equal(t, fixed, r.Read("docs/guide.md"))
	require.Empty(t, r.Git("status", "--porcelain"))
	r.intact()
}
