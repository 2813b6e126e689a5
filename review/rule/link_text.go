package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/rules"
)

// LinkText is the rule link-text.
var LinkText = review.Reviewer{
	Rule: rules.Rule{
		ID:       "link-text",
		Category: rules.CategoryStyle,
		Title:    "Link whose text says nothing",
		Doc: rules.Doc{
			What: "All that a reader sees of a Markdown link is \"here\", \"click here\", \"link\", \"this\", \"read more\" " +
				"or \"more\". Capitals, markup and the punctuation around it do not count.",
			Why:     "Who goes from link to link, by eye or with a screen reader, does not learn where it leads.",
			Example: "    For the setup, click [here](setup.md).        Read [how to set it up](setup.md).",
			Fix:     "None: only a person knows what to call the place.",
			Leaves:  "Everything. Links with code or an image in their text are not reported, and neither are those in HTML.",
		},
	},
	Find: findLinkTexts,
}

func findLinkTexts(p *review.Pass) {
	config, on := p.Set.Style.Plain["link-text"]
	if !on {
		return
	}
	var seen terms.Rendered
	for i := range p.Doc.Nodes() {
		n := &p.Doc.Nodes()[i]
		if n.Kind != markdown.Link {
			continue
		}
		seen.Clear()
		seen.AddNodes(p.Doc, i+1, n.End)
		text := strings.Join(strings.Fields(string(seen.Bytes)), " ")
		if slices.Contains(emptyWords, strings.ToLower(strings.Trim(text, " .,:;!?…()\"'“”‘’«»›→>"))) {
			p.Report(review.Finding{
				Severity: config.Severity, Span: n.Content, RequiresHuman: true, AutoFix: review.AutoFixNo,
				Message: fmt.Sprintf("Say where the link leads instead of %q.", text),
			})
		}
	}
}

// emptyWords are link texts that say nothing.
var emptyWords = []string{"here", "click here", "link", "this", "read more", "more"}
