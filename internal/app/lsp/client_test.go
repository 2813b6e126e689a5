package lsp_test

import (
	"bytes"
	"context"
	"io"
	"slices"
	"testing"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// Abilities is what a client says that it can do, and what it wants.
type Abilities struct {
	Encodings []protocol.PositionEncodingKind
	Pulls     bool   // it asks for diagnostics
	Options   string // initializationOptions
	Root      string // the folder that it opened
}

// A Client is an editor.
type Client struct {
	protocol.UnimplementedClient
	T      testing.TB
	Ctx    context.Context
	Conn   jsonrpc2.Conn
	Server protocol.Server
	Init   *protocol.InitializeResult
	Unit   source.Unit
	Texts  map[uri.URI][]byte
	// Published and Messages are what the server sends; Asked are its requests.
	Published chan *protocol.PublishDiagnosticsParams
	Messages  chan string
	Watched   chan *protocol.RegistrationParams
	Refreshed chan struct{}
}

// Connect initializes a session with the server at the other end.
func Connect(t testing.TB, server io.ReadWriteCloser, can Abilities) *Client {
	t.Helper()
	const many = 10_000
	ctx, cancel := context.WithCancel(context.Background())
	c := &Client{
		T: t, Ctx: ctx, Texts: map[uri.URI][]byte{}, Published: make(chan *protocol.PublishDiagnosticsParams, many),
		Messages: make(chan string, many), Watched: make(chan *protocol.RegistrationParams, 1),
		Refreshed: make(chan struct{}, many),
	}
	c.Conn = jsonrpc2.NewConn(jsonrpc2.NewStream(server), jsonrpc2.WithCodec(codec{}))
	c.Conn.Go(ctx, jsonrpc2.AsyncHandler(protocol.ClientHandler(c, jsonrpc2.MethodNotFoundHandler)))
	c.Server = protocol.ServerDispatcher(c.Conn)
	t.Cleanup(func() { cancel(); _ = server.Close() })
	p := &protocol.InitializeParams{}
	p.Capabilities.General = &protocol.GeneralClientCapabilities{PositionEncodings: can.Encodings}
	p.Capabilities.Workspace = &protocol.WorkspaceClientCapabilities{
		WorkspaceEdit:         &protocol.WorkspaceEditClientCapabilities{DocumentChanges: new(true)},
		DidChangeWatchedFiles: &protocol.DidChangeWatchedFilesClientCapabilities{DynamicRegistration: new(true)},
		Diagnostics:           &protocol.DiagnosticWorkspaceClientCapabilities{RefreshSupport: new(true)},
	}
	p.Capabilities.TextDocument = &protocol.TextDocumentClientCapabilities{
		CodeAction: &protocol.CodeActionClientCapabilities{
			ResolveSupport: protocol.ClientCodeActionResolveOptions{Properties: []string{"edit"}},
		},
	}
	if can.Pulls {
		p.Capabilities.TextDocument.Diagnostic = &protocol.DiagnosticClientCapabilities{}
	}
	if can.Options != "" {
		p.InitializationOptions = protocol.LSPAny(can.Options)
	}
	if can.Root != "" {
		//lint:ignore SA1019 the server takes it from clients without workspace folders
		p.RootURI = new(uri.File(can.Root))
	}
	var err error
	c.Init, err = c.Server.Initialize(ctx, p)
	c.check(err)
	c.Unit = source.UTF16
	if c.Init.Capabilities.PositionEncoding == protocol.PositionEncodingKindUTF8 {
		c.Unit = source.Byte
	}
	c.check(c.Server.Initialized(ctx, &protocol.InitializedParams{}))
	return c
}

// PublishDiagnostics takes diagnostics.
func (c *Client) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	c.Published <- p
	return nil
}

// LogMessage takes a line of the log, and drops it.
func (c *Client) LogMessage(context.Context, *protocol.LogMessageParams) error { return nil }

// ShowMessage takes a message for people.
func (c *Client) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	c.Messages <- p.Message
	return nil
}

// DiagnosticRefresh takes the wish to be asked again.
func (c *Client) DiagnosticRefresh(context.Context) error {
	c.Refreshed <- struct{}{}
	return nil
}

// RegisterCapability takes what the client is to watch.
func (c *Client) RegisterCapability(_ context.Context, p *protocol.RegistrationParams) error {
	c.Watched <- p
	return nil
}

// codec encodes what messages carry. Their memory is used again, so that it is copied.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(bytes.Clone(data), v) }

func (c *Client) check(err error) {
	c.T.Helper()
	if err != nil {
		c.T.Fatal(err)
	}
}

// ID names a document in a request.
func ID(u uri.URI) protocol.TextDocumentIdentifier { return protocol.TextDocumentIdentifier{URI: u} }

// Open opens a document with this text.
func (c *Client) Open(path, text string) uri.URI {
	c.T.Helper()
	u := uri.File(path)
	c.Texts[u] = []byte(text)
	c.check(c.Server.DidOpen(c.Ctx, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: "markdown", Version: 1, Text: text},
	}))
	return u
}

// Change makes edits, each of the text that those before it lead to.
func (c *Client) Change(u uri.URI, version int32, edits ...source.Edit) {
	c.T.Helper()
	p := &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{
		TextDocumentIdentifier: ID(u), Version: version,
	}}
	for _, e := range edits {
		p.ContentChanges = append(p.ContentChanges, &protocol.TextDocumentContentChangePartial{
			Range: c.Area(u, e.Span), Text: e.New,
		})
		after, err := source.Apply(c.Texts[u], []source.Edit{e})
		c.check(err)
		c.Texts[u] = after
	}
	c.check(c.Server.DidChange(c.Ctx, p))
}

// Apply makes the edits of an action all at once, as an editor does, and tells the server.
func (c *Client) Apply(u uri.URI, version int32, edits []source.Edit) {
	c.T.Helper()
	backward := slices.Clone(source.NewMapping(edits).Edits())
	slices.Reverse(backward)
	c.Change(u, version, backward...)
}

// Close closes a document.
func (c *Client) Close(u uri.URI) {
	c.T.Helper()
	c.check(c.Server.DidClose(c.Ctx, &protocol.DidCloseTextDocumentParams{TextDocument: ID(u)}))
}

// Area returns a span of a document as a range.
func (c *Client) Area(u uri.URI, s source.Span) protocol.Range {
	lines := source.NewLines(c.Texts[u])
	at := func(offset int) protocol.Position {
		p := lines.Point(offset, c.Unit)
		return protocol.Position{Line: uint32(p.Line - 1), Character: uint32(p.Column - 1)}
	}
	return protocol.Range{Start: at(s.Start), End: at(s.End)}
}

// Span returns the bytes of a range, which must exist.
func (c *Client) Span(u uri.URI, r protocol.Range) source.Span {
	c.T.Helper()
	lines := source.NewLines(c.Texts[u])
	at := func(p protocol.Position) int {
		offset, ok := lines.Offset(source.Point{Line: int(p.Line) + 1, Column: int(p.Character) + 1}, c.Unit)
		if !ok {
			c.T.Fatalf("%v is no place in %s", p, u)
		}
		return offset
	}
	return source.Span{Start: at(r.Start), End: at(r.End)}
}

// Pull asks for the diagnostics of a document.
func (c *Client) Pull(u uri.URI) []protocol.Diagnostic {
	c.T.Helper()
	report, err := c.Server.Diagnostic(c.Ctx, &protocol.DocumentDiagnosticParams{TextDocument: ID(u)})
	c.check(err)
	return report.(*protocol.RelatedFullDocumentDiagnosticReport).Items
}

// Next returns the next diagnostics that the server publishes of a version; 0 is those of a document that was closed.
func (c *Client) Next(u uri.URI, version int32) []protocol.Diagnostic {
	for p := range c.Published {
		if v, _ := p.Version.Get(); p.URI == u && v == version {
			return p.Diagnostics
		}
	}
	return nil
}

// Found returns the rules of diagnostics with the texts that they are about.
func (c *Client) Found(u uri.URI, items []protocol.Diagnostic) []string {
	c.T.Helper()
	out := []string{}
	for _, d := range items {
		s := c.Span(u, d.Range)
		out = append(out, string(d.Code.(protocol.String))+" "+string(c.Texts[u][s.Start:s.End]))
	}
	return out
}

// Actions returns the actions at a range, by title.
func (c *Client) Actions(u uri.URI, r protocol.Range, only ...protocol.CodeActionKind) map[string]*protocol.CodeAction {
	c.T.Helper()
	list, err := c.Server.CodeAction(c.Ctx, &protocol.CodeActionParams{
		TextDocument: ID(u), Range: r, Context: protocol.CodeActionContext{Diagnostics: []protocol.Diagnostic{}, Only: only},
	})
	c.check(err)
	out := map[string]*protocol.CodeAction{}
	for _, a := range list {
		a := a.(*protocol.CodeAction)
		out[a.Title] = a
	}
	return out
}

// Edits returns the edits of an action, resolved where it has none. They must be for the version that is open.
func (c *Client) Edits(u uri.URI, version int32, a *protocol.CodeAction) []source.Edit {
	c.T.Helper()
	if a == nil {
		c.T.Fatal("there is no such action")
	}
	if a.Edit == nil {
		var err error
		a, err = c.Server.CodeActionResolve(c.Ctx, a)
		c.check(err)
	}
	var out []source.Edit
	for _, change := range a.Edit.DocumentChanges {
		change := change.(*protocol.TextDocumentEdit)
		if change.TextDocument.URI != u || change.TextDocument.Version == nil || *change.TextDocument.Version != version {
			c.T.Fatalf("an edit of %s for another document or version: %+v", u, change.TextDocument)
		}
		for _, e := range change.Edits {
			e := e.(*protocol.TextEdit)
			out = append(out, source.Edit{Span: c.Span(u, e.Range), New: e.NewText})
		}
	}
	return out
}
