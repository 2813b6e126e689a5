package fixers

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

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
		if strings.HasSuffix(doc.Path, ".mdx") {
			return "{/* doc-iterate-" + action + " " + f.Rule + " */}"
		}
		return "<!-- doc-iterate-" + action + " " + f.Rule + " -->"
	}
	src := doc.Source()
	text := bytes.TrimRight(src[line.Start:line.End], " \t")
	end := line.Start + len(text)
	cell := line.Start + len(bytes.TrimRight(bytes.TrimSuffix(text, []byte("|")), " \t")) // the end of the last one
	indent := line.Start + len(text) - len(bytes.TrimLeft(text, " \t>"))
	for _, e := range []source.Edit{
		{Span: source.Span{Start: end, End: end}, New: " " + comment("disable-line")},
		{Span: source.Span{Start: cell, End: cell}, New: " " + comment("disable-line")},
		{
			Span: source.Span{Start: line.Start, End: line.Start},
			New:  string(src[line.Start:indent]) + comment("disable-next-line") + doc.EndLines(line.Start, "\n"),
		},
	} {
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
	at, _ := source.NewMapping(edits).Span(f.Span, source.Tight)
	return candidate.Suppressed(f.Source, f.Rule, at.Start) && !doc.Suppressed(f.Source, f.Rule, f.Span.Start)
}
