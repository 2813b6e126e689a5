package fixers

import (
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An addition is words that an edit puts into a document, taking nothing out, and the
// first place at which they give the document that it makes.
type addition struct {
	path  string
	at    int
	words string
}

// maxSlide bounds how far back the place of an addition is looked for.
const maxSlide = 256

// additionOf is the words that e adds to doc, if it does no more than that. To put
// (API) behind a word and to replace that word by itself and (API) are one.
func additionOf(doc *review.Document, path string, e source.Edit) (addition, bool) {
	old, words := string(doc.Bytes(e.Span)), e.New
	if len(words) <= len(old) {
		return addition{}, false
	}
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
	at, src, last, back := e.Start+pre, doc.Source(), len(words)-1, 0
	for back < min(at, maxSlide) && src[at-back-1] == words[last-back%len(words)] {
		back++
	}
	turn := len(words) - back%len(words)
	return addition{path, at - back, words[turn:] + words[:turn]}, true
}

// once is change with what an edit of the plan adds already as that edit has it, so
// that it is added once: two reviewers who ask for the same seldom quote the same.
func (b *builder) once(change Change) Change {
	out := change
	for i, c := range change {
		doc := b.docs[c.Path]
		for j, e := range c.Edits {
			a, ok := additionOf(doc, c.Path, e)
			if !ok {
				continue
			}
			first, ok := b.added[a]
			if !ok || first == e {
				continue
			}
			if &out[0] == &change[0] {
				out = slices.Clone(change)
			}
			if &out[i].Edits[0] == &c.Edits[0] {
				out[i].Edits = slices.Clone(c.Edits)
			}
			out[i].Edits[j] = first
		}
	}
	return out
}

// remember notes what change, which is in the plan, adds.
func (b *builder) remember(change Change) {
	for _, c := range change {
		for _, e := range c.Edits {
			if a, ok := additionOf(b.docs[c.Path], c.Path, e); ok {
				b.added[a] = e
			}
		}
	}
}
