package layout

import (
	"bytes"
	"fmt"
	"regexp"
	"sync"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var lineLength = Rule{
	Rule: rules.Rule{
		ID:       "line-length",
		Category: rules.CategoryStyle,
		Title:    "Long line",
		Doc: rules.Doc{
			What: "A line has more characters than the configuration allows, 80 by default. A last word may reach " +
				"beyond them.",
			Why:     "A diff shows long lines whole, though a word was changed, and people compare them badly.",
			Example: "    words and words and words    words and\n                                 words and words",
			Fix:     "None: where a line breaks is a matter of its sentence.",
			Leaves:  "Front matter, definitions of links, comments, and lines with a link or an image alone.",
		},
	},
	Find: on(func(l *rules.Style) *rules.LineLength { return l.LineLength }, findLineLength),
}

// loneLink matches a line that is one link or image, or a row of a table with one.
var loneLink = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?!?\[[^\]]*\](?:\([^)]*\)?|\[[^\]]*\])[ \t]*$|` +
		`^[ \t>]*\|.*(?:\]\(|://)`)
})

func findLineLength(p *Page, rule *rules.LineLength) {
	text, lines, nodes := p.Doc.Text(), p.Doc.Lines(), p.Doc.Nodes()
	limits := map[int]int{} // of the lines that are no plain text, by where they start
	for i := range nodes {
		if limit, ok := limitOf(nodes[i].Kind, rule); ok {
			for at := lines.Start(nodes[i].Span.Start); at < nodes[i].Span.End; at = lineEnd(text, at) + 1 {
				limits[at] = limit
			}
		}
	}
	for at := p.Doc.FrontMatter().End; at < len(text); at = lineEnd(text, at) + 1 {
		limit, other := limits[at]
		if !other {
			limit = rule.Maximum
		}
		line := bytes.TrimSuffix(text[at:lineEnd(text, at)], []byte("\r"))
		if limit == 0 || len(line) <= limit {
			continue
		}
		over := 0
		for range limit {
			_, width := utf8.DecodeRune(line[over:])
			over += width
		}
		last := bytes.LastIndexAny(line, " \t")
		if over == len(line) {
			continue
		}
		if !rule.Strict && (last+1 < over || loneLink().Match(line) || p.comment(at+last)) {
			continue
		}
		p.Report(Mark{Severity: rule.Severity, Span: source.Span{Start: at + over, End: at + len(line)},
			Message: fmt.Sprintf("The line has %d characters; %d are allowed.", utf8.RuneCount(line), limit)})
	}
}

// limitOf returns how long lines may be in a node that is no plain text; 0 is any length.
func limitOf(kind markdown.Kind, rule *rules.LineLength) (limit int, ok bool) {
	switch kind {
	case markdown.FencedCode, markdown.IndentedCode:
		return rule.Code, true
	case markdown.ATXHeading, markdown.SetextHeading:
		return rule.Headings, true
	case markdown.Table:
		return rule.Tables, true
	case markdown.LinkDefinition:
		return 0, true
	}
	return 0, false
}

// comment reports whether an offset is in a comment of HTML.
func (p *Page) comment(at int) bool {
	text := p.Doc.Text()
	opens := bytes.LastIndex(text[:at], []byte("<!--"))
	return opens >= 0 && !bytes.Contains(text[opens:at], []byte("-->")) && p.Doc.ZoneAt(at) == zone.HTML
}
