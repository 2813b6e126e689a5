// Package replacement judges whether a text that a reviewer gives is one for the place that it is to stand in.
// Reviewers write remarks into fields for text ("Should be delta", "Durch „delta“ ersetzen"), give a sentence for a
// word, or repeat what stands beside the place. What a text is, its place tells better than its words: whether it keeps
// a word of what it replaces, whether it goes on where the sentence before it stops, whether it repeats its neighbours.
// Lists of words come last, and only ask.
//
// The package knows documents and no reviews. It is pure. A text in doubt is never dropped: a person is asked about it.
package replacement

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Verdict is what is to be done with a text: it is written as Text says, or a person is asked, for the reason Doubt.
type Verdict struct {
	Text, Doubt string
}

// Judge says whether want may stand in place of the bytes at s. What the reviewer says beside the text may name its
// words. A text that keeps a word of what it replaces is an edit. One that keeps none must read on in its place.
func Judge(d *zone.Document, s source.Span, want, said string) Verdict {
	t := newTrial(d, s, want, said)
	if strings.TrimSpace(t.old) == "" || strings.TrimSpace(want) == "" {
		return Verdict{Text: want}
	}
	t.want = t.withoutMarksOfChange()
	if t.appends() {
		return Verdict{Text: t.old + " " + t.want}
	}
	t.was, t.now = words(t.old), words(t.want)
	if rest := t.label(); rest != "" {
		t.want = rest
		return Verdict{t.withoutMarksOfChange(), "The new text has a label."}
	}
	tests := []func(*trial) string{(*trial).blank, (*trial).marks, (*trial).repeats, (*trial).pointsAtOld,
		(*trial).versions, (*trial).asks, (*trial).additions}
	switch {
	case t.named(), like(t.want, t.old), t.framed(),
		len(t.now) > 0 && (startsWith(t.was, t.now) || endsWith(t.was, t.now)): // words are cut out
	case shares(t.was, t.now) && !hasAll(t.now, t.was):
		tests = append(tests, (*trial).capital, (*trial).orders)
	case len(t.was) > 0 && hasAll(t.now, t.was) && t.keeps():
		tests = append(tests, (*trial).request)
	default:
		tests = append(tests, (*trial).remark, (*trial).foreign, (*trial).sentence, (*trial).small, (*trial).unknown,
			(*trial).predicate, (*trial).clause, (*trial).form, (*trial).unconnected)
	}
	for _, test := range tests {
		if doubt := test(&t); doubt != "" {
			return Verdict{t.want, doubt}
		}
	}
	return Verdict{Text: t.want}
}
