package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/rules"
)

// wait adds a document to the list of those to publish. The caller holds s.mu.
func (s *server) wait(u uri.URI) {
	if s.pulls || slices.Contains(s.waiting, u) {
		return
	}
	s.waiting = append(s.waiting, u)
	select {
	case s.dirty <- struct{}{}:
	default: // it was woken already
	}
}

// publish sends the diagnostics of documents that changed. A person may go on typing during a review; then only the
// last revision is reviewed.
func (s *server) publish(ctx context.Context) {
	for {
		select {
		case <-s.dirty:
		case <-ctx.Done():
			return
		}
		for r := s.next(); r != nil; r = s.next() {
			s.send(ctx, r)
		}
	}
}

// next takes a document off the list, nil for an empty list.
func (s *server) next() *revision {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.waiting) > 0 {
		d := s.open[s.waiting[0]]
		s.waiting = s.waiting[1:]
		if d != nil {
			return d.now
		}
	}
	return nil
}

// send publishes the diagnostics of a revision, unless it is out of date by then.
func (s *server) send(ctx context.Context, r *revision) {
	items, err := s.diagnostics(ctx, r)
	if err != nil {
		return
	}
	s.sending.Lock()
	defer s.sending.Unlock()
	if s.revision(r.uri) != r {
		return
	}
	_ = s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{
		URI: r.uri, Version: protocol.NewOptional(r.version), Diagnostics: items,
	})
}

// Diagnostic returns the diagnostics of a document.
func (s *server) Diagnostic(
	ctx context.Context, p *protocol.DocumentDiagnosticParams,
) (protocol.DocumentDiagnosticReport, error) {
	r := s.revision(p.TextDocument.URI)
	if r == nil {
		return nil, notOpen(p.TextDocument.URI)
	}
	id := strconv.Itoa(r.serial)
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id},
		}, nil
	}
	async(ctx)
	items, err := s.diagnostics(ctx, r)
	if err != nil {
		return nil, err
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{
		FullDocumentDiagnosticReport: protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: items},
	}, nil
}

// diagnostics returns the diagnostics of a revision.
func (s *server) diagnostics(ctx context.Context, r *revision) ([]protocol.Diagnostic, error) {
	j, err := s.judged(ctx, r)
	if err != nil {
		return nil, err
	}
	items := make([]protocol.Diagnostic, 0, len(j.issues))
	for n := range j.issues {
		if d, ok := s.diagnostic(r, j, &j.issues[n]); ok {
			items = append(items, d)
		}
	}
	return items, nil
}

// diagnostic returns the diagnostic of an issue.
func (s *server) diagnostic(r *revision, j *judged, i *track.Issue) (protocol.Diagnostic, bool) {
	at, ok := shown(j.doc, i)
	if !ok {
		return protocol.Diagnostic{}, false
	}
	d := protocol.Diagnostic{
		Range: r.area(at), Severity: severity(i.Severity), Source: protocol.NewOptional(toolName),
		Code: protocol.String(ruleOf(i)), Message: protocol.String(message(i)), Data: keyOf(i),
	}
	d.CodeDescription.Href = s.rules[i.Rule].page
	return d, true
}

// ruleOf returns the rule of an issue, or its category if it has no rule. What has neither is of a review.
func ruleOf(i *track.Issue) string {
	if i.Rule == "" && i.Category == 0 {
		return "review"
	}
	return wording.Visible(cmp.Or(i.Rule, i.Category.String()))
}

// message returns the message of an issue, its reviewer, and how certain the place is.
func message(i *track.Issue) string {
	out := i.Message
	if i.Source != review.BuiltIn {
		out += " (" + strings.Join(i.Sources, ", ") + ")"
	}
	if i.State != review.Located && i.Reason.Text != "" {
		out += " " + i.Reason.Text
	}
	return wording.Visible(out)
}

func severity(s rules.Severity) protocol.DiagnosticSeverity {
	switch s {
	case rules.Blocker:
		return protocol.DiagnosticSeverityError
	case rules.Suggestion:
		return protocol.DiagnosticSeverityInformation
	}
	return protocol.DiagnosticSeverityWarning
}

// keyOf returns the Key of an issue, as data of its diagnostic.
func keyOf(i *track.Issue) protocol.LSPAny { return encoded(string(i.Key)) }

// encoded returns strings as JSON.
func encoded[T string | []string | actionData](v T) protocol.LSPAny {
	data, _ := json.Marshal(v) // of strings it can't fail
	return data
}

// A builtIn rule is one of ours, with the page that documents it.
type builtIn struct {
	rules.Rule
	page uri.URI
}

// builtIns returns our rules by ID.
func builtIns(tool report.Tool) map[string]builtIn {
	out := map[string]builtIn{}
	for _, r := range append(rule.All(), rule.UnusedSuppression) {
		style := report.Style{Rules: []rules.Rule{r.Rule}}
		out[r.Rule.ID] = builtIn{r.Rule, uri.URI(style.Help(tool, r.Rule.ID))}
	}
	return out
}

// refresh asks a client that pulls diagnostics to pull them again.
func (s *server) refresh() {
	s.mu.Lock()
	asks := s.pulls && s.refreshes
	s.mu.Unlock()
	if asks {
		go func() { _ = s.client.DiagnosticRefresh(s.ctx) }()
	}
}
