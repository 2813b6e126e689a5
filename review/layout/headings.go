package layout

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/rules"
)

var headingIncrement = Rule{
	Rule: rules.Rule{
		ID:       "heading-increment",
		Category: rules.CategoryStructure,
		Title:    "Heading level left out",
		Doc: rules.Doc{
			What: "A heading is more than one level below the heading before it. A title in the front matter counts " +
				"as the first heading.",
			Why: "Tables of contents and screen readers show the levels, and a gap reads as if something were " +
				"missing.",
			Example: "    # Guide            # Guide\n    \n    ### Install        ## Install",
			Fix:     "None: only a person knows which of the two levels is meant.",
			Leaves:  "Everything.",
		},
	},
	Find: plain("heading-increment", func(p *Page, rule rules.Plain) {
		before := 0
		for line := range bytes.Lines(p.Doc.Bytes(p.Doc.FrontMatter())) {
			if title().Match(line) {
				before = 1
			}
		}
		for _, h := range p.Doc.Headings() {
			if before > 0 && h.Level > before+1 {
				p.Report(Mark{
					Severity: rule.Severity, Span: p.Doc.Nodes()[h.Node].Span,
					Message: fmt.Sprintf("The heading is of level %d, and the one before it of level %d.", h.Level, before),
				})
			}
			before = h.Level
		}
	}),
}

// title matches a line of the front matter that has the title of the page.
var title = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^\s*"?title"?\s*[:=]`) })

var duplicateHeading = Rule{
	Rule: rules.Rule{
		ID:       "duplicate-heading",
		Category: rules.CategoryStructure,
		Title:    "Two headings with the same text",
		Doc: rules.Doc{
			What: "A heading has the text of one before it, or, with siblings_only, of one before it below the " +
				"same heading.",
			Why: "Readers can't tell the sections apart in a table of contents, and a link to the second " +
				"depends on their order.",
			Example: "    ## Linux               ## Install on Linux\n    \n    ## Linux               ## Build on " +
				"Linux",
			Fix:    "None: other words are needed.",
			Leaves: "Everything.",
		},
	},
	Find: on(func(l *rules.Style) *rules.DuplicateHeading { return l.DuplicateHeading }, findDuplicateHeadings),
}

func findDuplicateHeadings(p *Page, rule *rules.DuplicateHeading) {
	seen := map[string]int{}
	for _, h := range p.Doc.Headings() {
		text := strings.TrimSpace(h.Text)
		key := text
		if rule.SiblingsOnly {
			key = strconv.Itoa(h.Parent) + " " + text
		}
		node := &p.Doc.Nodes()[h.Node]
		if text == "" {
			continue
		}
		if line, ok := seen[key]; ok {
			p.Report(Mark{
				Severity: rule.Severity, Span: h.Span,
				Message: fmt.Sprintf("The heading %q stands on line %d already.", text, line),
			})
			continue
		}
		seen[key] = p.Doc.Lines().Number(node.Span.Start)
	}
}
