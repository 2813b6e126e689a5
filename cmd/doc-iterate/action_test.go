package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// An actionRun is the action on a runner of GitHub, with a server that stands in for the releases.
type actionRun struct {
	t     *testing.T
	mu    sync.Mutex
	files map[string][]byte // what the server has; mu guards it
	env   map[string]string
	work  string
}

// newActionRun releases a program for a system. It hands its arguments to this one.
func newActionRun(t *testing.T, system, archive string) *actionRun {
	t.Helper()
	need(t, "bash")
	need(t, "curl")
	need(t, "git")
	program := []byte("#!/bin/sh\nexec doc-iterate \"$@\"\n")
	var data bytes.Buffer
	if strings.HasSuffix(archive, ".zip") {
		need(t, "unzip")
		w := zip.NewWriter(&data)
		f, err := w.Create("doc-iterate.exe")
		require.NoError(t, err)
		_, err = f.Write(program)
		require.NoError(t, err)
		require.NoError(t, w.Close())
	} else {
		compressed := gzip.NewWriter(&data)
		w := tar.NewWriter(compressed)
		require.NoError(t, w.WriteHeader(&tar.Header{Name: "doc-iterate", Mode: 0o755, Size: int64(len(program))}))
		_, err := w.Write(program)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		require.NoError(t, compressed.Close())
	}
	prefix := "/v" + strings.TrimSpace(release) + "/"
	r := &actionRun{t: t, work: t.TempDir(), files: map[string][]byte{
		prefix + archive:         data.Bytes(),
		prefix + "checksums.txt": fmt.Appendf(nil, "%x  %s\n", sha256.Sum256(data.Bytes()), archive),
	}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if data, ok := r.files[request.URL.Path]; ok {
			_, _ = w.Write(data)
			return
		}
		http.NotFound(w, request)
	}))
	t.Cleanup(server.Close)
	source, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	r.env = map[string]string{
		"ACTION_PATH": source, "RUNNER_OS": system, "RUNNER_ARCH": "X64", "RUNNER_TEMP": filepath.Join(r.work, "temp"),
		"DOC_ITERATE_DOWNLOADS": server.URL, "GITHUB_OUTPUT": filepath.Join(r.work, "output"),
		"GITHUB_STEP_SUMMARY": filepath.Join(r.work, "summary"),
	}
	return r
}

// installed is where the action puts the program.
func (r *actionRun) installed(name string) string {
	return filepath.Join(r.env["RUNNER_TEMP"], "doc-iterate", name)
}

// step runs what action.yml has for a step. Inputs and the event come from env instead of GitHub's expressions.
func (r *actionRun) step(name, dir string) (string, error) {
	r.t.Helper()
	var action struct {
		Runs struct {
			Steps []struct{ Name, Run string }
		}
	}
	data, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	require.NoError(r.t, err)
	require.NoError(r.t, yaml.Unmarshal(data, &action))
	for _, s := range action.Runs.Steps {
		if s.Name == name {
			cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
			cmd.Dir, cmd.Env = dir, os.Environ()
			for key, value := range r.env {
				cmd.Env = append(cmd.Env, key+"="+value)
			}
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
	}
	require.Fail(r.t, "action.yml has no step "+name)
	return "", nil
}

const (
	installStep = "Install doc-iterate"
	checkStep   = "Check documents"
)

// The action goes its whole way on a pull request whose checkout has one commit, and lies in a folder of the
// workspace: it downloads the program, fetches the base, annotates what was changed, and says how it went.
func TestActionChecksWhatAPullRequestChanged(t *testing.T) {
	r := newActionRun(t, "Linux", archiveName("linux_amd64.tar.gz"))
	origin, clone := filepath.Join(r.work, "origin"), filepath.Join(r.work, "clone")
	git := func(args ...string) string {
		return run(t, "git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
	}
	git("init", "--quiet", "--initial-branch=main", origin)
	git("-C", origin, "config", "uploadpack.allowAnySHA1InWant", "true")
	write(t, filepath.Join(origin, "consistency-rules.json"), `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	write(t, filepath.Join(origin, "old.md"), "# Old\n\nThe whitelist.\n")
	git("-C", origin, "add", ".")
	git("-C", origin, "commit", "--quiet", "-m", "Start")
	base := git("-C", origin, "rev-parse", "HEAD")
	write(t, filepath.Join(origin, "new.md"), "# New\n\nThe whitelist.\n")
	git("-C", origin, "add", ".")
	git("-C", origin, "commit", "--quiet", "-m", "Change")
	git("clone", "--quiet", "--depth=1", "file://"+origin, clone)

	event, err := os.ReadFile(filepath.Join("testdata", "pull_request.json"))
	require.NoError(t, err)
	r.env["GITHUB_EVENT_PATH"], r.env["GITHUB_WORKSPACE"] = filepath.Join(r.work, "event.json"), r.work
	write(t, r.env["GITHUB_EVENT_PATH"], strings.NewReplacer("6dcb09b5b57875f334f61aebed695e2e4193db5e", base,
		"ec26c3e57ca3a959ca5aad62de7213c562f8c821", git("-C", origin, "rev-parse", "HEAD")).Replace(string(event)))
	r.env["INPUT_PATHS"], r.env["INPUT_SARIF"] = "clone\n", "clone/docs.sarif"
	out, err := r.step(installStep, r.work)
	require.NoError(t, err, out)
	out, err = r.step(checkStep, r.work)
	require.Error(t, err, out)
	assert.Contains(t, out, "::warning file=new.md,line=3")
	assert.NotContains(t, out, "old.md")
	assert.Equal(t, "exit-code=1\n", contents(t, r.env["GITHUB_OUTPUT"]))
	assert.Contains(t, contents(t, r.env["GITHUB_STEP_SUMMARY"]), "1 finding")
	assert.Contains(t, contents(t, filepath.Join(clone, "docs.sarif")), `"2.1.0"`)
}

func archiveName(platform string) string {
	return "doc-iterate_" + strings.TrimSpace(release) + "_" + platform
}

// Each system gets the archive that is released for it, and nothing that differs from the list of hashes.
func TestActionInstallsWhatTheHashesSay(t *testing.T) {
	for _, tt := range []struct{ system, archive, program string }{
		{"Linux", archiveName("linux_amd64.tar.gz"), "doc-iterate"},
		{"macOS", archiveName("darwin_amd64.tar.gz"), "doc-iterate"},
		{"Windows", archiveName("windows_amd64.zip"), "doc-iterate.exe"},
	} {
		t.Run(tt.system, func(t *testing.T) {
			r := newActionRun(t, tt.system, tt.archive)
			out, err := r.step(installStep, r.work)
			require.NoError(t, err, out)
			assert.FileExists(t, r.installed(tt.program))
		})
	}
	const checksums = "checksums.txt"
	for _, tt := range []struct {
		name, want string
		spoil      func(files map[string][]byte, prefix, archive string)
	}{
		{"another archive", "has the hash", func(files map[string][]byte, prefix, archive string) {
			files[prefix+archive] = append(files[prefix+archive], 0)
		}},
		{"an archive that is not listed", "does not list", func(files map[string][]byte, prefix, _ string) {
			files[prefix+checksums] = []byte("0  other.tar.gz\n")
		}},
		{"no release", "can't be downloaded", func(files map[string][]byte, prefix, archive string) {
			delete(files, prefix+archive)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			archive := archiveName("linux_amd64.tar.gz")
			r := newActionRun(t, "Linux", archive)
			r.mu.Lock()
			tt.spoil(r.files, "/v"+strings.TrimSpace(release)+"/", archive)
			r.mu.Unlock()
			out, err := r.step(installStep, r.work)
			require.Error(t, err)
			assert.Contains(t, out, tt.want)
			assert.NoFileExists(t, r.installed("doc-iterate"))
		})
	}
}
