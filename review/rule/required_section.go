package rule

import (
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/identity"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// RequiredSection is the rule required-section.
var RequiredSection = review.Reviewer{
	Rule: rules.Rule{
		ID:       "required-section",
		Category: rules.CategoryStructure,
		Section:  "structure.required_sections[]",
		Title:    "Required section missing",
		Doc: rules.Doc{
			What:    "A section that every document must have is missing.",
			Why:     "Readers look for it in the same place everywhere, and reviewers can't see what is not there.",
			Example: "    A guide without the heading \"Error handling\".",
			Fix:     "None: only a person knows what belongs there.",
			Leaves:  "Everything.",
		},
	},
	Find: findRequiredSections,
}

func findRequiredSections(p *review.Pass) {
	d, set := p.Doc, p.Set
	if set.Structure == nil {
		return
	}
	present := map[string]bool{}
	for _, h := range d.Headings() {
		present[identity.Normalise(h.Text)] = true
	}
	end := len(d.Text())
	for _, section := range set.Structure.RequiredSections {
		if present[identity.Normalise(section.Heading)] {
			continue
		}
		message := fmt.Sprintf("Add the missing section %q.", strings.TrimSpace(section.Heading))
		if section.Why != "" {
			message += " " + section.Why
		}
		p.Report(review.Finding{
			Severity: section.Severity, Message: message,
			Span: source.Span{Start: end, End: end}, RequiresHuman: true, AutoFix: review.AutoFixNo,
		})
	}
}
