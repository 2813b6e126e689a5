package rule

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Placeholder is the rule placeholder.
var Placeholder = review.Reviewer{
	Rule: rules.Rule{
		ID:       "placeholder",
		Category: rules.CategoryPlaceholder,
		Title:    "Placeholder left in the text",
		Section:  "placeholders",
		Doc: rules.Doc{
			What:    "The text, as readers see it, holds a word that stands for something still to be written.",
			Why:     "A reader can't use it, and published placeholders look like neglect.",
			Example: "    The timeout is TBD.",
			Fix:     "None: only a person knows what belongs there.",
			Leaves:  "Everything.",
		},
	},
	Find: findPlaceholders,
}

func findPlaceholders(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Placeholders
	if config == nil || !terms.MayHold(d.Text(), config.Table()) {
		return
	}
	report := func(at source.Span, seen string) {
		p.Report(review.Finding{
			Severity: config.Severity,
			Message:  fmt.Sprintf("Write what %q stands for.", seen),
			Span:     at, RequiresHuman: true, AutoFix: review.AutoFixNo,
		})
	}
	var found []source.Span
	for _, hit := range terms.Hits(d, config.Table()) {
		s := source.Span{Start: hit.Start, End: hit.WordEnd}
		found = append(found, s)
		report(s, terms.Unwrapped(string(d.Bytes(s))))
	}
	for hit := range terms.RenderedHits(d, config.Table()) {
		if !overlapsOne(found, hit.Span) {
			report(hit.Span, hit.Old)
		}
	}
	reportUnjudgedText(p, config.Table(), "placeholder")
}
