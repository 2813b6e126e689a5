package rollback

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func (r *testRepo) place(path string) Place { return Place{Path: path, Dir: r.Dir, Environ: r.Env} }

// fixTwice makes a run of two passes over the guide.
func (r *testRepo) fixTwice(opt Options) *Run {
	r.T.Helper()
	run, err := Open(ctx, opt)
	require.NoError(r.T, err)
	pass(r.T, run, 1, map[string]string{"docs/guide.md": fixed})
	pass(r.T, run, 2, map[string]string{"docs/guide.md": fixedTwice})
	_, err = run.Finish(ctx, "")
	require.NoError(r.T, err)
	require.NoError(r.T, run.Close())
	require.Equal(r.T, fixedTwice, r.Read("docs/guide.md"))
	return run
}

func TestUndoIsAForwardRevert(t *testing.T) {
	for _, squash := range []bool{false, true} {
		r := newRepo(t)
		opt := r.options()
		opt.Squash = squash
		run := r.fixTwice(opt)
		tip := r.Git("rev-parse", "HEAD")
		before := r.everythingElse()
		undo, err := Undo(ctx, r.place(""), "", nil)
		require.NoError(t, err)
		require.Equal(t, run.ID(), undo.Undoes)
		require.Equal(t, original, r.Read("docs/guide.md"))
		require.Equal(t, tip, r.Git("rev-parse", "HEAD~1"))
		require.Empty(t, r.Git("status", "--porcelain"))
		require.Equal(t, before, r.everythingElse())

		_, err = Undo(ctx, r.place(""), run.ID(), nil)
		require.Equal(t, refusal.Unknown, refusal.ReasonOf(err), "once is enough: %v", err)
		_, err = Undo(ctx, r.place(""), "", nil)
		require.Equal(t, refusal.Unknown, refusal.ReasonOf(err), "nothing is left to undo: %v", err)

		records, err := Log(ctx, r.place("docs/guide.md"))
		require.NoError(t, err)
		require.Len(t, records, 2)
		require.Equal(t, records[1].ID, records[0].UndoneBy)
		require.Equal(t, records[0].ID, records[1].Undoes)
		_, err = Undo(ctx, r.place(""), records[1].ID, nil)
		require.NoError(t, err, "an undo named is taken back as any run")
		require.Equal(t, fixedTwice, r.Read("docs/guide.md"))

		records, err = Log(ctx, r.place(""))
		require.NoError(t, err)
		require.Empty(t, records[0].UndoneBy, "what the run did holds again")
		require.Equal(t, records[2].ID, records[1].UndoneBy)
		again, err := Undo(ctx, r.place(""), "", nil)
		require.NoError(t, err)
		require.Equal(t, run.ID(), again.Undoes)
		require.Equal(t, original, r.Read("docs/guide.md"))
		r.intact()
	}
}

func TestUndoKeepsTheOrderOfTheDocuments(t *testing.T) {
	r := newRepo(t)
	names := strings.Fields("f.md c.md a.md e.md b.md d.md l.md g.md k.md h.md j.md i.md")
	next := map[string]string{}
	for _, name := range names {
		r.Write(name, original)
		next[name] = fixed
	}
	r.CommitAll("More")
	run, err := Open(ctx, r.options(names...))
	require.NoError(t, err)
	pass(t, run, 1, next)
	require.NoError(t, run.Close())
	undo, err := Undo(ctx, r.place(""), "", nil)
	require.NoError(t, err)
	records, err := Log(ctx, r.place(""))
	require.NoError(t, err)
	require.Len(t, undo.Files, len(names))
	require.Equal(t, records[0].Files, undo.Files)
}

func TestUndoOfARecordedRun(t *testing.T) {
	r := newRepo(t)
	r.append("docs/guide.md", "Mine.\n")
	opt := r.options()
	opt.AllowDirty = true
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed + "Mine.\n"})
	require.NoError(t, run.Close())
	index := r.indexBytes()
	_, err = Undo(ctx, r.place(""), "", nil)
	require.NoError(t, err)
	require.Equal(t, original+"Mine.\n", r.Read("docs/guide.md"))
	require.Equal(t, index, r.indexBytes())
	require.Equal(t, "1", r.Git("rev-list", "--count", "HEAD"))
	r.intact()
}

func TestUndoAfterAnEditPrintsTheCommandThatRestores(t *testing.T) {
	for _, mode := range []Mode{ModeBranch, ModeRecord, ModeNone} {
		t.Run(string(mode), func(t *testing.T) {
			r := newRepo(t)
			opt := r.options()
			opt.Mode = mode
			r.fixTwice(opt)
			r.append("docs/guide.md", "Mine.\n")
			before, refs := r.everythingElse(), r.refs()
			_, err := Undo(ctx, r.place(""), "", nil)
			require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
			require.Equal(t, fixedTwice+"Mine.\n", r.Read("docs/guide.md"))
			require.Equal(t, before, r.everythingElse())
			require.Equal(t, refs, r.refs())

			_, command, found := strings.Cut(err.Error(), "before the run: ")
			require.True(t, found, "%v", err)
			cmd := exec.Command("sh", "-c", command)
			cmd.Env = r.Env
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s: %s", command, out)
			require.Equal(t, original, r.Read("docs/guide.md"))
		})
	}
}

func TestUndoAfterARenamePrintsTheCommandThatRestores(t *testing.T) {
	r := newRepo(t)
	r.fixTwice(r.options())
	r.Git("mv", "docs/guide.md", "docs/new.md")
	r.CommitAll("Renamed")
	_, err := Undo(ctx, r.place(""), "", nil)
	require.Equal(t, refusal.Missing, refusal.ReasonOf(err))
	require.ErrorContains(t, err,
		"guide.md: was removed or renamed since the run; to get the text from before the run: git -C ")
	require.Equal(t, fixedTwice, r.Read("docs/new.md"))
}

func TestUndoThroughALinkIsRefusedAfterAnEdit(t *testing.T) {
	for _, mode := range []Mode{ModeBranch, ModeNone} {
		t.Run(string(mode), func(t *testing.T) {
			r := newRepo(t)
			opt := r.options()
			opt.Mode = mode
			r.fixTwice(opt)
			require.NoError(t, os.Rename(r.Path("docs/guide.md"), r.Path("docs/new.md")))
			if err := os.Symlink("new.md", r.Path("docs/guide.md")); err != nil {
				t.Skip(err)
			}
			r.append("docs/new.md", "Mine.\n")
			r.CommitAll("Moved")
			_, err := Undo(ctx, r.place(""), "", nil)
			require.Equal(t, refusal.Edited, refusal.ReasonOf(err), "%v", err)
			require.Equal(t, fixedTwice+"Mine.\n", r.Read("docs/new.md"))
		})
	}
}

func TestUndoOutsideARepository(t *testing.T) {
	_, env := gittest.NewEnv(t)
	dir := t.TempDir()
	file := filepath.Join(dir, "it's a guide.md")
	require.NoError(t, os.WriteFile(file, []byte(original), 0o644))
	run, err := Open(ctx, Options{Paths: []string{file}, Environ: env})
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{file: fixed})
	require.NoError(t, run.Close())
	records, err := Log(ctx, Place{Dir: t.TempDir(), Environ: env})
	require.NoError(t, err)
	require.Empty(t, records, "another directory's runs are not shown")
	_, err = Undo(ctx, Place{Dir: dir, Environ: env}, "", nil)
	require.NoError(t, err)
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, original, string(data))
}

func TestLogAndState(t *testing.T) {
	r := newRepo(t)
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	commit := pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	rejected, err := run.Record(ctx, Pass{
		Number: 2, Verdict: Rejected, Message: "Worse\n\nMuch.",
		Contents: map[string][]byte{"docs/guide.md": []byte("worse\n")},
	})
	require.NoError(t, err)
	require.NoError(t, run.SaveState("state.json", strings.NewReader(`{"trend":"improving"}`)))
	require.Error(t, run.SaveState("../evil", strings.NewReader("")))

	records, err := Log(ctx, r.place(""))
	require.NoError(t, err)
	require.Zero(t, records[0].Ended, "the run is at work")
	require.NoError(t, run.Close())
	require.NoError(t, run.Close(), "closing twice is harmless")
	records, err = Log(ctx, r.place("docs/guide.md"))
	require.NoError(t, err)
	require.Len(t, records, 1)
	got := records[0]
	require.NotZero(t, got.Ended)
	require.Equal(t, run.Ref(), got.Ref)
	require.Equal(t, []string{"docs/guide.md"}, got.Documents)
	require.Len(t, got.Passes, 2)
	require.True(t, got.Passes[0].Published)
	require.Equal(t, commit, got.Passes[0].OnBranch)
	require.Equal(t, rejected, got.Passes[1].Commit)
	require.False(t, got.Passes[1].Published)
	require.Equal(t, "Worse\n\nMuch.", got.Passes[1].Message)

	records, err = Log(ctx, r.place("other.txt"))
	require.NoError(t, err)
	require.Empty(t, records)
	state, rec, err := State(ctx, r.place(""), "", "state.json")
	require.NoError(t, err)
	require.JSONEq(t, `{"trend":"improving"}`, string(state))
	require.Equal(t, run.ID(), rec.ID)
	_, _, err = State(ctx, r.place(""), "20200101T000000.000Z-00000000", "state.json")
	require.Equal(t, refusal.Unknown, refusal.ReasonOf(err))
	require.True(t, IsRun(run.ID()) && IsRun(run.Ref()) && !IsRun("docs/guide.md"))
}

func TestDamagedJournalIsToldOfWithItsRemedy(t *testing.T) {
	r := newRepo(t)
	run := r.fixTwice(r.options())
	journal, err := os.OpenFile(filepath.Join(run.dir, "journal"), os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	_, err = journal.WriteString("\x00\x00\n")
	require.NoError(t, err)
	require.NoError(t, journal.Close())
	_, err = Log(ctx, r.place(""))
	require.ErrorContains(t, err, "the journal is damaged")
	require.ErrorContains(t, err, "; move "+run.dir+" away")
	require.NoError(t, os.Rename(run.dir, filepath.Join(t.TempDir(), "away")))
	_, err = Log(ctx, r.place(""))
	require.NoError(t, err)
}

func TestPruneRemovesOnlyWhatIsChosen(t *testing.T) {
	r := newRepo(t)
	first := r.fixTwice(r.options())
	_, err := Undo(ctx, r.place(""), "", nil)
	require.NoError(t, err)
	open, err := Open(ctx, r.options())
	require.NoError(t, err)
	require.NoError(t, open.Suspend())
	before := r.everythingElse()
	gone, err := Prune(ctx, r.place(""), func(rec Record) bool { return rec.Began.Before(time.Now()) && rec.Undoes == "" })
	require.NoError(t, err)
	require.Equal(t, []string{first.ID()}, gone)
	require.Len(t, r.refs(), 2, "neither what was not chosen nor what has not ended")
	require.Equal(t, before, r.everythingElse())
	records, err := Log(ctx, r.place(""))
	require.NoError(t, err)
	require.Len(t, records, 2)
	r.intact()
}

func TestFind(t *testing.T) {
	r := newRepo(t)
	second := strings.Replace(original, "Guide", "Manual", 1)
	r.Write("docs/guide.md", second)
	r.CommitAll("x")
	r.Git("gc", "-q")
	third := strings.Replace(original, "Guide", "Handbook", 1)
	r.Write("docs/guide.md", third)
	r.CommitAll("y")
	opt := r.options()
	opt.Mode = ModeRecord
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": "recorded\n"})
	require.NoError(t, run.Close())
	for _, text := range []string{original, second, third, "recorded\n"} {
		got, err := Find(ctx, r.place("docs/guide.md"), strings.ToUpper(backup.Name([]byte(text))))
		require.NoError(t, err)
		require.Equal(t, text, string(got))
	}
	crlf := strings.ReplaceAll(original, "\n", "\r\n")
	got, err := Find(ctx, r.place("docs/guide.md"), backup.Name([]byte(crlf)))
	require.NoError(t, err)
	require.Equal(t, crlf, string(got))
	_, err = Find(ctx, r.place("docs/guide.md"), backup.Name([]byte("never")))
	require.Error(t, err)
	_, err = Find(ctx, r.place("other.txt"), backup.Name([]byte(original)))
	require.Error(t, err, "another path's history is not searched")
}

func TestFindInASHA256Repository(t *testing.T) {
	r := newRepo(t, "--object-format=sha256")
	r.Write("docs/guide.md", "second\n")
	r.CommitAll("x")
	got, err := Find(ctx, r.place("docs/guide.md"), backup.Name([]byte(original)))
	require.NoError(t, err)
	require.Equal(t, original, string(got))
}
