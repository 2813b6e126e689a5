package fixers

import (
	"cmp"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Reference corrects the fragment of a link if the reviewer is certain which heading is meant.
var Reference = Fixer{Rule: "reference", Contract: FragmentOnly, Fix: fixReference}

func fixReference(doc *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	old := string(doc.Bytes(f.Span))
	file, _, _ := strings.Cut(old, "#")
	fragment, ok := strings.CutPrefix(f.Want, file+"#")
	if old != f.Old || !ok {
		return nil, abstain("%s", cmp.Or(f.Reason.Text, "Nothing shows which heading is meant."))
	}
	at := source.Span{Start: f.Span.Start + len(file) + 1, End: f.Span.End}
	return Change{{f.Path, []source.Edit{{Span: at, New: fragment}}}}, nil
}
