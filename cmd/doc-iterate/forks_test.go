package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// The two workflows of docs/ci.md that tell a fork's request what was found, followed as they stand there: the first
// one has a token that may not write, and the second one asks GitHub which request it is about.
func TestForksAreToldByASecondWorkflow(t *testing.T) {
	need(t, "git")
	r := newActionRun(t, "Linux", archiveName("linux_amd64.tar.gz"))
	request, text := filepath.Join(r.work, "request"), "# A\n\nThe whitelist.\n"
	write(t, filepath.Join(request, "consistency-rules.json"), `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	base := commitAll(t, request)
	write(t, filepath.Join(request, "docs", "a.md"), text)
	head := commitAll(t, request)
	var written []string
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		switch {
		case request.URL.Path == "/user" || request.Method != http.MethodGet && request.Header.Get("Authorization") != "Bearer write":
			w.WriteHeader(http.StatusForbidden)
		case strings.HasSuffix(request.URL.Path, "/pulls/7/files"):
			sum := run(t, "git", "-C", r.work+"/request", "rev-parse", head+":docs/a.md")
			_ = json.NewEncoder(w).Encode([]any{object{"filename": "docs/a.md", "sha": sum, "patch": "@@ -0,0 +1,3 @@\n+# A\n+\n+The whitelist."}})
		case request.Method == http.MethodGet:
			fmt.Fprint(w, `[]`)
		default:
			written = append(written, request.URL.Path+" "+string(body))
			fmt.Fprint(w, `{}`)
		}
	}))
	defer api.Close()
	event := fmt.Sprintf(`{"pull_request": {"number": 7, "head": {"sha": %q}, "base": {"sha": %q, "ref": "main"}}}`, head, base)
	write(t, filepath.Join(r.work, "event.json"), event)
	bin := filepath.Join(r.work, "bin")
	write(t, filepath.Join(bin, "gh"), "#!/bin/sh\n[ \"$*\" = \"api --method GET repos/o/r/pulls -f state=open -f head=fork:change --jq {pull_request: .[0]}\" ] && echo '"+event+"'\n")
	require.NoError(t, os.Chmod(filepath.Join(bin, "gh"), 0o755))
	out, err := r.step(installStep, request)
	require.NoError(t, err, out)
	r.env["GITHUB_REPOSITORY"], r.env["GITHUB_API_URL"], r.env["GITHUB_WORKSPACE"] = "o/r", api.URL, request
	r.env["GITHUB_EVENT_PATH"], r.env["INPUT_PATHS"] = filepath.Join(r.work, "event.json"), "."

	type step struct {
		Uses, Run string
		With      map[string]string
	}
	steps := func(name string) []step {
		for _, b := range fencesOf(contents(t, filepath.Join("..", "..", "docs", "ci.md"))) {
			var workflow struct {
				Name string
				Jobs map[string]struct{ Steps []step }
			}
			if b.info != "yaml" || !strings.Contains(b.text, "docs-result") || yaml.Unmarshal([]byte(b.text), &workflow) != nil || workflow.Name != name {
				continue
			}
			for _, job := range workflow.Jobs {
				return job.Steps
			}
		}
		require.Fail(t, "docs/ci.md has no workflow "+name)
		return nil
	}
	temp := strings.NewReplacer("${{ runner.temp }}", r.env["RUNNER_TEMP"])
	check := func(all []step) string {
		n := slices.IndexFunc(all, func(s step) bool { return strings.HasPrefix(s.Uses, "doc-iterate/") })
		for input, value := range all[n].With {
			r.env["INPUT_"+strings.ToUpper(input)] = temp.Replace(value)
		}
		out, err := r.step(checkStep, request)
		require.Error(t, err, out)
		return out
	}
	r.env["INPUT_TOKEN"] = "read"
	assert.Contains(t, check(steps("docs")), "::warning file=docs/a.md,line=3")
	assert.Empty(t, written)
	result := filepath.Join(request, "result.json")
	write(t, filepath.Join(r.env["RUNNER_TEMP"], "docs", "result.json"), contents(t, result))
	require.NoError(t, os.Remove(result))

	second := steps("docs-comments")
	script := exec.Command("bash", "-e", "-c", second[slices.IndexFunc(second, func(s step) bool { return s.Run != "" })].Run)
	script.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "GITHUB_REPOSITORY=o/r", "HEAD=fork:change",
		"RUNNER_TEMP="+r.env["RUNNER_TEMP"])
	said, err := script.CombinedOutput()
	require.NoError(t, err, "%s", said)
	r.env["INPUT_TOKEN"], r.env["INPUT_ARGS"], r.env["INPUT_COMMENT"], r.env["GITHUB_EVENT_PATH"] = "write", "", "true", "/nowhere"
	check(second)
	require.Len(t, written, 2)
	assert.Contains(t, written[0], `\nThe allowlist.\n`)
	assert.Contains(t, written[1], "1 finding; 1 suggestion")
}
