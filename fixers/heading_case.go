package fixers

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// HeadingCase gives a heading the capitals that the reviewer worked out.
var HeadingCase = Fixer{Rule: "heading-case", Contract: CaseOnly, Fix: fixHeadingCase}

func fixHeadingCase(doc *review.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	old := string(doc.Bytes(f.Span))
	if old != f.Old || f.Want == "" || len(old) != len(f.Want) {
		return nil, abstain("no capitalisation of this heading is certain")
	}
	var edits []source.Edit
	for i := 0; i < len(old); i++ {
		if old[i] == f.Want[i] {
			continue
		}
		end := i + 1
		for end < len(old) && old[end] != f.Want[end] {
			end++
		}
		edits = append(edits, source.Edit{
			Span: source.Span{Start: f.Span.Start + i, End: f.Span.Start + end}, New: f.Want[i:end],
		})
		i = end
	}
	return Change{{f.Path, edits}}, nil
}
