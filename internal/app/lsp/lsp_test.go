package lsp_test

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/internal/app/lsp"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// serve starts a server, and returns the other end of its connection and what it ends with.
func serve(t testing.TB) (net.Conn, <-chan error) { return serveAllowing(t, false) }

func serveAllowing(t testing.TB, external bool) (net.Conn, <-chan error) {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		ended <- lsp.Serve(ctx, lsp.Options{
			Tool: report.Tool{Name: "doc-iterate", Version: "1", URI: "https://example.org"}, Environ: os.Environ(),
			AllowExternal: external, Documents: files.Documents(nil),
		}, there)
	}()
	return here, ended
}

// connect starts a server and a session with it.
func connect(t testing.TB, can Abilities) *Client {
	t.Helper()
	conn, _ := serve(t)
	return Connect(t, conn, can)
}

// connectAllowing starts a server that may start programs.
func connectAllowing(t testing.TB, can Abilities) *Client {
	t.Helper()
	conn, _ := serveAllowing(t, true)
	return Connect(t, conn, can)
}

// file writes a file below the folder and returns its path.
func file(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

const rulesFile = `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]},
{"not": ["blob"], "choices": ["object", "file"]}],
"style": {"heading-case": {}, "list-marker": {"marker": "-"}}, "references": {}}`

// folder returns a folder with rules.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	file(t, dir, "consistency-rules.json", rulesFile)
	return dir
}

func TestInitialize(t *testing.T) {
	c := connect(t, Abilities{Encodings: []protocol.PositionEncodingKind{"utf-32", "utf-8", "utf-16"}})
	can := c.Init.Capabilities
	assert.Equal(t, protocol.PositionEncodingKindUTF8, can.PositionEncoding)
	sync := can.TextDocumentSync.(*protocol.TextDocumentSyncOptions)
	assert.Equal(t, protocol.TextDocumentSyncKindIncremental, *sync.Change)
	assert.Equal(t, "doc-iterate", *can.DiagnosticProvider.(*protocol.DiagnosticOptions).Identifier)
	actions := can.CodeActionProvider.(*protocol.CodeActionOptions)
	assert.Equal(t, []protocol.CodeActionKind{"quickfix", "source.fixAll.doc-iterate"}, actions.CodeActionKinds)
	assert.True(t, *actions.ResolveProvider)
	assert.Equal(t, []string{"doc-iterate.openReview", "doc-iterate.dismiss"}, can.ExecuteCommandProvider.Commands)

	conn, ended := serve(t)
	c = Connect(t, conn, Abilities{Encodings: []protocol.PositionEncodingKind{"utf-32"}})
	assert.Equal(t, protocol.PositionEncodingKindUTF16, c.Init.Capabilities.PositionEncoding)
	require.NoError(t, c.Server.Shutdown(c.Ctx))
	_, err := c.Server.Hover(c.Ctx, &protocol.HoverParams{})
	assert.ErrorContains(t, err, "shut down")
	require.NoError(t, c.Server.Exit(c.Ctx))
	assert.NoError(t, <-ended)

	conn, ended = serve(t)
	c = Connect(t, conn, Abilities{})
	require.NoError(t, c.Server.Exit(c.Ctx))
	assert.ErrorContains(t, <-ended, "without a shutdown")
}

func TestFindingsOfTheBuffer(t *testing.T) {
	path := file(t, folder(t), "a.md", "# On the disk\n")
	c := connect(t, Abilities{})
	u := c.Open(path, "# A Title Here\n\nThe 😀 whitelist of hosts.\n")
	items := c.Next(u, 1)
	assert.Equal(t, []string{"heading-case A Title Here", "terminology whitelist"}, c.Found(u, items))
	term := items[1]
	assert.Equal(t, protocol.DiagnosticSeverityWarning, term.Severity)
	assert.Equal(t, "https://example.org/blob/main/docs/rules.md#terminology", string(term.CodeDescription.Href))
	name, _ := term.Source.Get()
	assert.Equal(t, "doc-iterate", name)
	assert.Regexp(t, `^"[\w-]{11}\.[^.]*\.[^.]*\.[\w-]{4}"$`, string(term.Data))
	assert.Equal(t, uint32(7), term.Range.Start.Character, "in UTF-16 units")

	c.Change(u, 2, source.Edit{Span: source.Span{Start: 2, End: 14}, New: "A title here"})
	assert.Equal(t, []string{"terminology whitelist"}, c.Found(u, c.Next(u, 2)))
	c.Close(u)
	assert.Empty(t, c.Next(u, 0))
}

func TestPulledFindings(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "new.md"), "The whitelist.\n")
	ask := &protocol.DocumentDiagnosticParams{TextDocument: ID(u)}
	report, err := c.Server.Diagnostic(c.Ctx, ask)
	require.NoError(t, err)
	full := report.(*protocol.RelatedFullDocumentDiagnosticReport)
	assert.Equal(t, []string{"terminology whitelist"}, c.Found(u, full.Items))
	ask.PreviousResultID = full.ResultID
	report, err = c.Server.Diagnostic(c.Ctx, ask)
	require.NoError(t, err)
	assert.IsType(t, &protocol.RelatedUnchangedDocumentDiagnosticReport{}, report)
	c.Change(u, 2, source.Edit{Span: source.Span{Start: 4, End: 9}})
	assert.Empty(t, c.Pull(u))
	assert.Empty(t, c.Published)
}

func TestActions(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), "# Title\n\nThe whitelist. A whitelist, Whitelist.\n\nA blob.\n")
	items := c.Pull(u)
	require.Len(t, items, 4)
	actions := c.Actions(u, items[1].Range)
	fix := actions[`Replace with "allowlist"`]
	require.NotNil(t, fix, "%v", actions)
	assert.True(t, *fix.IsPreferred)
	assert.Equal(t, protocol.CodeActionKindQuickFix, *fix.Kind)
	assert.Equal(t, items[1:2], fix.Diagnostics)
	assert.Contains(t, actions, "Fix all (doc-iterate)")
	assert.NotContains(t, actions, "Dismiss")
	chosen := c.Actions(u, items[3].Range)
	assert.NotContains(t, chosen, "Fix all: terminology", "no fix of it is without a choice")
	assert.Nil(t, chosen[`Replace with "file"`].IsPreferred)
	c.Apply(u, 2, c.Edits(u, 1, chosen[`Replace with "file"`]))
	c.Apply(u, 3, c.Edits(u, 2, c.Actions(u, items[1].Range)[`Replace with "allowlist"`]))
	assert.Equal(t, "# Title\n\nThe whitelist. An allowlist, Whitelist.\n\nA file.\n", string(c.Texts[u]))
	c.Apply(u, 4, c.Edits(u, 3, c.Actions(u, items[0].Range)["Fix all: terminology"]))
	assert.Equal(t, "# Title\n\nThe allowlist. An allowlist, Allowlist.\n\nA file.\n", string(c.Texts[u]))
	assert.Empty(t, c.Pull(u))
}

func TestIgnoredFindings(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), "# Title\n\nThe whitelist.\n* item\n")
	items := c.Pull(u)
	require.Equal(t, []string{"terminology whitelist", "list-marker *"}, c.Found(u, items))
	c.Apply(u, 2, c.Edits(u, 1, c.Actions(u, items[0].Range)["Ignore on this line"]))
	assert.Equal(t, []string{"list-marker *"}, c.Found(u, c.Pull(u)))
}

func TestOnlySomeKinds(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), "# A Title\n\nThe whitelist.\n")
	all := c.Area(u, source.Span{End: len(c.Texts[u])})
	got := c.Actions(u, all, "source.fixAll")
	require.Len(t, got, 1)
	c.Apply(u, 2, c.Edits(u, 1, got["Fix all (doc-iterate)"]))
	assert.Equal(t, "# A title\n\nThe allowlist.\n", string(c.Texts[u]))
	assert.Empty(t, c.Actions(u, all))
	assert.Empty(t, c.Actions(u, all, "refactor"))

	u = c.Open(filepath.Join(folder(t), "b.md"), "The whitelist.\n")
	stale := c.Actions(u, c.Area(u, source.Span{}), "source")["Fix all (doc-iterate)"]
	c.Change(u, 2, source.Edit{New: "Text. "})
	_, err := c.Server.CodeActionResolve(c.Ctx, stale)
	assert.ErrorContains(t, err, "modified")
}

func TestHover(t *testing.T) {
	c := connect(t, Abilities{Pulls: true})
	u := c.Open(filepath.Join(folder(t), "a.md"), "# A Title\n\nThe whitelist.\n")
	at := func(line, character uint32) *protocol.Hover {
		h, err := c.Server.Hover(c.Ctx, &protocol.HoverParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
			TextDocument: ID(u), Position: protocol.Position{Line: line, Character: character},
		}})
		require.NoError(t, err)
		return h
	}
	h := at(2, 6)
	require.NotNil(t, h)
	text := h.Contents.(*protocol.MarkupContent)
	assert.Equal(t, protocol.MarkupKindMarkdown, text.Kind)
	assert.Contains(t, text.Value, "### terminology\n")
	assert.Contains(t, text.Value, "What the fix leaves alone")
	assert.Equal(t, "whitelist", string(c.Texts[u][c.Span(u, *h.Range).Start:c.Span(u, *h.Range).End]))
	assert.Nil(t, at(1, 0))
	assert.Nil(t, at(99, 99))
}

// TestMain keeps what servers remember in a folder of its own.
func TestMain(m *testing.M) {
	state, err := os.MkdirTemp("", "state")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_STATE_HOME", state)
	code := m.Run()
	os.RemoveAll(state)
	os.Exit(code)
}
