package layout

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var hardTabs = Rule{
	Rule: rules.Rule{
		ID:       "hard-tabs",
		Category: rules.CategoryStyle,
		Title:    "Tab outside of code",
		Doc: rules.Doc{
			What: "A line has a tab that stands neither in code nor in HTML, front matter, a template or a formula.",
			Why: "A tab is as wide as the editor says, and programs disagree of how deep what follows it is " +
				"nested.",
			Example: "    -→item        - item",
			Fix:     "None: how many spaces stand for the tab depends on what the writer meant to nest.",
			Leaves:  "Everything.",
		},
	},
	Find: plain("hard-tabs", func(p *Page, rule rules.Plain) {
		text := p.Doc.Text()
		for at := bytes.IndexByte(text, '\t'); at >= 0 && at < len(text); {
			s := source.Span{Start: at, End: at + source.RunLength(text[at:], '\t')}
			next := s.End
			_, outside := p.Doc.Within(s, zone.SetOf(zone.Markup, zone.Prose, zone.HeadingText))
			if outside && !p.overlaid(s) && !p.indentsCode(s) {
				p.Report(Mark{Severity: rule.Severity, Span: s, Message: "Write spaces instead of tabs."})
				next = lineEnd(text, at) // once a line
			}
			n := bytes.IndexByte(text[next:], '\t')
			if n < 0 {
				return
			}
			at = next + n
		}
	}),
}

// indentsCode reports whether white space ends where indented code starts.
func (p *Page) indentsCode(s source.Span) bool {
	_, ok := p.Doc.NodeAt(markdown.IndentedCode, s.End)
	return ok
}
