package pullrequest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
)

// A gitLabStandIn is GitLab's API as far as a merge request needs it.
type gitLabStandIn struct {
	head        string            // the last version of the request
	files       []map[string]any  // what it changes
	blobs       map[string]string // at the head, by path
	discussions []map[string]any
	writes      []string
	next        int
	forbid      bool
}

// newGitLab returns the stand-in of a request and a job for it.
func newGitLab(t *testing.T) (*gitLabStandIn, *Job) {
	t.Helper()
	s := &gitLabStandIn{head: "h", blobs: map[string]string{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	env := map[string]string{
		"CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_PROJECT_ID": "3", "CI_API_V4_URL": server.URL + "/api/v4",
		"CI_MERGE_REQUEST_DIFF_BASE_SHA": "base", "DOC_ITERATE_TOKEN": token,
	}
	job, err := GitLab(func(name string) string { return env[name] })
	require.NoError(t, err)
	assert.Equal(t, "base", job.Base)
	return s, job
}

// change has the request change a document, as a difference says.
func (s *gitLabStandIn) change(path, text, diff string) {
	s.files = append(s.files, map[string]any{"old_path": path, "new_path": path, "diff": diff})
	s.blobs[path] = blobID([]byte(text))
}

// note returns the first note of a discussion.
func (s *gitLabStandIn) note(n int) map[string]any {
	return s.discussions[n]["notes"].([]any)[0].(map[string]any)
}

// push moves the head of the request. The notes follow their lines, whose new numbers are given; 0 is for a line that
// is gone.
func (s *gitLabStandIn) push(head string, moved map[int]int) {
	s.head = head
	for i := range s.discussions {
		at, ok := s.note(i)["position"].(map[string]any)
		if !ok {
			continue
		}
		if line := moved[int(at["new_line"].(float64))]; line != 0 {
			at["head_sha"], at["new_line"] = head, float64(line)
		}
	}
}

// click takes a suggestion over, as GitLab does: it knows a hundred lines above and below.
func (s *gitLabStandIn) click(t *testing.T, n int, text string) string {
	t.Helper()
	body := s.note(n)["body"].(string)
	line := int(s.note(n)["position"].(map[string]any)["new_line"].(float64))
	m := regexp.MustCompile("(?s)\n(`{3,})suggestion:-(\\d+)\\+(\\d+)\n(.*)\n`{3,}\n").FindStringSubmatch(body)
	require.NotNil(t, m, body)
	above, _ := strconv.Atoi(m[2])
	below, _ := strconv.Atoi(m[3])
	lines := strings.Split(text, "\n")
	first, last := line-min(above, 100), line+min(below, 100)
	return strings.Join(slices.Concat(lines[:first-1], []string{m[4]}, lines[last:]), "\n")
}

func (s *gitLabStandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var in map[string]any
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		_ = json.NewDecoder(r.Body).Decode(&in)
		s.writes = append(s.writes, r.Method+" "+r.URL.Path)
		if s.forbid {
			w.WriteHeader(http.StatusForbidden)
			return
		}
	}
	if r.Header.Get("Private-Token") != token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	note := func() map[string]any {
		s.next++
		var at any // not the same null for each
		if in["position"] != nil {
			at = in["position"]
		}
		return map[string]any{"id": s.next, "body": in["body"], "author": map[string]any{"id": 5}, "position": at}
	}
	const request = "/api/v4/projects/3/merge_requests/7"
	switch r.Method + " " + r.URL.EscapedPath() {
	case "GET /api/v4/user":
		fmt.Fprint(w, `{"id": 5}`)
	case "GET " + request + "/versions":
		fmt.Fprintf(w, `[{"base_commit_sha": "b", "start_commit_sha": "s", "head_commit_sha": %q}, {"head_commit_sha": "old"}]`, s.head)
	case "GET " + request + "/diffs":
		if r.URL.Query().Get("page") == "1" { // the first page has nothing of ours
			w.Header().Set("X-Next-Page", "2")
			fmt.Fprint(w, `[]`)
			return
		}
		_ = json.NewEncoder(w).Encode(s.files)
	case "GET " + request + "/discussions":
		_ = json.NewEncoder(w).Encode(append([]map[string]any{}, s.discussions...))
	case "POST " + request + "/discussions", "POST " + request + "/notes":
		s.discussions = append(s.discussions, map[string]any{"id": fmt.Sprint("d", s.next), "notes": []any{note()}})
	default:
		for i := range s.discussions {
			id := fmt.Sprint(s.note(i)["id"])
			switch r.Method + " " + r.URL.EscapedPath() {
			case "PUT " + request + "/notes/" + id:
				s.note(i)["body"] = in["body"]
				return
			case "DELETE " + request + "/discussions/" + s.discussions[i]["id"].(string) + "/notes/" + id:
				s.discussions = slices.Delete(s.discussions, i, i+1)
				return
			}
		}
		name, err := url.PathUnescape(strings.TrimPrefix(r.URL.EscapedPath(), "/api/v4/projects/3/repository/files/"))
		if s.blobs[name] == "" || err != nil || r.Method != http.MethodHead || r.URL.Query().Get("ref") != s.head {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.Header().Set("X-Gitlab-Blob-Id", s.blobs[name])
	}
}

// A merge request is told as a pull request is: a suggestion, one note, nothing twice, and what is mended goes away.
func TestMergeRequestsAreTold(t *testing.T) {
	d := documents{"docs/a b.md": "# A\nnew\nThe whitelist.\n"}
	s, job := newGitLab(t)
	s.change("docs/a b.md", d["docs/a b.md"], "@@ -1,2 +1,3 @@\n # A\n+new\n The whitelist.\n")
	s.files[0]["old_path"] = "docs/old.md"
	r := &report.Report{Findings: []report.Finding{d.finding("docs/a b.md", "x", "whitelist", "allowlist", 0)}}
	require.NoError(t, job.Publish(t.Context(), r, d.read))
	require.Len(t, s.discussions, 2)
	first := s.note(0)
	assert.Contains(t, first["body"], "\n```suggestion:-0+0\nThe allowlist.\n```\n")
	assert.Equal(t, map[string]any{
		"position_type": "text", "base_sha": "b", "start_sha": "s", "head_sha": "h", "old_path": "docs/old.md",
		"new_path": "docs/a b.md", "new_line": 3.0, "old_line": 2.0,
	}, first["position"])
	n := len(s.writes)
	require.NoError(t, job.Publish(t.Context(), r, d.read))
	assert.Len(t, s.writes, n, "%q", s.writes)
	require.NoError(t, job.Publish(t.Context(), &report.Report{}, d.read))
	require.Len(t, s.discussions, 1)
	assert.Contains(t, s.note(0)["body"], "Nothing to mend")

	s.blobs["docs/a b.md"], s.forbid = "other", true
	err := job.Publish(t.Context(), r, d.read)
	require.ErrorIs(t, err, ErrForbidden)
	assert.NotContains(t, strings.Join(s.writes[n+2:], " "), "discussions")

	env := map[string]string{"CI_MERGE_REQUEST_IID": "7/notes", "CI_MERGE_REQUEST_PROJECT_ID": "3", "DOC_ITERATE_TOKEN": token}
	_, err = GitLab(func(name string) string { return env[name] })
	require.ErrorContains(t, err, "are not numbers")
}

// GitLab takes a hundred lines above and below: a click makes the whole edit, or there is no suggestion.
func TestLongEditsInGitLab(t *testing.T) {
	for _, tt := range []struct {
		lines     int
		fence     string
		suggested bool
	}{{100, "suggestion:-0+99\n", true}, {150, "suggestion:-49+100\n", true}, {201, "suggestion:-100+100\n", true}, {202, "", false}} {
		var old, text, diff strings.Builder
		for i := range tt.lines {
			fmt.Fprintf(&old, "* %d\n", i)
			fmt.Fprintf(&text, "- %d\n", i)
			fmt.Fprintf(&diff, "+* %d\n", i)
		}
		before := strings.TrimSuffix(old.String(), "\n")
		d := documents{"list.md": "# List\n\n" + before + "\n\nEnd\n"}
		s, job := newGitLab(t)
		s.change("list.md", d["list.md"], fmt.Sprintf("@@ -1,2 +1,%d @@\n # List\n \n%s", tt.lines+2, diff.String()))
		f := d.finding("list.md", "marker", before, strings.TrimSuffix(text.String(), "\n"), 0)
		require.NoError(t, job.Publish(t.Context(), &report.Report{Findings: []report.Finding{f}}, d.read))
		if !tt.suggested {
			require.Len(t, s.discussions, 1)
			assert.Contains(t, s.note(0)["body"], "more lines than the host takes")
			continue
		}
		require.Len(t, s.discussions, 2)
		assert.Contains(t, s.note(0)["body"], tt.fence)
		assert.Equal(t, "# List\n\n"+text.String()+"\nEnd\n", s.click(t, 0, d["list.md"]))
	}
}

// Two jobs of one merge request leave each other's comments alone.
func TestTwoJobsInGitLab(t *testing.T) {
	s, job := newGitLab(t)
	d := documents{"a.md": "The whitelist.\n"}
	s.change("a.md", d["a.md"], "@@ -0,0 +1 @@\n+The whitelist.\n")
	r := &report.Report{Findings: []report.Finding{d.finding("a.md", "x", "whitelist", "allowlist", 0)}}
	for _, name := range []string{"one", "two", "one"} {
		job.Name = name
		require.NoError(t, job.Publish(t.Context(), r, d.read))
	}
	require.Len(t, s.discussions, 4)
	require.NoError(t, job.Publish(t.Context(), &report.Report{}, d.read))
	require.Len(t, s.discussions, 3)
	assert.Contains(t, s.note(0)["body"], "### doc-iterate: one\n\nNothing")
	assert.Contains(t, s.note(1)["body"], "suggestion:-0+0")
	assert.Contains(t, s.note(2)["body"], "### doc-iterate: two\n\n1 finding")
}

// A line that a later push adds gets its own suggestion, though an equal one has it already.
func TestEqualLinesInGitLab(t *testing.T) {
	s, job := newGitLab(t)
	d := documents{"a.md": "The whitelist.\n"}
	s.change("a.md", d["a.md"], "@@ -0,0 +1 @@\n+The whitelist.\n")
	finding := func(behind int) report.Finding { return d.finding("a.md", "x", "whitelist", "allowlist", behind) }
	require.NoError(t, job.Publish(t.Context(), &report.Report{Findings: []report.Finding{finding(0)}}, d.read))
	require.Len(t, s.discussions, 2)

	d["a.md"] = "The whitelist.\nThe whitelist.\n"
	s.files = nil
	s.change("a.md", d["a.md"], "@@ -0,0 +1,2 @@\n+The whitelist.\n+The whitelist.\n")
	s.push("h2", map[int]int{1: 2})
	both := &report.Report{Findings: []report.Finding{finding(0), finding(15)}}
	require.NoError(t, job.Publish(t.Context(), both, d.read))
	require.Len(t, s.discussions, 3)
	assert.EqualValues(t, 2, s.note(0)["position"].(map[string]any)["new_line"])
	assert.EqualValues(t, 1, s.note(2)["position"].(map[string]any)["new_line"])
	n := len(s.writes)
	require.NoError(t, job.Publish(t.Context(), both, d.read))
	assert.Len(t, s.writes, n)

	// GitLab did not carry the notes to the next version: nobody could take their suggestions over.
	s.push("h3", nil)
	require.NoError(t, job.Publish(t.Context(), both, d.read))
	require.Len(t, s.discussions, 3)
	assert.Equal(t, "h3", s.note(1)["position"].(map[string]any)["head_sha"])
	assert.Equal(t, "h3", s.note(2)["position"].(map[string]any)["head_sha"])
}

// A document that was only renamed has no changed lines; one that is too large to be shown has, which the comment says.
func TestDocumentsWithoutDifference(t *testing.T) {
	d := documents{"new.md": "The whitelist.\nTODO\n", "large.md": "The whitelist.\n", "shown.md": "TODO\n"}
	r := &report.Report{Findings: []report.Finding{
		d.finding("new.md", "x", "whitelist", "allowlist", 0), d.finding("large.md", "x", "whitelist", "allowlist", 0),
		{Finding: review.Finding{Path: "shown.md", Rule: "placeholder", Message: "TODO"}},
	}}
	check := func(text any) {
		t.Helper()
		assert.Regexp(t, `\| new\.md&#58;1 \|[^\n]*outside of the changed lines`, text)
		assert.Regexp(t, `\| large\.md&#58;1 \|[^\n]*does not show the changed lines`, text)
		assert.Regexp(t, `\| shown\.md \|[^\n]* by hand \|`, text)
		assert.NotContains(t, text, "another text")
	}
	hub, g := newStandIn(t)
	hub.add("shown.md", d["shown.md"])
	hub.files = append(hub.files,
		map[string]any{"filename": "new.md", "previous_filename": "old.md", "status": "renamed", "sha": blobID([]byte(d["new.md"])), "changes": 0},
		map[string]any{"filename": "large.md", "status": "modified", "sha": blobID([]byte(d["large.md"])), "changes": 9000})
	require.NoError(t, (&Job{host: g}).Publish(t.Context(), r, d.read))
	assert.Empty(t, hub.lines)
	check(hub.notes[0]["body"])

	lab, job := newGitLab(t)
	lab.change("shown.md", d["shown.md"], "@@ -0,0 +1 @@\n+TODO\n")
	lab.change("new.md", d["new.md"], "")
	lab.files[1]["old_path"], lab.files[1]["renamed_file"] = "old.md", true
	lab.change("large.md", d["large.md"], "")
	lab.files[2]["too_large"] = true
	require.NoError(t, job.Publish(t.Context(), r, d.read))
	require.Len(t, lab.discussions, 1)
	check(lab.note(0)["body"])
}
