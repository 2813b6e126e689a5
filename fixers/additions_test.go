package fixers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestAdditions(t *testing.T) {
	doc := zone.Parse("a.md", []byte("Add hosts to it. Aaaa.\n"), markdown.Dialect{})
	for _, tt := range []struct {
		name        string
		start, end  int
		text        string
		at          int
		words       string
		deleted     bool
		addsNothing bool
	}{
		{name: "behind a word", start: 9, end: 9, text: " (machines)", at: 9, words: " (machines)"},
		{name: "before the next", start: 10, end: 10, text: "(machines) ", at: 9, words: " (machines)"},
		{name: "with the word", start: 4, end: 9, text: "hosts (machines)", at: 9, words: " (machines)"},
		{name: "with the next", start: 10, end: 12, text: "(machines) to", at: 9, words: " (machines)"},
		{name: "within a word", start: 4, end: 9, text: "hostels", at: 8, words: "el"},
		{name: "where it stands already", start: 21, end: 21, text: "aa", at: 18, words: "aa"},
		{name: "a deletion", start: 4, end: 9, text: "host", at: 8, words: "s", deleted: true},
		{name: "a deletion of the first of two", start: 17, end: 19, text: "", at: 17, words: "Aa", deleted: true},
		{name: "a deletion at the end of equal letters", start: 16, end: 21, text: " Aa", at: 18, words: "aa", deleted: true},
		{name: "other words", start: 4, end: 9, text: "machines", addsNothing: true},
		{name: "no words", start: 4, end: 9, text: "hosts,", addsNothing: true},
		{name: "an empty line", start: 23, end: 23, text: "\n", addsNothing: true},
	} {
		got, ok := additionOf(doc.Source(), "a.md", source.Edit{Span: source.Span{Start: tt.start, End: tt.end}, New: tt.text})
		assert.Equal(t, tt.addsNothing, !ok, tt.name)
		if ok {
			assert.Equal(t, addition{"a.md", tt.at, tt.words, tt.deleted}, got, tt.name)
		}
	}
}
