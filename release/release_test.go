package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The notices are those of the modules that go.mod names now.
func TestNoticesAreCurrent(t *testing.T) {
	t.Chdir("..")
	want, err := notices()
	require.NoError(t, err)
	got, err := os.ReadFile(noticesFile)
	require.NoError(t, err)
	assert.True(t, want == string(got), "%s is not what go.mod says: run `go run ./release notices`", noticesFile)
}

func TestNotesAreThoseOfTheVersion(t *testing.T) {
	t.Chdir(t.TempDir())
	text := "# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [0.2.0] - 2026-01-02\n\n- New.\n\n## [0.1.0] - 2026-01-01\n\n- Old.\n"
	require.NoError(t, os.WriteFile("CHANGELOG.md", []byte(text), 0o644))
	got, err := notes("0.2.0")
	require.NoError(t, err)
	assert.Equal(t, "- New.\n", got)
	_, err = notes("0.3.0")
	assert.ErrorContains(t, err, "no section [0.3.0]")
}

// Two checkouts of one commit in different folders give the same bytes; the list of hashes has each file and no other;
// and what names a download has the hash of that list.
func TestTwoBuildsAreEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it builds the program for each platform, twice")
	}
	root, err := filepath.Abs("..")
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a checkout: the release has the time of the commit")
	}
	args := []string{"run", "./release", "dist"}
	offline := offlineGo(t)
	probe := exec.Command("go", "run", nfpm, "--version")
	probe.Env = offline
	if probe.Run() != nil {
		t.Log("without deb and rpm: nfpm was not fetched; make release does so")
		args = append(args, "-without-nfpm")
	}
	var first map[string]string
	from := root
	for _, folder := range []string{"a", filepath.Join("another", "longer name")} {
		clone := filepath.Join(t.TempDir(), folder)
		out, err := exec.Command("git", "clone", "--quiet", from, clone).CombinedOutput()
		require.NoError(t, err, string(out))
		from = clone // the same commit, whatever is committed meanwhile
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = clone, offline
		out, err = cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		files := readFolder(t, filepath.Join(clone, "dist"))
		if first == nil {
			first = files
			continue
		}
		for name := range first {
			assert.True(t, first[name] == files[name], "%s differs", name)
		}
		assert.Len(t, files, len(first))
	}
	listed := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([0-9a-f]{64})  (.+)$`).FindAllStringSubmatch(first[checksumsFile], -1) {
		listed[m[2]] = m[1]
	}
	for name := range first {
		assert.True(t, listed[name] != "" || name == checksumsFile, "%s is not listed", name)
	}
	assert.Len(t, listed, len(first)-1)
	for _, name := range []string{"doc-iterate.rb", "doc-iterate.json"} {
		m := regexp.MustCompile(`/v[0-9.]+/([^"$/]+)",?\s+"?(?:sha256|hash)"?:? "([0-9a-f]{64})"`).FindAllStringSubmatch(first[name], -1)
		assert.GreaterOrEqual(t, len(m), 2, name)
		for _, m := range m {
			assert.Equal(t, listed[m[1]], m[2], "%s: %s", name, m[1])
		}
	}
}

// offlineGo returns an environment in which Go takes modules from what it fetched before.
func offlineGo(t *testing.T) []string {
	t.Helper()
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	require.NoError(t, err)
	proxy := "file://" + filepath.ToSlash(filepath.Join(strings.TrimSpace(string(cache)), "cache", "download"))
	return append(os.Environ(), "GOPROXY="+proxy, "GONOSUMDB=*")
}

func readFolder(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(data)
	}
	return files
}
