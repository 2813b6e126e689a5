package lsp_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// Whatever a client sends, the server answers the next sensible message.
func TestHostileMessages(t *testing.T) {
	conn, _ := serve(t)
	c := Connect(t, conn, Abilities{Pulls: true})
	dir := folder(t)
	u := c.Open(filepath.Join(dir, "a.md"), "The whitelist.\n")
	raw := func(message string) {
		_, err := fmt.Fprintf(conn, "Content-Length: %d\r\n\r\n%s", len(message), message)
		require.NoError(t, err)
	}
	alive := func() {
		t.Helper()
		require.Equal(t, []string{"terminology whitelist"}, c.Found(u, c.Pull(u)))
	}
	for _, message := range []string{
		"{", "[]", "null", "0", `"text"`, "\x00\xff", `{"jsonrpc": "1.0", "method": "x"}`, `{"jsonrpc": "2.0"}`,
		`[{"jsonrpc": "2.0", "method": "initialized"}]`, `{"jsonrpc": "2.0", "id": 999999, "result": null}`,
		`{"jsonrpc": "2.0", "id": "no", "error": {"code": 1, "message": "x"}}`, strings.Repeat("[", 100_000),
		`{"jsonrpc": "2.0", "method": "no/such"}`, `{"jsonrpc": "2.0", "method": "$/cancelRequest"}`,
		`{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 12345}}`,
		`{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": {}}}`,
	} {
		raw(message)
		alive()
	}
	name := `{"uri": "` + string(u) + `"}`
	for _, m := range []struct{ method, params string }{
		{"textDocument/didChange", `{"textDocument": 5, "contentChanges": {}}`},
		{"textDocument/didChange", `{"textDocument": {"uri": "file:///closed.md", "version": 1}, "contentChanges": [{"text": "x"}]}`},
		{"textDocument/didClose", `{"textDocument": {"uri": "file:///closed.md"}}`},
		{"textDocument/didSave", `{"textDocument": {"uri": "file:///closed.md"}}`},
		{"textDocument/didSave", `{"textDocument": {"uri": "%zz:::"}}`},
		{"textDocument/didOpen", `{"textDocument": {"uri": "http://example.org/a.md", "text": "The whitelist."}}`},
		{"textDocument/didOpen", `{"textDocument": {"uri": "", "text": "The whitelist."}}`},
		{"textDocument/didOpen", `{"textDocument": {"uri": "file:///` + strings.Repeat("x/", 3000) + `", "text": "x"}}`},
		{"textDocument/didOpen", `null`},
		{"workspace/didChangeConfiguration", `{"settings": {"doc-iterate": {"reviews": 5}}}`},
		{"workspace/didChangeConfiguration", `{"settings": null}`},
		{"workspace/didChangeWatchedFiles", `{"changes": [{"uri": "x", "type": 77}]}`},
	} {
		require.NoError(t, c.Conn.Notify(c.Ctx, m.method, jsonrpc2.RawMessage(m.params)))
		alive()
	}
	for _, m := range []struct{ method, params, says string }{
		{"no/such", `{}`, "not"},
		{"initialize", `{"capabilities": {}}`, "initialized"},
		{"textDocument/diagnostic", `{"textDocument": {"uri": "file:///closed.md"}}`, "not open"},
		{"textDocument/diagnostic", `[]`, ""},
		{"textDocument/hover", `{"textDocument": {"uri": "file:///closed.md"}, "position": {"line": 0, "character": 0}}`, "not open"},
		{"textDocument/codeAction", `{"textDocument": ` + name + `, "range": "all", "context": {}}`, ""},
		{"codeAction/resolve", `{"title": "x", "data": {"uri": "file:///closed.md"}}`, "not open"},
		{"codeAction/resolve", `{"title": "x", "data": [1]}`, "none of"},
		{"codeAction/resolve", `{"title": "x"}`, "none of"},
		{"workspace/executeCommand", `{"command": "doc-iterate.dismiss", "arguments": [{}, []]}`, "takes"},
	} {
		_, err := c.Conn.Call(c.Ctx, m.method, jsonrpc2.RawMessage(m.params), nil)
		assert.ErrorContains(t, err, m.says, m.method)
		alive()
	}
	// Ranges that there are not are at the nearest end, and the other way round.
	far := protocol.Position{Line: 1 << 31, Character: 1 << 31}
	assert.Empty(t, c.Actions(u, protocol.Range{Start: far, End: far}, "quickfix"))
	assert.NotEmpty(t, c.Actions(u, protocol.Range{Start: far}, "quickfix"))
	alive()
}

// A document may be as large as a message; one that is too large for a document has no findings, and is said so once.
func TestHugeDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("a document of 64 MB")
	}
	c := connect(t, Abilities{Pulls: true})
	dir := folder(t)
	huge := c.Open(filepath.Join(dir, "huge.md"), strings.Repeat("The whitelist and what follows it.\n", 2_000_000))
	assert.Empty(t, c.Pull(huge))
	assert.Contains(t, <-c.Messages, "is larger than 64 MB")
	c.Change(huge, 2, source.Edit{Span: source.Span{Start: 10, End: len(c.Texts[huge])}})
	assert.Empty(t, c.Pull(huge))
	u := c.Open(filepath.Join(dir, "a.md"), "The whitelist.\n")
	assert.Len(t, c.Pull(u), 1)
}

// Of a rule that finds more than anybody looks at the first findings are shown, and the message is shown once.
func TestEndlessFindings(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), strings.Repeat("The whitelist.\n\n", 6000))
	assert.Len(t, c.Pull(u), 5480)
	assert.Contains(t, <-c.Messages, "a.md: terminology finds more than 5480 places; the others were not looked at")
}

// A storm of requests that are cancelled leaves the server with the next one.
func TestCancelStorm(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), strings.Repeat("The whitelist.\n\n", 500))
	var group sync.WaitGroup
	for n := range 1000 {
		if n%50 == 0 {
			c.Change(u, int32(n+2), source.Edit{New: "Text. "})
		}
		ctx, cancel := context.WithCancel(c.Ctx)
		group.Go(func() {
			_ = protocol.Call(ctx, c.Conn, protocol.MethodTextDocumentDiagnostic,
				&protocol.DocumentDiagnosticParams{TextDocument: ID(u)}, nil)
		})
		cancel()
	}
	group.Wait()
	assert.Len(t, c.Pull(u), 500)
}

// What is a document is decided by its name: a client with other settings, which come with a clone, has no code edited.
func TestOnlyDocuments(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	dir := folder(t)
	for _, name := range []string{"x.sh", "Makefile", "x.json", "x.md.py"} {
		u := c.Open(filepath.Join(dir, name), "The whitelist.\n")
		require.Empty(t, c.Found(u, c.Pull(u)), name)
		require.Empty(t, c.Actions(u, protocol.Range{End: protocol.Position{Line: 9}}, "source.fixAll"), name)
	}
	for _, name := range []string{"a.mkd", "a.mdown", "a.qmd", "a.Rmd", "a.MD"} {
		u := c.Open(filepath.Join(dir, name), "The whitelist.\n")
		require.Equal(t, []string{"terminology whitelist"}, c.Found(u, c.Pull(u)), name)
	}
}
