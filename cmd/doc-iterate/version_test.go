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

// The changelog begins with what is not released yet, or with the version that the program says.
func TestChangelogHasTheVersion(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	require.NoError(t, err)
	var versions []string
	for _, m := range regexp.MustCompile(`(?m)^## \[([^\]]+)\]`).FindAllStringSubmatch(string(text), -1) {
		versions = append(versions, m[1])
	}
	assert.Contains(t, versions, strings.TrimSpace(release))
}
