package rule

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/layout"
)

// layoutReviewers returns the reviewers of the layout rules.
func layoutReviewers() []review.Reviewer {
	var out []review.Reviewer
	for _, r := range layout.Rules() {
		out = append(out, review.Reviewer{Rule: r.Rule, Find: func(p *review.Pass) {
			report := func(m layout.Mark) { p.Report(layoutFinding(m)) }
			r.Find(&layout.Page{Doc: p.Doc, Rules: &p.Set.Style, Report: report})
		}})
	}
	return out
}

// layoutFinding makes a finding of a mark.
func layoutFinding(m layout.Mark) review.Finding {
	f := review.Finding{Severity: m.Severity, Message: m.Message, Span: m.Span, Edits: m.Edits}
	if m.Reason != "" {
		f.AutoFix, f.Reason = review.AutoFixNo, review.Because("by-hand", m.Reason)
	}
	return f
}
