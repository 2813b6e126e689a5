package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/bench/model/standin"
)

// reviewing returns the program that asks a stand-in about all documents of a folder, with a cache of its own.
func reviewing(t *testing.T, server *standin.Server, dir string) func() *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	env := append(os.Environ(), "DOC_ITERATE_MODEL=openai:big", "OPENAI_BASE_URL="+server.URL, "CI=",
		"XDG_CACHE_HOME="+t.TempDir(), "XDG_STATE_HOME="+t.TempDir())
	args := []string{"doc-iterate", "review", "--budget", "10000000", "."}
	return func() *exec.Cmd { return &exec.Cmd{Path: self, Args: args, Dir: dir, Env: env} }
}

// A second review of unchanged documents costs no request, an edit of one section one, about that section alone.
func TestUnchangedDocumentsCostNothing(t *testing.T) {
	dir := t.TempDir()
	const documents = 500
	name := func(n int) string { return filepath.Join(dir, fmt.Sprintf("%03d.md", n)) }
	text := func(n int, last string) []byte {
		return fmt.Appendf(nil, "# Guide %d\n\n## Start\n\nStart relay %[1]d first.\n\n## Stop\n\n%s\n", n, last)
	}
	for n := range documents {
		require.NoError(t, os.WriteFile(name(n), text(n, "Stop it last."), 0o600))
	}
	answer := `{"issues": [{"description": "Which?", "location": {"line": 5, "quote": "Start relay 7 first."}}]}`
	server := standin.Start([]standin.Cue{{When: "Start relay 7 ", Answer: json.RawMessage(answer)}})
	defer server.Close()
	run := reviewing(t, server, dir)
	review := func() (string, int) {
		out, err := run().Output()
		var exit *exec.ExitError
		require.ErrorAs(t, err, &exit, string(out))
		assert.Equal(t, 1, exit.ExitCode(), "%s%s", out, exit.Stderr)
		return string(out), len(server.Take())
	}
	first, requests := review()
	assert.Equal(t, documents, requests)
	assert.Contains(t, first, "5:1  warning  Which?")
	second, requests := review()
	assert.Zero(t, requests)
	assert.Equal(t, first, second)
	require.NoError(t, os.WriteFile(name(7), text(7, "Stop it at last."), 0o600))
	out, err := run().Output()
	assert.Error(t, err)
	assert.Equal(t, first, string(out))
	asked := server.Take()
	require.Len(t, asked, 1)
	assert.Contains(t, asked[0].Prompt, "9| Stop it at last.")
	assert.NotContains(t, asked[0].Prompt, "Start relay")
}

// A run that is killed goes on where it was: of what was answered before the requests under way nothing is asked again.
func TestKilledRunGoesOn(t *testing.T) {
	const sections, underWay = 12, 4
	var text strings.Builder
	for n := range sections {
		fmt.Fprintf(&text, "# Part %d\n\n%s\n\n", n, strings.Repeat(fmt.Sprintf("Words of part %d. ", n), 900))
	}
	for at := underWay + 1; at <= sections; at += 3 {
		dir := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(dir, "guide.md"), []byte(text.String()), 0o600))
		server := standin.Start(nil)
		run := reviewing(t, server, dir)
		cmd := run()
		killed := make(chan struct{})
		server.Play([]standin.Cue{{Call: at, Stop: func() {
			_ = cmd.Process.Kill()
			<-killed
		}}})
		require.NoError(t, cmd.Start())
		assert.Error(t, cmd.Wait())
		close(killed)
		sent := len(server.Take())
		assert.GreaterOrEqual(t, sent, at)
		server.Play(nil)
		out, err := run().CombinedOutput()
		require.NoError(t, err, string(out))
		again := len(server.Take())
		assert.LessOrEqual(t, again, sections-(at-underWay), string(out))
		assert.Positive(t, again)
		server.Close()
	}
}
