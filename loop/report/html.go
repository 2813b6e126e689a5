package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/report/page"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// writeHTML writes the findings of a review as a page.
func writeHTML(w io.Writer, r *Report, s Style) error {
	p := page.Page{Title: "Review of " + TitleOf(paths(r)),
		Lead: strings.TrimSuffix(summaryLine(r, Style{}), "\n")}
	p.Facts = ToolFacts(r.Tool)
	if r.Summary.Fixable > 0 && s.FixCommand != "" {
		p.Commands = []page.Fact{{Name: "Fix what can be fixed", Value: wording.Visible(s.FixCommand)}}
	}
	for _, f := range r.Failures {
		p.Warnings = append(p.Warnings, wording.Visible(f.Path+": "+f.Message))
	}
	for from := 0; from < len(r.Findings); {
		to := from
		d := page.Document{Path: wording.Visible(r.Findings[from].Path)}
		for ; to < len(r.Findings) && r.Findings[to].Path == r.Findings[from].Path; to++ {
			d.Items = append(d.Items, reviewItem(&r.Findings[to]))
		}
		d.Lead = wording.Count(to-from, "finding") + "."
		p.Documents, from = append(p.Documents, d), to
	}
	return page.Write(w, p)
}

// paths returns the paths of the documents of a report.
func paths(r *Report) []string {
	out := make([]string, len(r.Documents))
	for i := range r.Documents {
		out[i] = r.Documents[i].Path
	}
	return out
}

// TitleOf names one document, or says how many there are.
func TitleOf(paths []string) string {
	if len(paths) == 1 {
		return wording.Visible(paths[0])
	}
	return wording.Count(len(paths), "document")
}

// ToolFacts names the program that made a page.
func ToolFacts(t Tool) []page.Fact {
	return []page.Fact{{Name: "Made by", Value: wording.Visible(strings.TrimSpace(t.Name + " " + t.Version))}}
}

// ItemOf returns what every finding shows.
func ItemOf(f *Finding) page.Item {
	it := page.Item{
		Name: Name(f.ID, f.Rule), Rule: wording.Visible(ruleID(f)), Severity: f.Severity.String(),
		Section: wording.Visible(strings.Join(f.Section, " > ")), Message: wording.Visible(f.Message),
	}
	if f.Start != nil {
		it.Place = f.Place()
	}
	if f.Source != "" && f.Source != review.BuiltIn {
		it.Reviewer = wording.Visible(f.Source)
	}
	for _, c := range f.Candidates {
		it.Choices = append(it.Choices, fmt.Sprintf("line %d: %s", c.Start.Line, wording.Visible(c.Text)))
	}
	for _, c := range f.Choices {
		it.Choices = append(it.Choices, wording.Visible(c))
	}
	return it
}

// reviewItem returns a finding of a review, with the change that would be made.
func reviewItem(f *Finding) page.Item {
	it := ItemOf(f)
	it.State = "open"
	it.Why = wording.Visible(f.Reason.Text)
	switch {
	case f.Fix != nil:
		it.State = "fixable"
		edits := f.Fix.Edits
		if f.Fix.Replacement != nil {
			edits = []Edit{*f.Fix.Replacement}
		}
		for i := range edits {
			it.Changes = append(it.Changes, editChange(f, &edits[i]))
		}
	case f.RequiresHuman:
		it.State = string(result.Escalated)
	}
	if it.Changes == nil {
		it.Context = ContextOf(f)
	}
	return it
}

// editChange returns an edit as a word diff, with the text around it if the source line of the finding has that text.
func editChange(f *Finding, e *Edit) page.Change {
	c := page.Change{Parts: page.WordParts([]byte(e.Old), e.New)}
	if f.Snippet == nil || f.Start == nil || e.Path != f.Path || e.Start.Line != f.Start.Line ||
		strings.ContainsAny(e.Old, "\r\n") {
		return c
	}
	line := []byte(f.Snippet.Text)
	from := f.Start.Offset - e.Start.Offset // how far the edit begins before the finding
	text := []rune(f.Snippet.Text)
	at := len(string(text[:min(max(f.Start.Column-f.Snippet.Column, 0), len(text))])) - from
	if at < 0 || at+len(e.Old) > len(line) || string(line[at:at+len(e.Old)]) != e.Old {
		return c
	}
	return page.WordDiff(line, source.Edit{Span: source.Span{Start: at, End: at + len(e.Old)}, New: e.New})
}

// ContextOf returns the source line of a finding with the finding marked; nil where its place is not known.
func ContextOf(f *Finding) *page.Change {
	if f.Snippet == nil || f.Start == nil || f.End == nil {
		return nil
	}
	line := []rune(f.Snippet.Text)
	from := min(max(f.Start.Column-f.Snippet.Column, 0), len(line))
	to := len(line)
	if f.End.Line == f.Start.Line {
		to = min(max(f.End.Column-f.Snippet.Column, from), len(line))
	}
	return &page.Change{
		Before: wording.Visible(string(line[:from])), After: wording.Visible(string(line[to:])),
		Parts: []page.Part{{Kind: page.Marked, Text: wording.Visible(string(line[from:to]))}},
	}
}
