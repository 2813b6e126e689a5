package fixers

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Silence writes the comment that a person wants at a finding.
var Silence = Fixer{Rule: "silence", Contract: CommentOnly, Fix: silence}

func silence(doc *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	edit, ok := Ignore(doc, f)
	if !ok {
		return nil, abstain("No comment can switch the rule off here.")
	}
	return Change{{f.Path, []source.Edit{edit}}}, nil
}

// ruleName is what a comment can name.
var ruleName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\w./]+(?:-[\w./]+)*$`) })

// Ignore returns the edit that writes a comment which switches the rule of a finding off in its line: behind the line,
// or in a line of its own before it. It is proved that the comment does so, and that nothing else of the document
// changes. It reports false where there is no such comment.
func Ignore(doc *zone.Document, f *review.Finding) (source.Edit, bool) {
	if f.State != review.Located || !ruleName().MatchString(f.Rule) {
		return source.Edit{}, false
	}
	line, ok := doc.Lines().Span(doc.Lines().Number(f.Span.Start))
	if !ok {
		return source.Edit{}, false
	}
	comment := func(action string) string {
		if doc.Dialect.MDX {
			return "{/* doc-iterate-" + action + " " + f.Rule + " */}"
		}
		return "<!-- doc-iterate-" + action + " " + f.Rule + " -->"
	}
	src := doc.Source()
	text := bytes.TrimRight(src[line.Start:line.End], " \t")
	end := line.Start + len(text)
	cell := line.Start + len(bytes.TrimRight(bytes.TrimSuffix(text, []byte("|")), " \t")) // the end of the last one
	indent := line.Start + len(text) - len(bytes.TrimLeft(text, " \t>"))
	tries := []source.Edit{
		{Span: source.Span{Start: end, End: end}, New: " " + comment("disable-line")},
		{Span: source.Span{Start: cell, End: cell}, New: " " + comment("disable-line")},
		{
			Span: source.Span{Start: line.Start, End: line.Start},
			New:  string(src[line.Start:indent]) + comment("disable-next-line") + doc.EndLines(line.Start, "\n"),
		},
	}
	if doc.ZoneAt(f.Span.Start) == zone.HeadingText { // some sites make the comment a part of its anchor
		slices.Reverse(tries)
	}
	for _, e := range tries {
		if ignores(doc, f, e) {
			return e, true
		}
	}
	return source.Edit{}, false
}

// ignores reports whether an edit suppresses a finding and changes nothing else.
func ignores(doc *zone.Document, f *review.Finding, e source.Edit) bool {
	edits := []source.Edit{e}
	candidate, err := doc.Revise(edits)
	if err != nil || markdown.Compare(doc.Document, candidate.Document, edits, []source.Span{e.Span}) != nil {
		return false
	}
	moved := source.NewMapping(edits)
	return silences(candidate, f, moved) && !doc.Suppressed(f.Source, f.Rule, f.Span.Start) &&
		keepsComments(doc, candidate, moved)
}

// keepsComments reports whether the comments for single lines and blocks still switch off what they did: one may not
// come between another and its line.
func keepsComments(doc, candidate *zone.Document, m source.Mapping) bool {
	for program, rules := range doc.Suppressions().Spans {
		for rule, spans := range rules {
			for _, s := range spans {
				if at, _ := m.Span(s.Span, source.Tight); !candidate.Suppressed(program, rule, at.Start) {
					return false
				}
			}
		}
	}
	return true
}

// silences reports whether the rule of a finding is switched off at its place after the edits of m.
func silences(after *zone.Document, f *review.Finding, m source.Mapping) bool {
	at, _ := m.Span(f.Span, source.Tight)
	return after.Suppressed(f.Source, f.Rule, at.Start)
}
