package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Options are those of the command line.
type Options struct {
	Tool          report.Tool
	Environ       []string
	Config        string        // the file with the rules; "" looks in the document's folder and above
	AllowExternal bool          // configured programs may be started though they are not trusted
	Documents     files.Endings // of the files that are documents
}

// A phase is how far a session has come.
type phase uint8

const (
	starting phase = iota // before initialize
	running
	shutDown
)

// settings are those that a client may set, in initializationOptions and in the section doc-iterate of its settings.
type settings struct {
	Reviews  []string `json:"reviews"`
	Config   string   `json:"config"`
	External bool     `json:"external"`
}

// A server is one session with a client.
type server struct {
	protocol.UnimplementedServer
	Options
	ctx    context.Context
	client protocol.Client
	dirty  chan struct{} // has a value when a document waits to be published
	exit   chan struct{} // is closed when the client says exit
	slots  chan struct{} // has a value for each revision that is being reviewed

	rules   map[string]builtIn // ours, by ID
	texts   texts
	trees   *zone.Cache
	sending sync.Mutex // held while diagnostics are compared with what is open, and sent
	mu      sync.Mutex // guards what follows
	phase   phase
	abilities
	root     string // the folder that the client opened, "" for none
	settings settings
	configs  *workspace.Configs
	dialects *workspace.Dialects
	habits   map[habitat]func() *rules.Set
	opened   []openedReview // by command
	open     map[uri.URI]*document
	waiting  []uri.URI // the documents to publish, in the order in which they changed
	told     map[string]bool
	serial   int
}

// abilities are the features that both the client and the server have.
type abilities struct {
	unit      source.Unit // of positions
	pulls     bool        // the client asks for diagnostics
	refreshes bool        // the client can be told to ask again
	resolves  bool        // the client asks for the edit of an action that it takes
	versioned bool        // the client takes edits with the version that they are for
	watches   bool        // the client can be asked to watch files
}

func newServer(ctx context.Context, o Options, conn jsonrpc2.Conn) *server {
	return &server{
		Options: o, ctx: ctx, client: protocol.ClientDispatcher(conn), dirty: make(chan struct{}, 1),
		exit: make(chan struct{}), slots: make(chan struct{}, 2), open: map[uri.URI]*document{},
		told:  map[string]bool{},
		rules: builtIns(o.Tool), trees: zone.NewCache(),
	}
}

func (s *server) in(p phase) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == p
}

func (s *server) exited() bool {
	select {
	case <-s.exit:
		return true
	default:
		return false
	}
}

// admits returns why a message can't be taken now.
func (s *server) admits(method string) error {
	switch {
	case method == protocol.MethodExit:
	case s.in(starting) && method != protocol.MethodInitialize:
		return jsonrpc2.NewError(-32002, "initialize comes first")
	case s.in(shutDown):
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is shut down")
	case s.in(running) && method == protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server is initialized")
	}
	return nil
}

// log writes a line into the client's log.
func (s *server) log(kind protocol.MessageType, format string, args ...any) {
	message := wording.Printable(fmt.Sprintf(format, args...))
	_ = s.client.LogMessage(s.ctx, &protocol.LogMessageParams{Type: kind, Message: message})
}

// tell shows a person a message, once.
func (s *server) tell(format string, args ...any) {
	message := wording.Printable(fmt.Sprintf(format, args...))
	s.mu.Lock()
	known := s.told[message]
	s.told[message] = true
	s.mu.Unlock()
	if !known {
		_ = s.client.ShowMessage(s.ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeWarning,
			Message: message})
	}
}

// note logs a note of the packages below.
func (s *server) note(format string, args ...any) { s.log(protocol.MessageTypeInfo, format, args...) }

// Initialize agrees with the client on what both can do.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	set, err := readSettings(p.InitializationOptions)
	if err != nil {
		return nil, fmt.Errorf("initializationOptions: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase, s.abilities = running, agreed(&p.Capabilities)
	//lint:ignore SA1019 clients without workspace folders say it here
	root := p.RootURI
	if folders, ok := p.WorkspaceFolders.Get(); ok && len(folders) > 0 && folders[0].URI.IsFile() {
		s.root = folders[0].URI.FsPath()
	} else if root != nil && root.IsFile() {
		s.root = root.FsPath()
	}
	s.set(set)
	encoding := protocol.PositionEncodingKindUTF16
	if s.unit == source.Byte {
		encoding = protocol.PositionEncodingKindUTF8
	}
	return &protocol.InitializeResult{
		ServerInfo:   protocol.ServerInfo{Name: s.Tool.Name, Version: protocol.NewOptional(s.Tool.Version)},
		Capabilities: capabilities(encoding),
	}, nil
}

// capabilities is what the server can do.
func capabilities(encoding protocol.PositionEncodingKind) protocol.ServerCapabilities {
	return protocol.ServerCapabilities{
		PositionEncoding: encoding,
		TextDocumentSync: &protocol.TextDocumentSyncOptions{
			OpenClose: new(true), Change: new(protocol.TextDocumentSyncKindIncremental), Save: protocol.Boolean(true),
		},
		DiagnosticProvider: &protocol.DiagnosticOptions{Identifier: new(toolName), InterFileDependencies: true},
		CodeActionProvider: &protocol.CodeActionOptions{
			CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, fixAllKind},
			ResolveProvider: new(true),
		},
		HoverProvider:          protocol.Boolean(true),
		ExecuteCommandProvider: protocol.ExecuteCommandOptions{Commands: []string{openReviewCommand, dismissCommand}},
	}
}

const (
	toolName   = "doc-iterate"
	fixAllKind = protocol.CodeActionKind("source.fixAll.doc-iterate")

	openReviewCommand = "doc-iterate.openReview"
	dismissCommand    = "doc-iterate.dismiss"
)

// agreed returns the features that a client has and the server knows.
func agreed(c *protocol.ClientCapabilities) abilities {
	a := abilities{unit: source.UTF16}
	if g := c.General; g != nil && slices.Contains(g.PositionEncodings, protocol.PositionEncodingKindUTF8) {
		a.unit = source.Byte
	}
	if t := c.TextDocument; t != nil {
		a.pulls = t.Diagnostic != nil
		if t.CodeAction != nil {
			a.resolves = slices.Contains(t.CodeAction.ResolveSupport.Properties, "edit")
		}
	}
	if w := c.Workspace; w != nil {
		a.refreshes = w.Diagnostics != nil && isTrue(w.Diagnostics.RefreshSupport)
		a.versioned = w.WorkspaceEdit != nil && isTrue(w.WorkspaceEdit.DocumentChanges)
		a.watches = w.DidChangeWatchedFiles != nil && isTrue(w.DidChangeWatchedFiles.DynamicRegistration)
	}
	return a
}

// set stores the settings of the client. The caller holds s.mu.
func (s *server) set(to settings) {
	s.settings = to
	s.loadConfigs(cmp.Or(s.inRoot(to.Config), s.Config))
}

// loadConfigs makes the rules be read again. A named file holds for all documents. The caller holds s.mu.
func (s *server) loadConfigs(named string) {
	s.configs, s.habits = workspace.NewConfigs(s.ctx, named, s.note), map[habitat]func() *rules.Set{}
	s.dialects = workspace.NewDialects()
}

func isTrue(b *bool) bool { return b != nil && *b }

// readSettings reads the settings of a client. Without any, the defaults hold.
func readSettings(raw protocol.LSPAny) (set settings, err error) {
	if len(raw) > 0 {
		err = json.Unmarshal(raw, &set)
	}
	return set, err
}

// inRoot returns a path that a client gives relative to its folder.
func (s *server) inRoot(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.root, path)
}

// Shutdown ends the work. Only exit may follow.
func (s *server) Shutdown(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.phase = shutDown
	s.open, s.waiting = map[uri.URI]*document{}, nil
	return nil
}

// Exit ends the session.
func (s *server) Exit(context.Context) error {
	if !s.exited() {
		close(s.exit)
	}
	return nil
}

// SetTrace does nothing: there is no trace.
func (s *server) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }
