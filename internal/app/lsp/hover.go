package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Hover explains the findings at a position.
func (s *server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	r, j, err := s.judgedNow(ctx, p.TextDocument.URI)
	if err != nil || j.err != nil {
		return nil, err
	}
	at := r.offset(p.Position)
	issues := j.issuesIn(source.Span{Start: at, End: at})
	if len(issues) == 0 {
		return nil, nil
	}
	var parts []string
	for _, i := range issues {
		parts = append(parts, s.explained(i))
	}
	span, _ := shown(j.doc, issues[0])
	area := r.area(span)
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(parts, "\n\n---\n\n")},
		Range:    &area,
	}, nil
}

// explained returns an issue with the documentation of its rule, as Markdown. The words of a review are escaped: they
// can't become a link or a picture.
func (s *server) explained(i *track.Issue) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** (%s): %s\n", escaped(ruleOf(i)), i.Severity, escaped(i.Message))
	if i.Source != review.BuiltIn {
		fmt.Fprintf(&b, "\nReviewer: %s", escaped(strings.Join(i.Sources, ", ")))
		if i.Confidence < 1 {
			fmt.Fprintf(&b, ", confidence %.2f", i.Confidence)
		}
		b.WriteString("\n")
	}
	for _, c := range i.Citations {
		fmt.Fprintf(&b, "\n- %s", escaped(c))
	}
	if len(i.Against) > 0 {
		fmt.Fprintf(&b, "\nReviewers want different texts here: %s, or %s.\n", escaped(i.Want), escaped(i.Against[0]))
	}
	if i.Reason.Text != "" {
		fmt.Fprintf(&b, "\n%s\n", escaped(i.Reason.Text))
	}
	if rule, ours := s.rules[i.Rule]; ours {
		b.WriteString("\n" + rule.Markdown(3))
	}
	return b.String()
}

// escaped returns a text as Markdown that shows it.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range wording.Visible(s) {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&:@/", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
