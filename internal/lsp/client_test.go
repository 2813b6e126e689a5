package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/lsp"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A client is an editor that keeps its own texts.
type client struct {
	protocol.UnimplementedClient
	t      testing.TB
	ctx    context.Context
	conn   jsonrpc2.Conn
	server protocol.Server
	init   *protocol.InitializeResult
	unit   source.Unit
	texts  map[uri.URI][]byte
	ended  chan error

	published chan *protocol.PublishDiagnosticsParams
	messages  chan string
}

// capabilities is what a client says that it can do.
type capabilities struct {
	encodings []protocol.PositionEncodingKind
	pulls     bool
	options   string // initializationOptions
	root      string
}

func (c *client) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	c.published <- p
	return nil
}

func (c *client) LogMessage(context.Context, *protocol.LogMessageParams) error { return nil }

func (c *client) DiagnosticRefresh(context.Context) error { return nil }

func (c *client) RegisterCapability(context.Context, *protocol.RegistrationParams) error { return nil }

func (c *client) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	c.messages <- p.Message
	return nil
}

// connect starts a server and returns a client of it that is initialized.
func connect(t testing.TB, can capabilities) *client {
	t.Helper()
	here, there := net.Pipe()
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		ended <- lsp.Serve(ctx, lsp.Options{
			Tool: report.Tool{Name: "doc-iterate", Version: "1", URI: "https://example.org"}, Environ: os.Environ(),
		}, there)
	}()
	c := &client{
		t: t, ctx: ctx, texts: map[uri.URI][]byte{}, ended: ended,
		published: make(chan *protocol.PublishDiagnosticsParams, 10000), messages: make(chan string, 1000),
	}
	_, c.conn, c.server = protocol.NewClient(ctx, c, jsonrpc2.NewStream(here))
	t.Cleanup(func() { cancel(); _ = here.Close() })
	params := &protocol.InitializeParams{}
	params.Capabilities.General = &protocol.GeneralClientCapabilities{PositionEncodings: can.encodings}
	params.Capabilities.Workspace = &protocol.WorkspaceClientCapabilities{
		WorkspaceEdit: &protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true)},
	}
	params.Capabilities.TextDocument = &protocol.TextDocumentClientCapabilities{
		CodeAction: &protocol.CodeActionClientCapabilities{
			ResolveSupport: protocol.ClientCodeActionResolveOptions{Properties: []string{"edit"}},
		},
	}
	if can.pulls {
		params.Capabilities.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
	}
	if can.options != "" {
		params.InitializationOptions = protocol.LSPAny(can.options)
	}
	if can.root != "" {
		params.RootURI = new(uri.File(can.root))
	}
	var err error
	c.init, err = c.server.Initialize(ctx, params)
	require.NoError(t, err)
	c.unit = source.UTF16
	if c.init.Capabilities.PositionEncoding == protocol.PositionEncodingKindUTF8 {
		c.unit = source.Byte
	}
	require.NoError(t, c.server.Initialized(ctx, &protocol.InitializedParams{}))
	return c
}

// open opens a document with this text.
func (c *client) open(path, text string) uri.URI {
	c.t.Helper()
	u := uri.File(path)
	c.texts[u] = []byte(text)
	require.NoError(c.t, c.server.DidOpen(c.ctx, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: "markdown", Version: 1, Text: text},
	}))
	return u
}

// change makes edits, each of the text that those before it lead to.
func (c *client) change(u uri.URI, version int32, edits ...source.Edit) {
	c.t.Helper()
	p := &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: version,
	}}
	for _, e := range edits {
		p.ContentChanges = append(p.ContentChanges, &protocol.TextDocumentContentChangePartial{
			Range: c.area(u, e.Span), Text: e.New,
		})
		after, err := source.Apply(c.texts[u], []source.Edit{e})
		require.NoError(c.t, err)
		c.texts[u] = after
	}
	require.NoError(c.t, c.server.DidChange(c.ctx, p))
}

func (c *client) area(u uri.URI, s source.Span) protocol.Range {
	lines := source.NewLines(c.texts[u])
	at := func(offset int) protocol.Position {
		p := lines.Point(offset, c.unit)
		return protocol.Position{Line: uint32(p.Line - 1), Character: uint32(p.Column - 1)}
	}
	return protocol.Range{Start: at(s.Start), End: at(s.End)}
}

// span returns the bytes of a range.
func (c *client) span(u uri.URI, r protocol.Range) source.Span {
	c.t.Helper()
	lines := source.NewLines(c.texts[u])
	at := func(p protocol.Position) int {
		offset, ok := lines.Offset(source.Point{Line: int(p.Line) + 1, Column: int(p.Character) + 1}, c.unit)
		require.True(c.t, ok, "%v is no place", p)
		return offset
	}
	return source.Span{Start: at(r.Start), End: at(r.End)}
}

// pull asks for the diagnostics of a document.
func (c *client) pull(u uri.URI) []protocol.Diagnostic {
	c.t.Helper()
	report, err := c.server.Diagnostic(c.ctx, &protocol.DocumentDiagnosticParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: u},
	})
	require.NoError(c.t, err)
	return report.(*protocol.RelatedFullDocumentDiagnosticReport).Items
}

// next returns the next diagnostics that the server publishes of a version.
func (c *client) next(u uri.URI, version int32) []protocol.Diagnostic {
	c.t.Helper()
	for p := range c.published {
		if v, _ := p.Version.Get(); p.URI == u && v == version {
			return p.Diagnostics
		}
	}
	return nil
}

// actions returns the actions at a range, by title.
func (c *client) actions(u uri.URI, r protocol.Range, only ...protocol.CodeActionKind) map[string]*protocol.CodeAction {
	c.t.Helper()
	list, err := c.server.CodeAction(c.ctx, &protocol.CodeActionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: u}, Range: r,
		Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}, Only: only},
	})
	require.NoError(c.t, err)
	out := map[string]*protocol.CodeAction{}
	for _, a := range list {
		a := a.(*protocol.CodeAction)
		out[a.Title] = a
	}
	return out
}

// take returns the edits of an action, resolved where it has none, as edits of the text.
func (c *client) take(u uri.URI, a *protocol.CodeAction) []source.Edit {
	c.t.Helper()
	require.NotNil(c.t, a)
	if a.Edit == nil {
		var err error
		a, err = c.server.CodeActionResolve(c.ctx, a)
		require.NoError(c.t, err)
	}
	var out []source.Edit
	for _, change := range a.Edit.DocumentChanges {
		change := change.(*protocol.TextDocumentEdit)
		require.Equal(c.t, u, change.TextDocument.URI)
		require.NotNil(c.t, change.TextDocument.Version)
		for _, e := range change.Edits {
			e := e.(*protocol.TextEdit)
			out = append(out, source.Edit{Span: c.span(u, e.Range), New: e.NewText})
		}
	}
	return out
}

// apply makes the edits of an action all at once, as an editor does, and tells the server.
func (c *client) apply(u uri.URI, version int32, edits []source.Edit) {
	c.t.Helper()
	sorted := source.NewMapping(edits).Edits()
	backward := make([]source.Edit, 0, len(sorted))
	for n := len(sorted) - 1; n >= 0; n-- {
		backward = append(backward, sorted[n])
	}
	c.change(u, version, backward...)
}

// rulesOf returns the rules of diagnostics with the texts that they are about.
func (c *client) rulesOf(u uri.URI, items []protocol.Diagnostic) []string {
	out := []string{}
	for _, d := range items {
		s := c.span(u, d.Range)
		out = append(out, string(d.Code.(protocol.String))+" "+string(c.texts[u][s.Start:s.End]))
	}
	return out
}

// file writes a file below the folder and returns its path.
func file(t testing.TB, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

const rulesFile = `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
"style": {"heading-case": {}, "list-marker": {"marker": "-"}}, "references": {}}`

// folder returns a folder with rules.
func folder(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	file(t, dir, "consistency-rules.json", rulesFile)
	return dir
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}

var _ = []any{bytes.NewReader, io.EOF, strings.Cut, asJSON}
