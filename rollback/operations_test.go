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
	r.git("checkout", "-q", "-b", "side")
	r.write("docs/guide.md", strings.Replace(original, "Use", "Take", 1))
	r.write("side.txt", "side\n")
	r.commitAll("Side")
	r.git("checkout", "-q", "main")
	r.write("docs/guide.md", strings.Replace(original, "Use", "Apply", 1))
	r.commitAll("Main")
}

func TestConformanceOperations(t *testing.T) {
	fails := func(r *testRepo, args ...string) {
		_, err := r.try(args...)
		require.Error(r.t, err)
	}
	for _, s := range []scenario{
		{name: "merge with a conflict in the document", make: func(r *testRepo) { conflict(r); fails(r, "merge", "side") }, refused: refusal.Unmerged},
		{name: "the same, dirty allowed", make: func(r *testRepo) { conflict(r); fails(r, "merge", "side") }, options: allowDirty, refused: refusal.Unmerged},
		{name: "merge with a conflict elsewhere", make: func(r *testRepo) {
			r.git("checkout", "-q", "-b", "side")
			r.write("other.txt", "side\n")
			r.commitAll("Side")
			r.git("checkout", "-q", "main")
			r.write("other.txt", "main\n")
			r.commitAll("Main")
			fails(r, "merge", "side")
		}, refused: refusal.InProgress},
		{name: "merge not committed", make: func(r *testRepo) {
			conflict(r)
			fails(r, "merge", "side")
			r.git("checkout", "--ours", "docs/guide.md")
			r.git("add", "-A")
		}, refused: refusal.InProgress},
		{name: "rebase", make: func(r *testRepo) {
			conflict(r)
			fails(r, "rebase", "side")
			r.git("checkout", "--ours", "docs/guide.md")
			r.git("add", "-A")
		},
			refused: refusal.InProgress},
		{name: "cherry-pick", make: func(r *testRepo) {
			conflict(r)
			fails(r, "cherry-pick", "side")
			r.git("checkout", "--ours", "docs/guide.md")
			r.git("add", "-A")
		}, refused: refusal.InProgress},
		{name: "revert", make: func(r *testRepo) {
			conflict(r)
			r.append("docs/guide.md", "x\n")
			r.commitAll("x")
			r.git("revert", "--no-commit", "HEAD")
			r.git("reset", "-q", "docs/guide.md")
			r.git("checkout", "-q", "docs/guide.md")
		}, refused: refusal.InProgress},
		{name: "bisect", make: func(r *testRepo) {
			conflict(r)
			r.git("bisect", "start", "HEAD", "HEAD~1")
		}, refused: refusal.InProgress},
		{name: "bisect, record", make: func(r *testRepo) {
			conflict(r)
			r.git("bisect", "start", "HEAD", "HEAD~1")
		}, options: record, mode: ModeRecord, change: func(s string) string { return s + "\nMore.\n" }},
	} {
		t.Run(s.name, s.run)
	}
}

func TestConformanceOthersAtWork(t *testing.T) {
	other := strings.Replace(original, "Guide", "Manual", 1)
	for _, s := range []scenario{
		{name: "user commits something else", midway: func(r *testRepo) { r.write("other.txt", "two\n"); r.commitAll("Theirs") }},
		{name: "user amends", midway: func(r *testRepo) { r.git("commit", "-q", "--amend", "-m", "Amended") }},
		{name: "user commits the document", midway: func(r *testRepo) { r.write("docs/guide.md", other); r.commitAll("Theirs") }, publish: refusal.Moved},
		{name: "user commits the document and puts it back", midway: func(r *testRepo) {
			r.write("docs/guide.md", other)
			r.commitAll("Theirs")
			r.git("update-index", "--assume-unchanged", "docs/guide.md")
			r.write("docs/guide.md", original)
		}, publish: refusal.Moved},
		{name: "user saves the document", midway: func(r *testRepo) { r.write("docs/guide.md", other) }, publish: refusal.Edited},
		{name: "user removes the document", midway: func(r *testRepo) { require.NoError(r.t, os.Remove(r.path("docs/guide.md"))) }, publish: refusal.Edited},
		{name: "user moves the document and leaves a link", midway: func(r *testRepo) {
			require.NoError(r.t, os.Rename(r.path("docs/guide.md"), r.path("docs/moved.md")))
			require.NoError(r.t, os.Symlink("moved.md", r.path("docs/guide.md")))
		}, publish: refusal.Edited},
		{name: "user switches the branch", midway: func(r *testRepo) { r.git("checkout", "-q", "-b", "theirs") }, publish: refusal.Moved},
		{name: "user detaches HEAD", midway: func(r *testRepo) { r.git("checkout", "-q", "--detach") }, publish: refusal.Moved},
		{name: "user begins a merge", midway: func(r *testRepo) {
			r.git("branch", "side", "HEAD")
			r.git("commit", "-q", "--allow-empty", "-m", "x")
			r.git("checkout", "-q", "side")
			r.write("side.txt", "s\n")
			r.commitAll("Side")
			r.git("checkout", "-q", "main")
			r.git("merge", "-q", "--no-ff", "--no-commit", "side")
		}, publish: refusal.InProgress},
		{name: "gc", midway: func(r *testRepo) { r.git("gc", "-q", "--prune=now") }},
		{name: "repack", midway: func(r *testRepo) { r.git("repack", "-q", "-a", "-d"); r.git("prune", "--expire=now") }},
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
			r.write("docs/guide.md", theirs)
		}
	}
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	before = r.git("rev-parse", "HEAD")
	_, err = tryPass(run, 1, map[string]string{"docs/guide.md": fixed})
	require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
	require.NoError(t, run.Close())
	require.Equal(t, theirs, r.read("docs/guide.md"))
	require.Equal(t, before, r.git("rev-parse", "HEAD"))
	require.Equal(t, "M docs/guide.md", strings.TrimSpace(r.git("status", "--porcelain")))
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
	editor, err := os.OpenFile(r.path("docs/guide.md"), os.O_RDWR|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = tryPass(run, 1, map[string]string{"docs/guide.md": fixed})
	require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
	_, err = editor.WriteString("Saved late.\n")
	require.NoError(t, err)
	require.NoError(t, editor.Close())
	require.NoError(t, run.Close())
	require.Equal(t, original+"Saved late.\n", r.read("docs/guide.md"))
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
	require.Equal(t, "Theirs 4\nTheirs 3\nTheirs 2\nTheirs 1\nStart", r.git("log", "--format=%s", "HEAD~1"))
	require.Equal(t, fixed, r.read("docs/guide.md"))
	require.Empty(t, r.git("status", "--porcelain"))
	r.intact()
}
