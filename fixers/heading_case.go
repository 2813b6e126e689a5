package fixers

import (
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// HeadingCase gives a heading the capitals that the reviewer worked out.
var HeadingCase = Fixer{Rule: "heading-case", Contract: CaseOnly, Fix: fixHeadingCase}

// fixHeadingCase goes letter by letter: a capital may have more bytes than the small
// letter, and half a letter has no case that the contract could be held to.
func fixHeadingCase(doc *review.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	old, want := string(doc.Bytes(f.Span)), f.Want
	if old != f.Old || want == "" {
		return nil, abstain("no capitalisation of this heading is certain")
	}
	var edits []source.Edit
	for at := f.Span.Start; old != "" || want != ""; {
		_, n := utf8.DecodeRuneInString(old)
		_, m := utf8.DecodeRuneInString(want)
		was, is := old[:n], want[:m]
		switch last := len(edits) - 1; {
		case was == is:
		case !strings.EqualFold(was, is) || !utf8.ValidString(was+is):
			return nil, abstain("%q and %q differ in more than letter case to programs that don't know the language", was, is)
		case last >= 0 && edits[last].End == at:
			edits[last].End, edits[last].New = at+n, edits[last].New+is
		default:
			edits = append(edits, source.Edit{Span: source.Span{Start: at, End: at + n}, New: is})
		}
		at, old, want = at+n, old[n:], want[m:]
	}
	return Change{{f.Path, edits}}, nil
}
