package rule

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ListMarker is the rule list-marker.
var ListMarker = review.Reviewer{
	Rule: rules.Rule{
		ID:       "list-marker",
		Category: rules.CategoryStyle,
		Title:    "Unusual list marker",
		Doc: rules.Doc{
			What: "A bullet list uses another marker than the configured one, or, where that is `consistent`, than nine of " +
				"ten list items of the repository.",
			Why:     "One marker throughout makes lists easy to recognise in the source, and diffs quiet.",
			Example: "    * apples        - apples\n    * pears         - pears",
			Fix: "Replaces the bullets of the whole list at once. Where a neighbouring list would then be joined to it, " +
				"the fix abstains: two lists that touch are told apart by their markers alone.",
			Leaves: "Everything but the bullets; the rendered page is the same. Lists that parsers of Markdown read " +
				"differently are left alone.",
		},
	},
	Find: findListMarkers,
}

func findListMarkers(p *review.Pass) {
	d, set := p.Doc, p.Set
	config := set.Style.ListMarker
	if config == nil || config.Marker == rules.ConsistentMarker {
		return // the habit of the repository is not known
	}
	want := config.Marker
	if want == rules.FirstOfDocument {
		want = d.FirstMarker()
	}
	messages := map[byte]string{}
	unjudged := unjudged{p: p, rule: "list-marker"}
	for i := range d.Nodes() {
		n := &d.Nodes()[i]
		if n.Kind != markdown.BulletList || n.Marker == want {
			continue
		}
		bullet := d.Nodes()[i+1].Content
		switch d.ZoneAt(bullet.Start) {
		case zone.ListMarker:
		case zone.Template:
			unjudged.report(bullet, "a bullet")
			continue
		default:
			continue // a + at the start of a line of a formula is no bullet
		}
		message, ok := messages[n.Marker]
		if !ok {
			message = fmt.Sprintf("Use %q as the list marker instead of %q.", want, n.Marker)
			messages[n.Marker] = message
		}
		p.Report(review.Finding{
			Severity: config.Severity,
			Message:  message,
			// The first bullet alone: the text of the items is not objected to.
			Span: bullet,
		})
	}
}
