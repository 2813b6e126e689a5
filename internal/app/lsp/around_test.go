package lsp_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// repository returns a folder with rules that is a repository.
func repository(t testing.TB) string {
	t.Helper()
	dir := folder(t)
	out, err := exec.Command("git", "-C", dir, "init", "-q").CombinedOutput()
	require.NoError(t, err, "%s", out)
	return dir
}

// Links are checked against what other buffers hold, not against what the disk does.
func TestLinksAcrossBuffers(t *testing.T) {
	dir := repository(t)
	a, b := "[there](b.md#first-part)\n", "# First part\n"
	pathA, pathB := file(t, dir, "a.md", a), file(t, dir, "b.md", b)
	for _, pulls := range []bool{true, false} {
		c := connect(t, Abilities{Pulls: pulls})
		ua := c.Open(pathA, a)
		look := func() []protocol.Diagnostic {
			if pulls {
				return c.Pull(ua)
			}
			return c.Next(ua, 1)
		}
		require.Empty(t, look())
		ub := c.Open(pathB, b)
		require.Empty(t, look(), "the buffer says what the disk says")
		c.Change(ub, 2, source.Edit{Span: source.Span{Start: 2, End: 7}, New: "Other"})
		assert.Equal(t, []string{"reference b.md#first-part"}, c.Found(ua, look()))
		if pulls {
			<-c.Refreshed
		}
		c.Close(ub)
		assert.Empty(t, look(), "the disk counts again")
	}
}

// A heading is not changed where that would break a link of another document; what a buffer says counts.
func TestInboundLinksOfBuffers(t *testing.T) {
	dir := repository(t)
	file(t, dir, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	text, linking := "# The whitelist\n", "[there](a.md#the-whitelist)\n"
	path, other := file(t, dir, "a.md", text), file(t, dir, "b.md", linking)
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(path, text)
	all := c.Area(u, source.Span{End: len(text)})
	const fix = `Replace with "allowlist"`
	assert.NotContains(t, c.Actions(u, all), fix)
	ub := c.Open(other, "No link.\n")
	assert.Contains(t, c.Actions(u, all), fix)
	c.Change(ub, 2, source.Edit{New: linking})
	assert.NotContains(t, c.Actions(u, all), fix)
}

func TestRulesAreWatched(t *testing.T) {
	dir := folder(t)
	c := connect(t, Abilities{Root: dir})
	watched := string((<-c.Watched).Registrations[0].RegisterOptions)
	assert.Contains(t, watched, "**/consistency-rules.json")
	assert.Contains(t, watched, "**/*.review.json")
	u := c.Open(filepath.Join(dir, "a.md"), "The whitelist.\n")
	require.Len(t, c.Next(u, 1), 1)
	changed := func(name string) {
		require.NoError(t, c.Server.DidChangeWatchedFiles(c.Ctx, &protocol.DidChangeWatchedFilesParams{
			Changes: []protocol.FileEvent{{URI: uri.File(filepath.Join(dir, name)), Type: protocol.FileChangeTypeChanged}},
		}))
	}
	rules := file(t, dir, "consistency-rules.json", `{"version": 1}`)
	changed("consistency-rules.json")
	assert.Empty(t, c.Next(u, 1))
	file(t, dir, "a.review.json", reviewOf("a.md", issue("x", "whitelist", "allowlist")))
	changed("a.review.json")
	for len(c.Next(u, 1)) != 1 { // first by the rules alone
	}
	require.NoError(t, os.WriteFile(rules, []byte(`{"version": 1, "terminlogy": []}`), 0o644))
	changed("consistency-rules.json")
	assert.Contains(t, <-c.Messages, `did you mean "terminology"`)

	require.NoError(t, os.WriteFile(filepath.Join(dir, "other.json"), []byte(rulesFile), 0o644))
	require.NoError(t, c.Server.DidChangeConfiguration(c.Ctx, &protocol.DidChangeConfigurationParams{
		Settings: protocol.LSPAny(`{"doc-iterate": {"config": "other.json"}}`),
	}))
	for !slices.Contains(c.Found(u, c.Next(u, 1)), "terminology whitelist") {
	}
}

// A configured program runs on save alone, where the client wants it and it is trusted.
func TestProgramsOnSave(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the reviewer is a shell script")
	}
	dir := folder(t)
	review := `{"issues": [{"description": "Vague.", "location": {"quote": "in some way"}}]}`
	script := file(t, dir, "reviewer.sh", fmt.Sprintf("#!/bin/sh\necho ran >> ran\ncat <<'END'\n%s\nEND\n", review))
	require.NoError(t, os.Chmod(script, 0o755))
	file(t, dir, "consistency-rules.json",
		`{"version": 1, "reviewers": [{"name": "helper", "command": ["./reviewer.sh"], "format": "doc-iterate"}]}`)
	text := "It works in some way.\n"
	path := file(t, dir, "a.md", text)
	save := func(c *Client, u uri.URI) {
		require.NoError(t, c.Server.DidSave(c.Ctx, &protocol.DidSaveTextDocumentParams{TextDocument: ID(u)}))
	}
	ran := func() int {
		data, _ := os.ReadFile(filepath.Join(dir, "ran"))
		return strings.Count(string(data), "ran")
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	c := connect(t, Abilities{Options: `{"external": true}`})
	u := c.Open(path, text)
	save(c, u)
	assert.Contains(t, <-c.Messages, "nobody allowed them")

	c = connectAllowing(t, Abilities{})
	u = c.Open(path, text)
	save(c, u)
	require.Empty(t, c.Next(u, 1), "the client does not want it")

	c = connectAllowing(t, Abilities{Options: `{"external": true}`})
	u = c.Open(path, text)
	require.Empty(t, c.Next(u, 1))
	require.Zero(t, ran())
	save(c, u)
	var items []protocol.Diagnostic
	for len(items) == 0 {
		items = c.Next(u, 1)
	}
	assert.Equal(t, 1, ran())
	assert.Equal(t, protocol.String("Vague. (helper)"), items[0].Message)
	c.Change(u, 2, source.Edit{New: "Well. "})
	assert.Len(t, c.Next(u, 2), 1, "it moves along")
}
