package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// DidOpen adds a document.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	item := &p.TextDocument
	d := &document{uri: item.URI, path: s.pathOf(item.URI), links: s.newLinks()}
	text := []byte(item.Text)
	if !d.uri.IsFile() || s.Documents.Has(d.path) {
		d.reviews = s.reviewsOf(d.path, text)
	}
	s.mu.Lock()
	s.open[item.URI] = d
	s.revise(d, item.Version, text)
	s.mu.Unlock()
	s.invalidateOthers(d)
	return nil
}

// DidChange applies the changes that a person made to a text.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	d := s.open[p.TextDocument.URI]
	if d == nil {
		s.mu.Unlock()
		return notOpen(p.TextDocument.URI)
	}
	text := d.now.text()
	for _, batch := range batches(p.ContentChanges) {
		edits := editsOf(text, batch, s.unit)
		after, err := source.Apply(text, edits)
		if err != nil { // unreachable: batches rules it out
			s.mu.Unlock()
			return fmt.Errorf("%s: %w", d.path, err)
		}
		d.reviews = follow(d.reviews, text, edits)
		text = after
	}
	s.revise(d, p.TextDocument.Version, text)
	s.mu.Unlock()
	s.invalidateOthers(d)
	return nil
}

// batches groups changes that can be made at once. Each change is for the text that the changes before it made. In a
// batch, each change stands before all earlier ones of the batch, as with several cursors.
func batches(changes []protocol.TextDocumentContentChangeEvent) [][]protocol.TextDocumentContentChangeEvent {
	var out [][]protocol.TextDocumentContentChangeEvent
	var first *protocol.Range // of the batch; nil if nothing can be added to it
	for _, c := range changes {
		part, ok := c.(*protocol.TextDocumentContentChangePartial)
		if !ok {
			out, first = append(out, []protocol.TextDocumentContentChangeEvent{c}), nil
			continue
		}
		at := part.Range
		if compare(at.Start, at.End) > 0 {
			at.Start, at.End = at.End, at.Start
		}
		if first != nil && compare(at.End, first.Start) < 0 && at.End.Line < first.Start.Line {
			out[len(out)-1] = append(out[len(out)-1], c)
		} else {
			out = append(out, []protocol.TextDocumentContentChangeEvent{c})
		}
		first = &at
	}
	return out
}

// editsOf returns the edits of a batch.
func editsOf(text []byte, batch []protocol.TextDocumentContentChangeEvent, unit source.Unit) []source.Edit {
	var edits []source.Edit
	var lines *source.Lines
	for _, c := range batch {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			edits = []source.Edit{{Span: source.Span{End: len(text)}, New: c.Text}}
		case *protocol.TextDocumentContentChangePartial:
			if lines == nil {
				lines = source.NewLines(text)
			}
			edits = append(edits, source.Edit{Span: spanOf(text, lines, c.Range, unit), New: c.Text})
		}
	}
	return edits
}

// DidSave runs the configured programs on a document, and locates its reviews again.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	d := s.document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	s.texts.forget(d.path)
	s.keepTaken(d)
	s.findReviews(d)
	s.refresh()
	s.askPrograms(d)
	return nil
}

// DidClose removes a document and its diagnostics.
func (s *server) DidClose(ctx context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	d := s.open[p.TextDocument.URI]
	delete(s.open, p.TextDocument.URI)
	s.waiting = slices.DeleteFunc(s.waiting, func(u uri.URI) bool { return u == p.TextDocument.URI })
	pulls := s.pulls
	s.mu.Unlock()
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	s.invalidateOthers(d)
	if pulls {
		return nil
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	return s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{
		URI: d.uri, Diagnostics: []protocol.Diagnostic{},
	})
}

func notOpen(u uri.URI) error { return fmt.Errorf("%s is not open", u) }

// document returns an open document, nil if it is not open.
func (s *server) document(u uri.URI) *document {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[u]
}

// revision returns the current revision of a document, nil if it is not open.
func (s *server) revision(u uri.URI) *revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.open[u]; d != nil {
		return d.now
	}
	return nil
}

// pathOf returns the path of a document as the command line would name it here. A document that was never saved lies
// in the folder that the client opened.
func (s *server) pathOf(u uri.URI) string {
	path := u.FsPath()
	if !u.IsFile() {
		path = filepath.Join(s.root, filepath.Base(filepath.FromSlash(u.Path())))
	}
	return filepath.ToSlash(workspace.NewNames(true).Of(path))
}

// buffer returns the text of a file that a client has open.
func (s *server) buffer(path string) ([]byte, bool) {
	path = workspace.Absolute(path)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.open {
		if workspace.Absolute(d.path) == path {
			return d.now.text(), true
		}
	}
	return nil, false
}

// invalidateOthers judges the documents again that depend on d.
func (s *server) invalidateOthers(d *document) {
	s.mu.Lock()
	moved := false
	for _, other := range s.open {
		if other != d && other.links.reads(workspace.Absolute(d.path)) {
			s.invalidate(other)
			moved = true
		}
	}
	s.mu.Unlock()
	if moved {
		s.refresh()
	}
}

// invalidate judges a document again. The caller holds s.mu.
func (s *server) invalidate(d *document) {
	d.links = s.newLinks()
	s.revise(d, d.now.version, d.now.text())
}
