package rollback

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A scenario is a repository in some state, and what must become of a run over docs/guide.md in it: it is either
// refused, with everything as it was, or it publishes, with everything else as it was.
type scenario struct {
	name      string
	init      []string // arguments of git init
	make      func(*testRepo)
	options   func(*testRepo, *Options)
	refused   refusal.Reason
	mode      Mode                                      // that the run must have; "" is ModeBranch
	midway    func(*testRepo)                           // what somebody else does between the snapshot and the publication
	publish   refusal.Reason                            // why the publication is refused, where the run was not
	documents []string                                  // "" is docs/guide.md
	change    func(old string) string                   // "" is whitelist → allowlist
	after     func(t *testing.T, r *testRepo, run *Run) // further expectations
}

func (s scenario) run(t *testing.T) {
	t.Parallel()
	r := newRepo(t, s.init...)
	if s.make != nil {
		s.make(r)
	}
	s.runIn(t, r)
}

func (s scenario) runIn(t *testing.T, r *testRepo) {
	if len(s.documents) == 0 {
		s.documents = []string{"docs/guide.md"}
	}
	if s.change == nil {
		s.change = func(old string) string { return strings.ReplaceAll(old, "whitelist", "allowlist") }
	}
	opt := r.options(s.documents...)
	if s.options != nil {
		s.options(r, &opt)
	}
	r.settleTimes()
	before, index := r.everythingElse(s.documents...), r.indexBytes()
	tip, _ := r.Try("rev-parse", "-q", "--verify", "HEAD")
	documents := r.readAll(s.documents)

	run, err := Open(ctx, opt)
	if s.refused != "" {
		require.Equal(t, s.refused, refusal.ReasonOf(err), "%v", err)
		require.Contains(t, err.Error(), ";", "a refusal names the remedy")
		require.Equal(t, documents, r.readAll(s.documents))
		require.Equal(t, before, r.everythingElse(s.documents...))
		require.Equal(t, index, r.indexBytes())
		require.Empty(t, r.refs())
		return
	}
	require.NoError(t, err)
	want := s.mode
	if want == "" {
		want = ModeBranch
	}
	require.Equal(t, want, run.Mode())
	next := map[string]string{}
	for _, d := range opt.Paths {
		next[d] = s.change(textOf(t, run, d))
		require.NotEqual(t, next[d], textOf(t, run, d))
	}
	if s.midway != nil {
		s.midway(r)
		before, index, documents = r.everythingElse(s.documents...), r.indexBytes(), r.readAll(s.documents)
		tip, _ = r.Try("rev-parse", "-q", "--verify", "HEAD")
	}
	commit, err := tryPass(run, 1, next)
	if s.publish != "" {
		require.Equal(t, s.publish, refusal.ReasonOf(err), "%v", err)
		require.NoError(t, run.Close())
		require.Equal(t, documents, r.readAll(s.documents))
		require.Equal(t, before, r.everythingElse(s.documents...))
		require.Equal(t, index, r.indexBytes())
		now, _ := r.Try("rev-parse", "-q", "--verify", "HEAD")
		require.Equal(t, tip, now)
		return
	}
	require.NoError(t, err)
	require.NoError(t, run.Close())
	for _, d := range opt.Paths {
		require.Equal(t, next[d], textOf(t, run, d))
	}
	require.Equal(t, before, r.everythingElse(s.documents...))
	r.noLeftovers()
	if run.Mode() == ModeBranch {
		s.onBranch(t, r, commit, tip)
	} else {
		require.Equal(t, index, r.indexBytes())
		now, _ := r.Try("rev-parse", "-q", "--verify", "HEAD")
		require.Equal(t, tip, now)
	}
	if s.after != nil {
		s.after(t, r, run)
	}
}

// onBranch checks a published commit: its only parent is the old tip, it changes the documents alone, and git finds
// them clean.
func (s scenario) onBranch(t *testing.T, r *testRepo, commit, tip string) {
	require.Equal(t, commit, r.Git("rev-parse", "HEAD"))
	require.Equal(t, tip, r.Git("log", "-1", "--format=%P", commit))
	changed := strings.Split(strings.TrimSuffix(r.Git("diff-tree", "-r", "-z", "--name-only", "--no-commit-id", commit), "\x00"), "\x00")
	require.ElementsMatch(t, s.documents, changed)
	for _, d := range s.documents {
		// Neither staged nor modified, by git's own comparison of content.
		status := r.Git("--literal-pathspecs", "status", "--porcelain", "--untracked-files=no", "--", d)
		require.Empty(t, status)
	}
	r.Git("fsck", "--strict", "--no-dangling", "--no-progress")
}

// settleTimes lets the index be younger than the files it describes, so that git has no reason to look at them again
// and what is compared afterwards is what we did.
func (r *testRepo) settleTimes() {
	if _, err := os.Lstat(r.Path(".git/index.lock")); err == nil {
		return
	}
	_, _ = r.Try("status", "--porcelain")
}

func (r *testRepo) indexBytes() []byte {
	data, _ := os.ReadFile(r.Git("rev-parse", "--path-format=absolute", "--git-path", "index"))
	return data
}

func (r *testRepo) readAll(rels []string) map[string]string {
	m := map[string]string{}
	for _, rel := range rels {
		data, err := os.ReadFile(r.Path(rel))
		if err != nil {
			m[rel] = "absent"
			continue
		}
		info, _ := os.Stat(r.Path(rel))
		m[rel] = info.Mode().String() + " " + string(data)
	}
	return m
}

func (r *testRepo) append(rel, text string) { r.Write(rel, r.Read(rel)+text) }

func (r *testRepo) chmod(rel string, mode os.FileMode) {
	r.T.Helper()
	require.NoError(r.T, os.Chmod(r.Path(rel), mode))
}

// hook installs a hook; script is its body in sh.
func (r *testRepo) hook(name, script string) {
	r.T.Helper()
	require.NoError(r.T, os.MkdirAll(r.Path(".git/hooks"), 0o755))
	require.NoError(r.T, os.WriteFile(r.Path(".git/hooks/"+name), []byte("#!/bin/sh\n"+script), 0o755))
}

func record(_ *testRepo, o *Options)     { o.Mode = ModeRecord }
func allowDirty(_ *testRepo, o *Options) { o.AllowDirty = true }

// needs skips a test where a program is not there.
func needs(t testing.TB, program string) {
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("%s is not installed", program)
	}
}
