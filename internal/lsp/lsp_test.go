package lsp_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func TestInitialize(t *testing.T) {
	c := connect(t, capabilities{encodings: []protocol.PositionEncodingKind{"utf-32", "utf-8", "utf-16"}})
	can := c.init.Capabilities
	assert.Equal(t, protocol.PositionEncodingKindUTF8, can.PositionEncoding)
	assert.Equal(t, protocol.TextDocumentSyncKindIncremental, *can.TextDocumentSync.(*protocol.TextDocumentSyncOptions).Change)
	assert.Equal(t, "doc-iterate", *can.DiagnosticProvider.(*protocol.DiagnosticOptions).Identifier)
	actions := can.CodeActionProvider.(*protocol.CodeActionOptions)
	assert.Equal(t, []protocol.CodeActionKind{"quickfix", "source.fixAll.doc-iterate"}, actions.CodeActionKinds)
	assert.True(t, *actions.ResolveProvider)
	assert.Equal(t, []string{"doc-iterate.openReview", "doc-iterate.dismiss"}, can.ExecuteCommandProvider.Commands)

	c = connect(t, capabilities{encodings: []protocol.PositionEncodingKind{"utf-32"}})
	assert.Equal(t, protocol.PositionEncodingKindUTF16, c.init.Capabilities.PositionEncoding)
	require.NoError(t, c.server.Shutdown(c.ctx))
	require.NoError(t, c.server.Exit(c.ctx))
	assert.NoError(t, <-c.ended)

	c = connect(t, capabilities{})
	require.NoError(t, c.server.Exit(c.ctx))
	assert.ErrorContains(t, <-c.ended, "without a shutdown")
}

func TestFindingsOfTheBuffer(t *testing.T) {
	path := file(t, folder(t), "a.md", "# On the disk\n")
	c := connect(t, capabilities{})
	u := c.open(path, "# A Title Here\n\nThe 😀 whitelist of hosts.\n")
	items := c.next(u, 1)
	assert.Equal(t, []string{"heading-case A Title Here", "terminology whitelist"}, c.rulesOf(u, items))
	term := items[1]
	assert.Equal(t, protocol.DiagnosticSeverityWarning, term.Severity)
	assert.Equal(t, "https://example.org/blob/main/rules/README.md#terminology", string(term.CodeDescription.Href))
	name, _ := term.Source.Get()
	assert.Equal(t, "doc-iterate", name)
	assert.Regexp(t, `^"[0-9a-f]{16}"$`, string(term.Data))
	assert.Equal(t, uint32(7), term.Range.Start.Character, "in UTF-16 units")

	c.change(u, 2, source.Edit{Span: source.Span{Start: 2, End: 14}, New: "A title here"})
	assert.Equal(t, []string{"terminology whitelist"}, c.rulesOf(u, c.next(u, 2)))
	require.NoError(t, c.server.DidClose(c.ctx, &protocol.DidCloseTextDocumentParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: u},
	}))
	assert.Empty(t, c.next(u, 0))
}

func TestPulledFindings(t *testing.T) {
	c := connect(t, capabilities{pulls: true})
	u := c.open(filepath.Join(folder(t), "new.md"), "The whitelist.\n")
	ask := &protocol.DocumentDiagnosticParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}}
	report, err := c.server.Diagnostic(c.ctx, ask)
	require.NoError(t, err)
	full := report.(*protocol.RelatedFullDocumentDiagnosticReport)
	assert.Equal(t, []string{"terminology whitelist"}, c.rulesOf(u, full.Items))
	ask.PreviousResultID = full.ResultID
	report, err = c.server.Diagnostic(c.ctx, ask)
	require.NoError(t, err)
	assert.IsType(t, &protocol.RelatedUnchangedDocumentDiagnosticReport{}, report)
	c.change(u, 2, source.Edit{Span: source.Span{Start: 4, End: 9}})
	assert.Empty(t, c.pull(u))
	assert.Empty(t, c.published)
}

func TestQuickFix(t *testing.T) {
	c := connect(t, capabilities{pulls: true})
	u := c.open(filepath.Join(folder(t), "a.md"), "# Title\n\nThe whitelist. A whitelist, Whitelist.\n")
	items := c.pull(u)
	require.Len(t, items, 3)
	actions := c.actions(u, items[1].Range)
	fix := actions[`Replace with "allowlist"`]
	require.NotNil(t, fix)
	assert.True(t, *fix.IsPreferred)
	assert.Equal(t, protocol.CodeActionKindQuickFix, *fix.Kind)
	assert.Equal(t, items[1:2], fix.Diagnostics)
	assert.Contains(t, actions, "Fix all: terminology")
	assert.Contains(t, actions, "Fix all (doc-iterate)")
	assert.NotContains(t, actions, "Dismiss")
	c.apply(u, 2, c.take(u, fix))
	assert.Equal(t, "# Title\n\nThe whitelist. An allowlist, Whitelist.\n", string(c.texts[u]))
	assert.Len(t, c.pull(u), 2)

	c.apply(u, 3, c.take(u, c.actions(u, items[0].Range)["Fix all: terminology"]))
	assert.Equal(t, "# Title\n\nThe allowlist. An allowlist, Allowlist.\n", string(c.texts[u]))
	assert.Empty(t, c.pull(u))
}
