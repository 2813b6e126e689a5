package layout

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var trailingSpaces = Rule{
	Rule: rules.Rule{
		ID:       "trailing-spaces",
		Category: rules.CategoryStyle,
		Title:    "White space at the end of a line",
		Doc: rules.Doc{
			What: "A line ends with spaces or tabs. Two spaces that break the line on the page are none such, nor is white " +
				"space in code, HTML, front matter, templates and formulas.",
			Why:     "Nobody sees it, editors take it away, and diffs show it.",
			Example: "    one line··        one line··\n    more text·        more text",
			Fix:     "Deletes the white space. Of more than two spaces that break a line it leaves two.",
			Leaves: "Line breaks, white space behind a backslash, which would become one, and two spaces behind " +
				"the mark of a task.",
		},
	},
	Fixed: true,
	Find:  plain("trailing-spaces", findTrailingSpaces),
}

func findTrailingSpaces(p *Page, rule rules.Plain) {
	text := p.Doc.Text()
	for at := p.Doc.FrontMatter().End; at < len(text); {
		end := lineEnd(text, at)
		start := at
		at = end + 1
		if end > start && text[end-1] == '\r' {
			end--
		}
		if end == start || text[end-1] != ' ' && text[end-1] != '\t' {
			continue
		}
		space := source.Span{Start: start + len(bytes.TrimRight(text[start:end], " \t")), End: end}
		if space = p.needless(start, space); space.Empty() {
			continue
		}
		p.Report(Mark{
			Severity: rule.Severity, Span: space, Message: "Take the white space at the end of the line away.",
			Edits: []source.Edit{{Span: space}},
		})
	}
}

// needless returns the part of the white space at the end of a line, which starts at start, that means nothing.
func (p *Page) needless(start int, space source.Span) source.Span {
	text := p.Doc.Text()
	nothing := source.Span{Start: space.Start, End: space.Start}
	before := text[start:space.Start]
	if slashes := len(before) - len(bytes.TrimRight(before, `\`)); slashes%2 == 1 {
		return nothing
	}
	if taskAlone(before) || len(before) > 0 && p.breaksLine(space) {
		if space.Len() <= 2 || bytes.IndexByte(p.Doc.Bytes(space), '\t') >= 0 {
			return nothing
		}
		space.Start += 2
	}
	src := p.Doc.Source()
	if space.Start > 0 && src[space.Start-1] == '\r' && bytes.HasPrefix(src[space.End:], []byte("\n")) {
		return nothing // two line endings would become one
	}
	if !p.markup(space) && !p.afterDefinition(space) {
		return nothing
	}
	return space
}

// taskAlone reports whether a line is the mark of a task that no text follows: it is one by the white space behind it.
func taskAlone(line []byte) bool {
	item := bytes.TrimLeft(line, " \t>")
	mark := string(bytes.TrimLeft(item[markdown.ItemMarker(item):], " \t"))
	return len(mark) < len(item) && (mark == "[ ]" || mark == "[x]" || mark == "[X]")
}

// breaksLine reports whether white space at the end of a line breaks the line on the page.
func (p *Page) breaksLine(space source.Span) bool {
	if space.Len() < 2 {
		return false
	}
	nodes := p.Doc.Nodes()
	for i := p.Doc.InnermostAt(space.End); i > 0 && nodes[i].Span.Start >= space.Start; i-- {
		if nodes[i].Kind == markdown.HardBreak {
			return true
		}
	}
	return false
}

// afterDefinition reports whether white space ends a reference definition.
func (p *Page) afterDefinition(space source.Span) bool {
	n := &p.Doc.Nodes()[p.Doc.InnermostAt(space.Start)]
	return n.Kind == markdown.LinkDefinition && n.Span.End == space.End && !p.overlaid(space)
}
