package layout

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var blankLines = Rule{
	Rule: rules.Rule{
		ID:       "blank-lines",
		Category: rules.CategoryStyle,
		Title:    "Blank lines in a row",
		Doc: rules.Doc{
			What:    "More blank lines stand in a row than the configuration allows, which is one by default.",
			Why:     "A page shows them as one. In the source they make readers wonder what they mean.",
			Example: "    one        one\n    \n    \n    two        two",
			Fix: "Deletes those that are too many. At the end of the document they belong to final-newline " +
				"where that is on.",
			Leaves: "Blank lines in code, HTML, front matter, templates and formulas, and lines with the mark of " +
				"a block quote or right below the front matter.",
		},
	},
	Fixed: true,
	Find:  on(func(l *rules.Style) *rules.BlankLines { return l.BlankLines }, findBlankLines),
}

func findBlankLines(p *Page, rule *rules.BlankLines) {
	text := p.Doc.Text()
	first, count := 0, 0 // where the blank lines so far begin, and how many there are
	report := func(end, allowed int) {
		if count <= allowed {
			return
		}
		s := source.Span{Start: first, End: end}
		for range allowed {
			s.Start = lineEnd(text, s.Start) + 1
		}
		if !p.markup(s) {
			return
		}
		p.Report(Mark{
			Severity: rule.Severity, Span: s, Edits: []source.Edit{{Span: s}},
			Message: fmt.Sprintf("%d blank lines stand in a row; leave %d.", count, allowed),
		})
	}
	at := p.Doc.FrontMatter().End
	for at > 0 && at < len(text) && blank(text[at:lineEnd(text, at)]) {
		at = lineEnd(text, at) + 1
	}
	for at < len(text) {
		end := lineEnd(text, at)
		if !blank(text[at:end]) {
			report(at, rule.Maximum)
			count = 0
		} else if count++; count == 1 {
			first = at
		}
		at = end + 1
	}
	if end := p.Rules.FinalNewline; end == nil || !end.BlankLines {
		report(len(text), rule.Maximum-1) // the end of the document counts as a blank line
	}
}
