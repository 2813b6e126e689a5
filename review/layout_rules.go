package review

import (
	"github.com/doc-iterate/doc-iterate/review/layout"
)

// layoutReviewers returns the reviewers of the layout rules.
func layoutReviewers() []Reviewer {
	list := layout.Rules()
	out := make([]Reviewer, len(list))
	for i, r := range list {
		out[i] = Reviewer{Rule: r.Rule, Find: func(p *Pass) { r.Find(p.layoutPage()) }}
	}
	return out
}

// layoutPage is the document for all layout rules.
func (p *Pass) layoutPage() *layout.Page {
	if p.page == nil {
		report := func(m layout.Mark) { p.Report(layoutFinding(m)) }
		p.page = &layout.Page{Doc: p.Doc, Rules: &p.Set.Style, Report: report}
	}
	return p.page
}

// layoutFinding makes a finding of a mark.
func layoutFinding(m layout.Mark) Finding {
	f := Finding{Severity: m.Severity, Message: m.Message, Span: m.Span, Edits: m.Edits}
	if m.Reason != "" {
		f.AutoFix, f.Reason = AutoFixNo, Because("by-hand", m.Reason)
	}
	return f
}
