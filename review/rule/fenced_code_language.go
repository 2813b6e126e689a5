package rule

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// FencedCodeLanguage is the rule fenced-code-language.
var FencedCodeLanguage = review.Reviewer{
	Rule: rules.Rule{
		ID:       "fenced-code-language",
		Category: rules.CategoryStyle,
		Title:    "Fenced code block without a language",
		Doc: rules.Doc{
			What:    "A fenced code block does not say in which language its code is.",
			Why:     "Without the language there is no highlighting, and screen readers and copy buttons guess.",
			Example: "    ```             ```json\n    {\"a\": 1}        {\"a\": 1}\n    ```             ```",
			Fix: "Adds the language that the code itself shows. Where the code does not show it beyond doubt, the " +
				"configured default is used; without one the fix abstains.",
			Leaves: "The code, the fences and info strings that are there.",
		},
	},
	Find: findFencedCode,
}

func findFencedCode(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Style.FencedCodeLanguage
	if config == nil {
		return
	}
	for i := range d.Nodes() {
		n := &d.Nodes()[i]
		if n.Kind == markdown.FencedCode && n.Content.Empty() {
			if d.Dialect.MDX && !d.FenceCounted(i) {
				continue // it may be the end of code in a list that begins deeper than is known for a list
			}
			p.Report(review.Finding{
				Severity: config.Severity,
				Message:  "Say in which language the code is.",
				// The opening fence alone: the code may change without the finding doing so.
				Span: source.Span{Start: n.Span.Start, End: n.Content.Start},
			})
		}
	}
}
