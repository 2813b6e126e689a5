package fixers

import (
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// HeadingCase writes a heading with the capitals that the reviewer worked out.
var HeadingCase = Fixer{Rule: "heading-case", Contract: CaseOnly, Fix: fixHeadingCase}

// fixHeadingCase edits whole letters: a capital and its small letter may share their first bytes, and CaseOnly could
// not be checked for a part of a letter.
func fixHeadingCase(doc *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	old, want := string(doc.Bytes(f.Span)), f.Want
	if old != f.Old || want == "" {
		return nil, abstain("Nothing shows how this heading is to be capitalised.")
	}
	var edits []source.Edit
	for at := f.Span.Start; old != "" || want != ""; {
		_, n := utf8.DecodeRuneInString(old)
		_, m := utf8.DecodeRuneInString(want)
		was, is := old[:n], want[:m]
		switch last := len(edits) - 1; {
		case was == is: // this letter stays
		case !strings.EqualFold(was, is) || !utf8.ValidString(was+is):
			const why = "To a program that does not know the language, %q and %q differ in more than case."
			return nil, abstain(why, was, is)
		case last >= 0 && edits[last].End == at:
			edits[last].End, edits[last].New = at+n, edits[last].New+is
		default:
			edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + n}, New: is})
		}
		at, old, want = at+n, old[n:], want[m:]
	}
	return Change{{f.Path, edits}}, nil
}
