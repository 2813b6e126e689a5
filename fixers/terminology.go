package fixers

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Terminology replaces a word by the approved one, and the article before it if it no longer fits. DoubledWord takes
// out a word that stands twice in a row. Misspelling puts right a word that stands nowhere else.
var (
	Terminology = Fixer{Rule: "terminology", Contract: TextOnly, Fix: fixTerm}
	DoubledWord = Fixer{Rule: "doubled-word", Contract: TextOnly, Fix: fixTerm}
	Misspelling = Fixer{Rule: "misspelling", Contract: TextOnly, Fix: fixTerm}
)

func fixTerm(doc *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	if len(f.Edits) == 0 {
		return nil, abstain("The configuration gives no replacement for this term.")
	}
	if old := string(doc.Bytes(f.Span)); old != f.Old {
		return nil, abstain("The document has %q here, not %q.", old, f.Old)
	}
	return Change{{f.Path, f.Edits}}, nil
}
