package main

import (
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestVersionNamesTheCommit(t *testing.T) {
	commit := []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}, {Key: "vcs.time", Value: "2026-11-22T20:00:00Z"},
	}
	modified := append(commit[:2:2], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, tt := range []struct {
		name     string
		module   string
		settings []debug.BuildSetting
		want     string
	}{
		{"a checkout", "v0.0.0-20261122200000-0123456789ab", commit, "0123456789ab of 2026-11-22"},
		{"a checkout with changes", "(devel)", modified, "0123456789ab of 2026-11-22, modified"},
		{"the module of the release", "v" + strings.TrimSpace(release), nil, ""},
		{"a module between releases", "v0.0.1-0.20261122200000-0123456789ab", nil, "0.0.1-0.20261122200000-0123456789ab"},
		{"a test", "", nil, ""},
		{"no repository", "(devel)", nil, ""},
	} {
		assert.Equal(t, tt.want, originOf(&debug.BuildInfo{Main: debug.Module{Version: tt.module}, Settings: tt.settings}), tt.name)
	}
}

// VERSION is the one place that decides: what else names the release says the same.
func TestDocumentsNameTheVersion(t *testing.T) {
	number := strings.TrimSpace(release)
	changelog, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	assert.Contains(t, string(changelog), "\n## ["+number+"]")
	named := regexp.MustCompile(`(?:doc-iterate(?:/check)?(?:@v?|==)|rev: v|VERSION=)(\d+\.\d+\.\d+)`)
	seen := 0
	for _, file := range []string{"README.md", "Dockerfile", "docs/ci.md", "docs/installing.md", "templates/check.yml"} {
		text, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			seen++
			assert.Equal(t, number, m[1], "%s: %s", file, m[0])
		}
	}
	assert.Greater(t, seen, 5)
	component, err := os.ReadFile("../../templates/check.yml")
	require.NoError(t, err)
	assert.Contains(t, string(component), "default: \""+number+"\"")
}
