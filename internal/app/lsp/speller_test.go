package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// An editor knows its documents by the very names that it gave them.
func TestNamesOfDocumentsComeBackAsTheyWere(t *testing.T) {
	for _, name := range []string{
		"file:///tmp/a b.md", "file:///tmp/é@x.md", "file:///C:/x/a.md", "file:///tmp/a%28b%29.md", "file:///tmp/a\u00e9.md",
	} {
		c := codec{&speller{}}
		c.note([]byte(`{"textDocument": {"text": "say \"uri\": \"no\"", "uri" : "` + name + `", "version": 1}}`))
		u, err := uri.Parse(name)
		require.NoError(t, err)
		data, err := c.Marshal(&protocol.PublishDiagnosticsParams{URI: u, Diagnostics: []protocol.Diagnostic{}})
		require.NoError(t, err)
		assert.Contains(t, string(data), `"`+name+`"`)
		data, err = c.Marshal(&protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: {}}})
		require.NoError(t, err)
		assert.Contains(t, string(data), `"`+name+`":`)
	}
}
