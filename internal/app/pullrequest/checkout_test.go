package pullrequest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A history is a repository whose branch change left main before a commit of others, and the merge of both that hosts
// make of a request.
type history struct {
	t       *testing.T
	dir     string
	environ []string
}

func (h *history) git(args ...string) string {
	h.t.Helper()
	cmd := exec.Command("git", append([]string{"-C", h.dir}, args...)...)
	cmd.Env = h.environ
	out, err := cmd.CombinedOutput()
	require.NoError(h.t, err, "%s", out)
	return strings.TrimSpace(string(out))
}

func (h *history) commit(name string) string {
	h.t.Helper()
	require.NoError(h.t, os.WriteFile(filepath.Join(h.dir, name), []byte(name+"\n"), 0o644))
	h.git("add", name)
	h.git("commit", "--quiet", "--message", name)
	return h.git("rev-parse", "HEAD")
}

// clone checks a revision of h out, with so many commits of its history; 0 is all.
func (h *history) clone(ref string, depth int) *history {
	h.t.Helper()
	c := &history{h.t, h.t.TempDir(), h.environ}
	c.git("init", "--quiet")
	c.git("remote", "add", "origin", "file://"+h.dir)
	if depth == 0 {
		c.git("fetch", "--quiet", "--no-tags", "origin", ref, "+refs/heads/*:refs/remotes/origin/*")
	} else {
		c.git("fetch", "--quiet", "--no-tags", fmt.Sprint("--depth=", depth), "origin", ref)
	}
	c.git("checkout", "--quiet", "FETCH_HEAD")
	return c
}

// What is checked out decides whether comments are written: the head of the request, its merge with the base, or
// something in whose history the head is known to be. The base alone is an error, and anything else can't be told.
func TestWhatIsCheckedOut(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	origin := &history{t, t.TempDir(), append(os.Environ(), "GIT_CONFIG_GLOBAL=", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")}
	origin.git("init", "--quiet", "--initial-branch=main")
	origin.git("config", "uploadpack.allowAnySHA1InWant", "true")
	base := origin.commit("base")
	origin.git("checkout", "--quiet", "-b", "change")
	origin.commit("one")
	head := origin.commit("two")
	origin.git("checkout", "--quiet", "main")
	others := origin.commit("others")
	origin.git("checkout", "--quiet", "--detach")
	origin.git("merge", "--quiet", "--no-edit", "change")
	origin.git("update-ref", "refs/pull/7/merge", "HEAD")
	origin.git("checkout", "--quiet", "change")
	next := origin.commit("next")
	later := origin.commit("later")

	for name, tt := range map[string]struct {
		ref    string
		depth  int
		target bool   // the event is pull_request_target
		base   string // what the request is compared with
		note   string
		err    string
	}{
		"the merge, as checkout makes it": {ref: "refs/pull/7/merge", depth: 1, base: others},
		"the merge, with its history":     {ref: "refs/pull/7/merge", base: others},
		"the head":                        {ref: head, depth: 1, base: base},
		"a commit on the head, alone":     {ref: next, depth: 1, base: base},
		"a later head, with its history":  {ref: later, base: base},
		"a later head, alone":             {ref: later, depth: 1, base: base, note: "can't be told"},
		"the base":                        {ref: base, depth: 1, err: "the base of the request is checked out"},
		"the base of today":               {ref: "main", err: "the base of the request is checked out"},
		"the base of today, alone": {ref: "main", depth: 1, target: true,
			err: "the base of the request is checked out"},
	} {
		t.Run(name, func(t *testing.T) {
			c := origin.clone(tt.ref, tt.depth)
			t.Chdir(c.dir)
			s, g := newStandIn(t)
			env := map[string]string{"INPUT_TOKEN": token, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": g.base, "GITHUB_EVENT_PATH": "e"}
			if tt.target {
				env["GITHUB_EVENT_NAME"], env["GITHUB_SHA"] = "pull_request_target", c.git("rev-parse", "HEAD")
			}
			getenv := func(name string) string { return env[name] }
			event := fmt.Sprintf(`{"pull_request": {"number": 7, "head": {"sha": %q}, "base": {"sha": %q, "ref": "main"}}}`, head, base)
			job, err := GitHub(getenv, func(string) ([]byte, error) { return []byte(event), nil })
			require.NoError(t, err)
			note, err := job.Look(t.Context(), getenv, c.environ)
			assert.Empty(t, s.asked)
			if tt.err != "" {
				require.ErrorContains(t, err, tt.err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.base, job.Base)
			c.git("cat-file", "-e", tt.base+"^{commit}") // it was fetched
			assert.Contains(t, note, tt.note)
			assert.Equal(t, tt.note == "", job.CanPublish())
			assert.Equal(t, tt.note == "", note == "")
		})
	}

	t.Run("merged results", func(t *testing.T) {
		c := origin.clone("refs/pull/7/merge", 1)
		t.Chdir(filepath.Dir(c.dir)) // the checkout is a folder of the working directory
		env := map[string]string{"CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "INPUT_PATHS": filepath.Base(c.dir) + "/*.md",
			"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": head, "CI_COMMIT_SHA": c.git("rev-parse", "HEAD")}
		getenv := func(name string) string { return env[name] }
		job, err := GitLab(getenv)
		require.NoError(t, err)
		note, err := job.Look(t.Context(), getenv, c.environ)
		require.NoError(t, err)
		assert.Empty(t, note)
		assert.Equal(t, others, job.Base)
	})
	t.Run("no repository", func(t *testing.T) {
		t.Chdir(t.TempDir())
		_, g := newStandIn(t)
		job := &Job{host: g, request: request{head: head}}
		note, err := job.Look(t.Context(), func(string) string { return "" }, origin.environ)
		require.NoError(t, err)
		assert.Contains(t, note, "nothing is checked out")
	})
}
