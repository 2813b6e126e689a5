package pullrequest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/report"
)

// A gitLabStandIn is GitLab's API as far as a merge request needs it.
type gitLabStandIn struct {
	blob        string
	discussions []map[string]any
	writes      []string
	forbid      bool
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
		return map[string]any{"id": len(s.discussions) + 1, "body": in["body"], "author": map[string]any{"id": 5}, "position": in["position"]}
	}
	const request = "/api/v4/projects/3/merge_requests/7"
	switch r.Method + " " + r.URL.EscapedPath() {
	case "GET /api/v4/user":
		fmt.Fprint(w, `{"id": 5}`)
	case "GET " + request + "/versions":
		fmt.Fprint(w, `[{"base_commit_sha": "b", "start_commit_sha": "s", "head_commit_sha": "h"}, {"head_commit_sha": "old"}]`)
	case "GET " + request + "/diffs":
		if r.URL.Query().Get("page") == "1" { // the first page has nothing of ours
			w.Header().Set("X-Next-Page", "2")
			fmt.Fprint(w, `[]`)
			return
		}
		fmt.Fprint(w, `[{"old_path": "docs/old.md", "new_path": "docs/a b.md", "diff": "@@ -1,2 +1,3 @@\n # A\n+new\n The whitelist.\n"}]`)
	case "HEAD /api/v4/projects/3/repository/files/docs%2Fa%20b.md":
		w.Header().Set("X-Gitlab-Blob-Id", s.blob)
	case "GET " + request + "/discussions":
		_ = json.NewEncoder(w).Encode(append([]map[string]any{}, s.discussions...))
	case "POST " + request + "/discussions", "POST " + request + "/notes":
		s.discussions = append(s.discussions, map[string]any{"id": fmt.Sprint("d", len(s.discussions)), "notes": []any{note()}})
	case "PUT " + request + "/notes/2":
		s.discussions[len(s.discussions)-1]["notes"].([]any)[0].(map[string]any)["body"] = in["body"]
	case "DELETE " + request + "/discussions/d0/notes/1":
		s.discussions = s.discussions[1:]
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

// A merge request is told as a pull request is: a suggestion, one note, nothing twice, and what is mended goes away.
func TestMergeRequestsAreTold(t *testing.T) {
	d := documents{"a b.md": "# A\nnew\nThe whitelist.\n"}
	s := &gitLabStandIn{blob: blobID([]byte(d["a b.md"]))}
	server := httptest.NewServer(s)
	defer server.Close()
	env := map[string]string{
		"CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_PROJECT_ID": "3", "CI_API_V4_URL": server.URL + "/api/v4",
		"CI_MERGE_REQUEST_DIFF_BASE_SHA": "base", "DOC_ITERATE_TOKEN": token,
	}
	job, err := GitLab(func(name string) string { return env[name] })
	require.NoError(t, err)
	assert.Equal(t, "base", job.Base)
	job.Folder = "docs"
	r := &report.Report{Findings: []report.Finding{d.finding("a b.md", "x", "whitelist", "allowlist", 0)}}
	require.NoError(t, job.Publish(t.Context(), r, d.read))
	require.Len(t, s.discussions, 2)
	first := s.discussions[0]["notes"].([]any)[0].(map[string]any)
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
	assert.Contains(t, s.discussions[0]["notes"].([]any)[0].(map[string]any)["body"], "Nothing to mend")

	s.blob, s.forbid = "other", true
	err = job.Publish(t.Context(), r, d.read)
	require.ErrorIs(t, err, ErrForbidden)
	assert.NotContains(t, strings.Join(s.writes[n+2:], " "), "discussions")

	env["CI_MERGE_REQUEST_IID"] = "7/notes"
	_, err = GitLab(func(name string) string { return env[name] })
	require.ErrorContains(t, err, "are not numbers")
}
