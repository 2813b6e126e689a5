package layout

import (
	"bytes"
	"fmt"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var listIndentation = Rule{
	Rule: rules.Rule{
		ID:       "list-indentation",
		Category: rules.CategoryStyle,
		Title:    "Unusual indentation of a bullet list",
		Doc: rules.Doc{
			What: "The bullets of a list within bullet lists are indented by another number of columns than is " +
				"configured for its level.",
			Why: "The depth of a list is then hard to see in the source, and some parsers of Markdown see " +
				"another one.",
			Example: "    - an item            - an item\n       - below it          - below it",
			Fix:     "None: all that stands in the items would have to move too, code with it.",
			Leaves:  "Everything.",
		},
	},
	Find: on(func(l *rules.Style) *rules.ListIndentation { return l.ListIndentation }, findListIndentation),
}

func findListIndentation(p *Page, rule *rules.ListIndentation) {
	nodes, text := p.Doc.Nodes(), p.Doc.Text()
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != markdown.BulletList {
			continue
		}
		depth, ok := p.depth(i)
		if !ok {
			continue
		}
		for j := i + 1; j < n.End; j = nodes[j].End {
			bullet := nodes[j].Content
			start := p.Doc.Lines().Start(bullet.Start)
			begin := text[start:bullet.Start]
			if quote := bytes.LastIndexByte(begin, '>'); quote >= 0 {
				begin = bytes.TrimPrefix(begin[quote+1:], []byte(" "))
			}
			wanted := len(bytes.Trim(begin, " ")) > 0 || len(begin) == depth*rule.Indent
			if wanted || p.Doc.ZoneAt(bullet.Start) != zone.ListMarker {
				continue
			}
			p.Report(Mark{
				Severity: rule.Severity, Span: bullet,
				Message: fmt.Sprintf("The bullet stands in column %d; put it in column %d.", len(begin)+1, depth*rule.Indent+1),
			})
		}
	}
}

// depth returns how many bullet lists the list nodes[i] stands in. It reports false where it stands in something else,
// whose indentation its own depends on.
func (p *Page) depth(i int) (int, bool) {
	nodes, depth := p.Doc.Nodes(), 0
	for i = nodes[i].Parent; i > 0; i = nodes[i].Parent {
		switch nodes[i].Kind {
		case markdown.BulletList:
			depth++
		case markdown.ListItem, markdown.Blockquote:
		default:
			return 0, false
		}
	}
	return depth, true
}
