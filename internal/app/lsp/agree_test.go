package lsp_test

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// pipes is the ends of two pipes as one connection.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// edit starts the language server of the program, and returns an editor of it.
func edit(t *testing.T, program, dir string) *Client {
	t.Helper()
	server := exec.CommandContext(t.Context(), program, "lsp", "--stdio")
	in, err := server.StdinPipe()
	require.NoError(t, err)
	out, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() { _ = server.Wait() })
	return Connect(t, pipes{out, in}, Abilities{Pulls: true, Root: dir})
}

// undone returns the edits that take edits of a text back.
func undone(text []byte, edits []source.Edit) []source.Edit {
	m := source.NewMapping(edits)
	out := make([]source.Edit, len(edits))
	for n, e := range m.Edits() {
		out[n] = source.Edit{Span: m.Written(n), New: string(text[e.Start:e.End])}
	}
	return out
}

// A person opens real documents, types, takes fixes and takes them back: in the end the text has the bytes that the
// command line would write.
func TestEditorAndCommandLineAgree(t *testing.T) {
	const wanted = 30
	program := filepath.Join(t.TempDir(), "doc-iterate")
	built, err := exec.Command("go", "build", "-o", program, "../../../cmd/doc-iterate").CombinedOutput()
	require.NoError(t, err, string(built))
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	dir := t.TempDir()
	rules := `{"version": 1, "style": {"heading-case": {}, "fenced-code-language": {"infer": true}, "list-marker": {"marker": "*"}},
		"terminology": [{"use": "cannot", "not": ["can not", "can't"]}], "references": {}, "placeholders": {"patterns": ["TODO"]}}`
	require.NoError(t, os.WriteFile(filepath.Join(dir, "consistency-rules.json"), []byte(rules), 0o644))
	require.NoError(t, exec.Command("git", "init", "-q", dir).Run())
	c := edit(t, program, dir)
	done, changed := 0, 0
	testdocs.Corpus(t, 97, func(name string, src []byte) {
		if len(src) > 60_000 || !utf8.Valid(src) || done == wanted {
			return
		}
		done++
		path := filepath.Join(dir, strconv.Itoa(done)+filepath.Ext(name))
		require.NoError(t, os.WriteFile(path, src, 0o644))
		u := c.Open(path, string(src))
		first := c.Found(u, c.Pull(u))
		version := typed(c, u, 1)
		assert.Equal(t, first, c.Found(u, c.Pull(u)))
		for _, d := range c.Pull(u)[:min(3, len(first))] {
			for _, a := range c.Actions(u, d.Range, protocol.CodeActionKindQuickFix) {
				if a.Edit == nil {
					continue
				}
				before := c.Texts[u]
				edits := c.Edits(u, version, a)
				c.Apply(u, version+1, edits)
				c.Pull(u)
				c.Apply(u, version+2, undone(before, edits))
				version += 2
				require.Equal(t, before, c.Texts[u])
				break // the others are for a version that is gone
			}
		}
		require.Equal(t, first, c.Found(u, c.Pull(u)))
		if all := c.Actions(u, protocol.Range{}, "source.fixAll.doc-iterate")["Fix all (doc-iterate)"]; all != nil {
			c.Apply(u, version+1, c.Edits(u, version, all))
		}
		said, err := exec.Command(program, "fix", "--commit=none", "--allow-dirty", path).CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil {
			require.ErrorAs(t, err, &exit, string(said))
			require.Equal(t, 1, exit.ExitCode(), string(said))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(c.Texts[u]), path)
		if !bytes.Equal(want, src) {
			changed++
		}
		c.Close(u)
		require.NoError(t, c.Server.DidChangeWatchedFiles(c.Ctx, &protocol.DidChangeWatchedFilesParams{
			Changes: []protocol.FileEvent{{URI: u, Type: protocol.FileChangeTypeChanged}},
		}))
	})
	assert.Equal(t, wanted, done)
	assert.Greater(t, changed, wanted/3)
}

// typed types and takes back what was typed, and returns the version after that.
func typed(c *Client, u uri.URI, version int32) int32 {
	text := slices.Clone(c.Texts[u])
	for k, word := range []string{"x", "## A Heading\n\n", "`", "\n\n* ", "é漢😀"} {
		at := len(text) * k / 5
		for at > 0 && !utf8.RuneStart(text[at]) {
			at--
		}
		if at > 0 && text[at-1] == '\r' {
			at-- // no editor types between the two characters of a line ending
		}
		c.Change(u, version+1, source.Edit{Span: source.Span{Start: at, End: at}, New: word})
		c.Pull(u)
		c.Change(u, version+2, source.Edit{Span: source.Span{Start: at, End: at + len(word)}})
		version += 2
	}
	return version
}
