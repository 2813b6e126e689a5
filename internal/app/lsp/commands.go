package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
)

// ExecuteCommand runs a command of a person.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	switch p.Command {
	case openReviewCommand:
		return nil, s.openReview(p.Arguments)
	case dismissCommand:
		return nil, s.dismiss(ctx, p.Arguments)
	}
	return nil, fmt.Errorf("there is no command %q", p.Command)
}

// openReview shows the findings of a review: in the document that is named with it, or in each that the review names.
func (s *server) openReview(args []protocol.LSPAny) error {
	var arg struct {
		Review   string `json:"review"`
		Document string `json:"document"`
	}
	if len(args) != 1 || json.Unmarshal(args[0], &arg) != nil || arg.Review == "" {
		return fmt.Errorf(`%s takes {"review": FILE, "document": FILE}; the document may be left out`, openReviewCommand)
	}
	s.mu.Lock()
	r := openedReview{file: s.inRoot(arg.Review), document: s.inRoot(arg.Document), named: true}
	s.mu.Unlock()
	if r.document != "" {
		r.document = workspace.Absolute(r.document)
	}
	if _, err := s.read(r); err != nil {
		return err
	}
	s.mu.Lock()
	s.opened = append(slices.DeleteFunc(s.opened, func(o openedReview) bool { return o == r }), r)
	s.mu.Unlock()
	s.findAllReviews()
	return nil
}

// dismiss removes a finding of a review, for later runs too: a person decided to leave the text as it is.
func (s *server) dismiss(ctx context.Context, args []protocol.LSPAny) error {
	var at uri.URI
	var key review.Key
	if len(args) != 2 || json.Unmarshal(args[0], &at) != nil || json.Unmarshal(args[1], &key) != nil {
		return fmt.Errorf("%s takes the document and the data of a diagnostic", dismissCommand)
	}
	d, r := s.document(at), s.revision(at)
	if d == nil || r == nil {
		return notOpen(at)
	}
	j, err := s.judged(ctx, r)
	if err != nil {
		return err
	}
	n := slices.IndexFunc(j.issues, func(i track.Issue) bool { return i.Key == key && i.Source != review.BuiltIn })
	if n < 0 {
		return fmt.Errorf("%s: no review has the finding %s here", d.path, key)
	}
	if err := s.remember(ctx, r, &j.issues[n]); err != nil {
		s.tell("%s: later runs won't know that you dismissed this: %v", d.path, err)
	}
	s.mu.Lock()
	for k := range d.reviews {
		d.reviews[k] = d.reviews[k].without(&j.issues[n])
	}
	s.invalidate(d)
	s.mu.Unlock()
	s.refresh()
	return nil
}

// remember stores among the answers that the text of a finding stays as it is.
func (s *server) remember(ctx context.Context, r *revision, i *track.Issue) error {
	sum := sha256.Sum256(r.text())
	var answered []engine.Resolution
	for _, f := range append([]review.Finding{i.Finding}, i.Duplicates...) {
		ask := engine.Ask{
			Document: r.document.Path, Revision: hex.EncodeToString(sum[:]),
			Line: r.lines().Number(i.Span.Start), Choices: []engine.Choice{},
		}
		ask.SetAbout(&f)
		ask.Identify("settled")
		answered = append(answered, engine.Resolution{Ask: ask, Effect: engine.EffectKeep})
	}
	document := result.Document{Path: r.document.Path}
	document.State.Answered = answered
	result := result.Run{Documents: []result.Document{document}}
	return history.Remember(ctx, s.Environ, []workspace.Document{r.document}, &result, nil, false)
}
