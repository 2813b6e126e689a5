package fixers

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An addition is words that an edit inserts into a document or takes away, and the first offset at which that gives the
// same document.
type addition struct {
	path    string
	at      int
	words   string
	deleted bool
}

// maxSlide is how far before an edit, in bytes, its addition may be found to stand.
const maxSlide = 256

// additionOf returns the words that e adds to a document or takes away, if e does only that. To insert (API) behind a
// word and to replace that word by itself and (API) are the same addition. Of two equal words in a row either may go.
func additionOf(src []byte, path string, e source.Edit) (addition, bool) {
	old, words := string(src[e.Start:e.End]), e.New
	deleted := len(words) < len(old)
	if deleted {
		old, words = words, old
	}
	if len(words) == len(old) {
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
	at, last, back := e.Start+pre, len(words)-1, 0
	for back < min(at, maxSlide) && src[at-back-1] == words[last-back%len(words)] {
		back++
	}
	turn := len(words) - back%len(words)
	return addition{path, at - back, words[turn:] + words[:turn], deleted}, true
}

// reuse returns the change with each edit that adds the same words as an edit of the plan replaced by that one, so that
// the words are added or taken away once. Two reviewers who ask for the same words seldom quote the same text.
func (b *builder) reuse(change Change) Change {
	if len(b.added) == 0 {
		return change
	}
	out := make(Change, len(change))
	for i, c := range change {
		out[i] = DocumentEdits{c.Path, slices.Clone(c.Edits)}
		for j, e := range c.Edits {
			if a, ok := additionOf(b.docs.Source(c.Path), c.Path, e); ok {
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
			if a, ok := additionOf(b.docs.Source(c.Path), c.Path, e); ok {
				b.added[a] = e
			}
		}
	}
}

// afterOthers returns the change that a reviewer's text asks for where edits of the plan stand in its span already:
// what differs from the text then. Two findings may mend the same words, and what is done is not done twice. Where
// the edits of the plan say otherwise than the text, the change stays as it is.
func (b *builder) afterOthers(f *review.Finding, change Change) Change {
	if f == nil || f.Remedy != review.Replace || f.Want == "" || len(change) != 1 {
		return change
	}
	var inside []source.Edit
	for _, e := range b.taken[f.Path] {
		if f.Span.Contains(e.Span) {
			span := source.Span{Start: e.Start - f.Span.Start, End: e.End - f.Span.Start}
			inside = append(inside, source.Edit{Span: span, New: e.New})
		} else if e.Touches(f.Span) {
			return change
		}
	}
	if len(inside) == 0 || f.Old != string(b.docs.Document(f.Path).Bytes(f.Span)) {
		return change
	}
	now, err := source.Apply([]byte(f.Old), inside)
	if err != nil {
		return change
	}
	rest := source.BetweenWords(now, []byte(f.Want))
	if len(rest) == 0 {
		return Change{{f.Path, within(b.taken[f.Path], f.Span)}}
	}
	m := source.NewMapping(inside)
	for i := range rest {
		shift := 0
		for j := range inside {
			written := m.Written(j)
			if written.Touches(rest[i].Span) {
				return change
			}
			if written.Start < rest[i].Start {
				shift += len(inside[j].New) - inside[j].Len()
			}
		}
		rest[i].Start += f.Span.Start - shift
		rest[i].End += f.Span.Start - shift
	}
	return Change{{f.Path, rest}}
}

// within returns the edits in a span.
func within(edits []source.Edit, s source.Span) []source.Edit {
	return slices.DeleteFunc(slices.Clone(edits), func(e source.Edit) bool { return !s.Contains(e.Span) })
}
