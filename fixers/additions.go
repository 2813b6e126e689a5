package fixers

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An addition is words that an edit inserts into a document, and the first offset at which their insertion gives the
// same document.
type addition struct {
	path  string
	at    int
	words string
}

// maxSlide is how far before an edit, in bytes, its addition may be found to stand.
const maxSlide = 256

// additionOf returns the words that e adds to doc, if e does only that. To insert (API) behind a word and to replace
// that word by itself and (API) are the same addition.
func additionOf(doc *zone.Document, path string, e source.Edit) (addition, bool) {
	if len(e.New) <= e.Len() {
		return addition{}, false
	}
	old, words := string(doc.Bytes(e.Span)), e.New
	pre := 0
	for pre < len(old) && old[pre] == words[pre] {
		pre++
	}
	if !strings.HasSuffix(words[pre:], old[pre:]) {
		return addition{}, false
	}
	words = words[pre : len(words)-len(old)+pre]
	if !strings.ContainsFunc(words, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return addition{}, false
	}
	at, src, last, back := e.Start+pre, doc.Text(), len(words)-1, 0
	for back < min(at, maxSlide) && src[at-back-1] == words[last-back%len(words)] {
		back++
	}
	turn := len(words) - back%len(words)
	return addition{path, at - back, words[turn:] + words[:turn]}, true
}

// reuse returns the change with each edit that adds the same words as an edit of the plan replaced by that one, so that
// the words are added once. Two reviewers who ask for the same words seldom quote the same text.
func (b *builder) reuse(change Change) Change {
	if len(b.added) == 0 {
		return change
	}
	out := make(Change, len(change))
	for i, c := range change {
		out[i] = DocumentEdits{c.Path, slices.Clone(c.Edits)}
		for j, e := range c.Edits {
			if a, ok := additionOf(b.docs.Document(c.Path), c.Path, e); ok {
				out[i].Edits[j] = cmp.Or(b.added[a], e)
			}
		}
	}
	return out
}

// remember records what a change of the plan adds.
func (b *builder) remember(change Change) {
	for _, c := range change {
		for _, e := range c.Edits {
			if a, ok := additionOf(b.docs.Document(c.Path), c.Path, e); ok {
				b.added[a] = e
			}
		}
	}
}
