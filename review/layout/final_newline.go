package layout

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var finalNewline = Rule{
	Rule: rules.Rule{
		ID:       "final-newline",
		Category: rules.CategoryStyle,
		Title:    "Document without a single line ending at its end",
		Doc: rules.Doc{
			What:    "The last line of the document has no line ending, or blank lines stand behind it.",
			Why:     "Programs that read line by line, and diffs, expect that every line ends.",
			Example: "    the end (no line ending)        the end\n",
			Fix:     "Adds a line ending such as that of the first line, or deletes the blank lines.",
			Leaves: "Documents without text, and documents that end with an open code fence: the line ending would be part " +
				"of the code.",
		},
	},
	Fixed: true,
	Find:  on(func(l *rules.Style) *rules.FinalNewline { return l.FinalNewline }, findFinalNewline),
}

func findFinalNewline(p *Page, rule *rules.FinalNewline) {
	text := p.Doc.Text()
	body := bytes.TrimRight(text, " \t\r\n")
	if len(body) == 0 {
		return
	}
	last := p.Doc.Lines().Start(len(body))
	end := p.Doc.Lines().End(len(body))
	mark := Mark{Severity: rule.Severity, Span: source.Span{Start: last, End: len(body)}}
	if i := p.Doc.InnermostAt(len(body) - 1); i > 0 {
		if n := &p.Doc.Nodes()[i]; n.Kind == markdown.FencedCode && n.Body.Start >= len(body) {
			return // the fence opens code in which nothing is yet
		}
	}
	switch rest := (source.Span{Start: end + 1, End: len(text)}); {
	case end == len(text):
		mark.Message = "End the last line with a line ending."
		// The line ends as the first one does: other fixes may take the line endings near it away.
		mark.Edits = []source.Edit{{Span: source.Span{Start: end, End: end}, New: p.Doc.EndLines(0, "\n")}}
	case rest.Start < rest.End && rule.BlankLines:
		mark.Message = "Take the blank lines at the end of the document away."
		if !p.markup(rest) {
			return
		}
		mark.Edits = []source.Edit{{Span: rest}}
	default:
		return
	}
	p.Report(mark)
}
