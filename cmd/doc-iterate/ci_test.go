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
	run(t, "git", "init", "--quiet", root)
	event, err := filepath.Abs(filepath.Join("testdata", "pull_request.json"))
	require.NoError(t, err)
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
}
