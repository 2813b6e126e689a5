package main

import (
	"bytes"
	"crypto/sha1"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The step of a workflow suggests what it finds in a folder of the repository, and so it does for what a review says.
// Where the token may write nothing, the annotations and the exit code are as without it. The token is in no output,
// and no program that the step starts gets it.
func TestWorkflowsTellTheirRequest(t *testing.T) {
	need(t, "git")
	const text, secret = "# Guide\n\nThe whitelist of the relay.\n", "ghs_0123456789secret"
	var mu sync.Mutex
	var all []string
	var forbidden atomic.Bool
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/user" || r.Method != http.MethodGet && forbidden.Load():
			w.WriteHeader(http.StatusForbidden)
			fmt.Fprintf(w, `{"message": "Resource not accessible by integration %s"}`, secret)
		case r.URL.Path == "/repos/doc-iterate/example/pulls/7/files":
			sum := fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text)))
			_ = json.NewEncoder(w).Encode([]any{object{
				"filename": "docs/guide.md", "sha": sum, "patch": "@@ -0,0 +1,3 @@\n+# Guide\n+\n+The whitelist of the relay.",
			}})
		case r.Method == http.MethodGet:
			fmt.Fprint(w, `[]`)
		default:
			all = append(all, r.Method+" "+r.URL.Path+" "+string(body))
			fmt.Fprint(w, `{}`)
		}
	}))
	defer api.Close()
	take := func() []string { // what was written since the last call
		mu.Lock()
		defer mu.Unlock()
		written := all
		all = nil
		return written
	}

	root := t.TempDir()
	write(t, filepath.Join(root, "docs", "guide.md"), text)
	write(t, filepath.Join(root, "docs", "review.json"),
		`{"document": "guide.md", "issues": [{"id": "1", "description": "Say gateway.", "old_value": "relay", "new_value": "gateway",
		"location": {"quote": "The whitelist of the relay."}}]}`)
	write(t, filepath.Join(root, "consistency-rules.json"), `{"version": 1,
		"terminology": [{"use": "allowlist", "not": ["whitelist"]}],
		"reviewers": [{"name": "spy", "command": ["sh", "-c", "echo $TOKEN >$SEEN; echo '{\"issues\": []}'"],
		"env": {"TOKEN": "$INPUT_TOKEN", "SEEN": "$SEEN"}}]}`)
	event := filepath.Join(t.TempDir(), "event.json")
	write(t, event, strings.ReplaceAll(contents(t, filepath.Join("testdata", "pull_request.json")),
		"ec26c3e57ca3a959ca5aad62de7213c562f8c821", commitAll(t, root)))
	seen := filepath.Join(t.TempDir(), "seen")
	ci := func(more ...string) (string, int) {
		t.Helper()
		var out bytes.Buffer
		cmd := exec.Command("doc-iterate", "ci", "github")
		cmd.Dir, cmd.Stdout, cmd.Stderr = filepath.Join(root, "docs"), &out, &out
		cmd.Env = append(os.Environ(), append([]string{
			"GITHUB_EVENT_PATH=" + event, "GITHUB_REPOSITORY=doc-iterate/example", "GITHUB_API_URL=" + api.URL, "GITHUB_WORKSPACE=" + root,
			"INPUT_TOKEN=" + secret, "INPUT_SINCE=all", "DOC_ITERATE_ALLOW_EXTERNAL=1", "SEEN=" + seen,
		}, more...)...)
		_ = cmd.Run()
		assert.NotContains(t, out.String(), secret)
		return out.String(), cmd.ProcessState.ExitCode()
	}

	out, code := ci()
	assert.Equal(t, 1, code, out)
	assert.Contains(t, out, "::warning file=docs/guide.md,line=3")
	written := take()
	require.Len(t, written, 2)
	assert.Contains(t, written[0], "POST /repos/doc-iterate/example/pulls/7/reviews")
	assert.Contains(t, written[0], `"path":"docs/guide.md"`)
	assert.Contains(t, written[0], `\nThe allowlist of the relay.\n`)
	assert.Contains(t, written[1], "1 finding; 1 suggestion")
	assert.Equal(t, "\n", contents(t, seen))

	out, code = ci("INPUT_REVIEW=review.json")
	assert.Equal(t, 1, code, out)
	written = take()
	require.Len(t, written, 2)
	assert.Contains(t, written[0], `\nThe whitelist of the gateway.\n`)

	_, code = ci("INPUT_COMMENT=false")
	assert.Equal(t, 1, code)
	assert.Empty(t, take())

	forbidden.Store(true)
	out, code = ci()
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "::warning file=docs/guide.md,line=3")
	assert.Contains(t, out, "note: no suggestions were made")
	assert.NotContains(t, strings.ToLower(out), "secret")
	forbidden.Store(false)

	// The result of a check that could tell nobody is told later, when nothing of the request is run.
	result := filepath.Join(t.TempDir(), "result.json")
	_, code = ci("INPUT_COMMENT=false", "INPUT_ARGS=--format=json\n--output="+result)
	assert.Equal(t, 1, code)
	out, code = ci("INPUT_RESULT="+result, "GITHUB_EVENT_PATH=/nowhere", "INPUT_EVENT="+event)
	assert.Equal(t, 1, code, out)
	written = take()
	require.Len(t, written, 2, out)
	assert.Contains(t, written[0], `\nThe allowlist of the relay.\n`)

	// Another commit than the request's is checked out: the base, or nobody knows which.
	output := filepath.Join(t.TempDir(), "output")
	write(t, filepath.Join(root, "docs", "guide.md"), text+"\nMore.\n")
	base := commitAll(t, root)
	write(t, event, strings.ReplaceAll(contents(t, event), run(t, "git", "-C", root, "rev-parse", "HEAD^"), strings.Repeat("ab", 20)))
	out, code = ci("GITHUB_EVENT_NAME=pull_request_target", "GITHUB_SHA="+base, "GITHUB_OUTPUT="+output)
	assert.Equal(t, 2, code)
	assert.Contains(t, out, "the base of the request is checked out")
	assert.NotContains(t, out, "::warning")
	assert.Equal(t, "exit-code=2\n", contents(t, output))
	out, code = ci()
	assert.Equal(t, 1, code)
	assert.Contains(t, out, "::warning file=docs/guide.md,line=3")
	assert.Contains(t, out, "note: no comments were written or removed")
	assert.Empty(t, take())
}

// commitAll commits everything in a folder, which may be no repository yet, and returns the commit.
func commitAll(t *testing.T, root string) string {
	t.Helper()
	run(t, "git", "init", "--quiet", root)
	run(t, "git", "-C", root, "add", "--all")
	run(t, "git", "-C", root, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "All")
	return run(t, "git", "-C", root, "rev-parse", "HEAD")
}

// A fork's request with more findings than GitHub shows: the summary begins with the blocker, and the log has the rest.
func TestManyFindingsOfAFork(t *testing.T) {
	need(t, "git")
	root := t.TempDir()
	write(t, filepath.Join(root, "consistency-rules.json"), `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
		"placeholders": {"severity": "blocker", "patterns": ["TODO"]}}`)
	write(t, filepath.Join(root, "a.md"), strings.Repeat("The whitelist.\n\n", 300))
	write(t, filepath.Join(root, "z.md"), strings.Repeat("TODO\n\n", 40))
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path == "/user" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		fmt.Fprint(w, `[]`)
	}))
	defer api.Close()
	event, summary := filepath.Join(t.TempDir(), "event.json"), filepath.Join(t.TempDir(), "summary")
	write(t, event, strings.ReplaceAll(contents(t, filepath.Join("testdata", "pull_request.json")),
		"ec26c3e57ca3a959ca5aad62de7213c562f8c821", commitAll(t, root)))
	cmd := exec.Command("doc-iterate", "ci", "github")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GITHUB_EVENT_PATH="+event, "GITHUB_REPOSITORY=doc-iterate/example", "GITHUB_API_URL="+api.URL,
		"GITHUB_WORKSPACE="+root, "INPUT_TOKEN=t", "INPUT_SINCE=all", "GITHUB_STEP_SUMMARY="+summary)
	data, _ := cmd.CombinedOutput()
	out := string(data)
	assert.Equal(t, 1, cmd.ProcessState.ExitCode(), out)
	assert.Contains(t, out, "The annotations and this log have all findings")
	assert.Equal(t, 20, strings.Count(out, "\n::")-2+1, "annotations, and the group of the rest")
	assert.Equal(t, 320, strings.Count(out, "\n- "))
	_, table, _ := strings.Cut(contents(t, summary), "| --- | --- | --- | --- |\n")
	assert.Equal(t, 340, strings.Count(table, "\n"))
	assert.True(t, strings.HasPrefix(table, "| z.md&#58;1&#58;1 | blocker |"), table)
}
