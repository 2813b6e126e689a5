package layout

import (
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

const (
	blanksFix    = "Adds the blank line, with the marks of the block quotes around it."
	blanksLeaves = "Places next to a template, because its program may read the line, and items of a list without " +
		"blank lines between them, because they would become paragraphs. A line with only a comment counts as blank: the " +
		"comment may be about the line below."
)

var blanksAroundHeadings = Rule{
	Rule: rules.Rule{
		ID:       "blanks-around-headings",
		Category: rules.CategoryStyle,
		Title:    "No blank line above or below a heading",
		Doc: rules.Doc{
			What: "Text stands on the line right above or right below a heading.",
			Why:  "Some parsers of Markdown take such a heading for text, and people overlook it.",
			Example: "    some text          some text\n    ## Heading         \n    more text          ## " +
				"Heading\n                       \n                       more text",
			Fix:    blanksFix,
			Leaves: blanksLeaves,
		},
	},
	Fixed: true,
	Find: plain("blanks-around-headings", func(p *Page, rule rules.Plain) {
		for _, h := range p.Doc.Headings() {
			n := &p.Doc.Nodes()[h.Node]
			marks := source.Span{Start: n.Span.Start, End: max(n.Content.Start, n.Span.Start)}
			text := n.Content
			if marks.Empty() { // a setext heading begins with its text
				marks, text = text, source.Span{Start: p.Doc.Lines().Start(n.Span.End), End: n.Span.End}
			}
			if text.Empty() {
				text = n.Span
			}
			around{marks, text, "the heading", p.reporter(rule.Severity)}.check(p, h.Node)
		}
	}),
}

var blanksAroundFences = Rule{
	Rule: rules.Rule{
		ID:       "blanks-around-fences",
		Category: rules.CategoryStyle,
		Title:    "No blank line above or below fenced code",
		Doc: rules.Doc{
			What: "Text stands on the line right above or right below a fenced code block.",
			Why:  "Some parsers of Markdown take such a fence for text, and people overlook where code ends.",
			Example: "    some text        some text\n    ```sh            \n    make             ```sh\n    ```   " +
				"           make\n    more text        ```\n                     \n                     more text",
			Fix:    blanksFix,
			Leaves: blanksLeaves,
		},
	},
	Fixed: true,
	Find: plain("blanks-around-fences", func(p *Page, rule rules.Plain) {
		nodes := p.Doc.Nodes()
		for i := range nodes {
			n := &nodes[i]
			if n.Kind != markdown.FencedCode || endsInOpenFence(p.Doc, i) {
				continue
			}
			opening := source.Span{Start: n.Span.Start, End: n.Content.Start}
			closing := source.Span{Start: max(n.Body.End, n.Span.Start), End: n.Span.End}
			if closing.Start >= closing.End {
				closing = n.Span
			}
			around{opening, closing, "the code", p.reporter(rule.Severity)}.check(p, i)
		}
	}),
}

var blanksAroundLists = Rule{
	Rule: rules.Rule{
		ID:       "blanks-around-lists",
		Category: rules.CategoryStyle,
		Title:    "No blank line above or below a list",
		Doc: rules.Doc{
			What:    "Text stands on the line right above or right below a list that is part of no other list.",
			Why:     "Some parsers of Markdown take the items of such a list for text.",
			Example: "    some text      some text\n    - an item      \n                   - an item",
			Fix:     blanksFix,
			Leaves:  blanksLeaves + " Text right below an item is part of the item.",
		},
	},
	Fixed: true,
	Find: plain("blanks-around-lists", func(p *Page, rule rules.Plain) {
		nodes := p.Doc.Nodes()
		for i := 1; i < len(nodes); i++ {
			n := &nodes[i]
			if n.Kind != markdown.BulletList && n.Kind != markdown.OrderedList || endsInOpenFence(p.Doc, i) {
				continue
			}
			last := i + 1
			for j := i + 1; j < n.End; j++ {
				if nodes[j].Kind == markdown.ListItem {
					last = j
				}
			}
			below := source.Span{Start: nodes[last].Content.Start, End: p.Doc.Lines().End(nodes[last].Content.End)}
			around{nodes[i+1].Content, below, "the list", p.reporter(rule.Severity)}.check(p, i)
			i = n.End - 1 // the rule is not about lists within it
		}
	}),
}

// reporter reports marks of one severity.
func (p *Page) reporter(severity rules.Severity) func(source.Span, string, []source.Edit, string) {
	return func(s source.Span, message string, edits []source.Edit, reason string) {
		p.Report(Mark{severity, s, message, edits, reason})
	}
}

// endsInOpenFence reports whether nodes[i], which something follows, ends with code that no fence closes. A blank
// line below it would be one of the code.
func endsInOpenFence(d *zone.Document, i int) bool {
	nodes := d.Nodes()
	if source.OnlySpace(d.Text()[nodes[i].Span.End:]) {
		return false
	}
	for k := i; k < nodes[i].End; k++ {
		if n := &nodes[k]; n.Kind == markdown.FencedCode && n.Span.End == nodes[i].Span.End && n.Body.End >= n.Span.End {
			return true
		}
	}
	return false
}
