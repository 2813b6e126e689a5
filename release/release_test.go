package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

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

// Two runs write the same bytes for all platforms; the list of hashes has each file and no other; and what names a
// download has the hash of that list. The programs are stand-ins: .ci/reproducible builds real ones twice.
func TestTwoRunsAreEqual(t *testing.T) {
	first := writtenRelease(t)
	again := writtenRelease(t)
	for name := range first {
		assert.True(t, first[name] == again[name], "%s differs", name)
	}
	assert.Len(t, again, len(first))
	assert.True(t, json.Valid([]byte(first["doc-iterate_0.1.0.spdx.json"])), "the list of components is JSON")
	listed := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^([0-9a-f]{64})  (.+)$`).FindAllStringSubmatch(first[checksumsFile], -1) {
		listed[m[2]] = m[1]
	}
	for name := range first {
		assert.True(t, listed[name] != "" || name == checksumsFile, "%s is not listed", name)
	}
	assert.Len(t, listed, len(first)-1)
	download := regexp.MustCompile(`/v[0-9.]+/([^"$/]+)"[,;]?\s+"?(?:sha256|hash)"?(?::| =)? "([^"]+)"`)
	for name, archives := range map[string]int{"doc-iterate.rb": 4, "doc-iterate.json": 2, "flake.nix": 4} {
		found := download.FindAllStringSubmatch(first[name], -1)
		assert.Len(t, found, archives, name)
		for _, m := range found {
			assert.Equal(t, listed[m[1]], hexOf(t, m[2]), "%s: %s", name, m[1])
		}
	}
}

// hexOf returns a hash in hexadecimal digits, as checksums.txt has it; a flake has "sha256-" and base64.
func hexOf(t *testing.T, hash string) string {
	t.Helper()
	encoded, ok := strings.CutPrefix(hash, "sha256-")
	if !ok {
		return hash
	}
	sum, err := base64.StdEncoding.DecodeString(encoded)
	require.NoError(t, err)
	return hex.EncodeToString(sum)
}

// writtenRelease writes a release of all platforms around stand-ins for the programs, and returns its files. It has
// neither deb nor rpm, for which another program is needed.
func writtenRelease(t *testing.T) map[string]string {
	t.Helper()
	t.Chdir("..")
	defer t.Chdir("release")
	r := &release{version: "0.1.0", commit: "c0ffee", time: time.Unix(1_700_000_000, 0).UTC(), out: t.TempDir(), platforms: platforms()}
	standIns := func() error {
		for _, p := range r.platforms {
			if err := os.MkdirAll(filepath.Dir(r.program(p)), 0o755); err != nil {
				return err
			}
			for _, name := range commands() {
				file := filepath.Join(filepath.Dir(r.program(p)), filepath.Base(name)+filepath.Ext(p.binary()))
				if err := os.WriteFile(file, []byte("program for "+p.name()), 0o755); err != nil {
					return err
				}
			}
		}
		for _, name := range []string{"LICENSE", noticesFile, "README.md", "completions/doc-iterate.bash", "man/doc-iterate.1"} {
			r.extras = append(r.extras, entry{name, []byte("the text of " + name), plainFile})
		}
		return nil
	}
	require.NoError(t, r.do([]func() error{
		standIns, r.writeNPM, r.writeWheels, r.writeArchives, r.writeManifests, r.writeComponents, r.writeChecksums,
	}))
	return readFolder(t, r.out)
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
