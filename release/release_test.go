package main

import (
	"os"
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
