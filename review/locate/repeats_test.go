package locate

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestWhatStandsBeside: a replacement does not repeat the marks and words around its
// place. In want the new text stands between bars; without them nothing is edited.
func TestWhatStandsBeside(t *testing.T) {
	for _, tt := range []struct{ name, src, old, new, want string }{
		{"emphasis", "The **cat** sat.", "cat", "**dog**", "The **|dog|** sat."},
		{"emphasis in what was rendered", "The **cat** sat.", "The cat sat.", "The **dog** sat.", "The **|dog|** sat."},
		{"emphasis that is quoted", "The **cat** sat.", "**cat**", "**dog**", "The |**dog**| sat."},
		{"emphasis that is new", "The cat sat.", "cat", "**dog**", "The |**dog**| sat."},
		{"code", "The `cat` sat.", "cat", "`dog`", "The `|dog|` sat."},
		{"quotation marks", "The \"cat\" sat.", "cat", "\"dog\"", "The \"|dog|\" sat."},
		{"brackets", "The (cat) sat.", "cat", "(dog)", "The (|dog|) sat."},
		{"one bracket", "The (cat sat).", "cat", "(dog)", "The (|(dog)| sat)."},
		{"a full stop", "The cat sat. It ran.", "The cat sat", "The dog sat.", "|The dog sat|. It ran."},
		{"a full stop in what was rendered", "The *cat* sat. It ran.", "The cat sat", "The dog sat.", "The *|dog|* sat. It ran."},
		{"a full stop that is new", "The cat sat", "The cat sat", "The cat sat.", "|The cat sat.|"},
		{"a full stop alone", "The cat sat.", "The cat sat", "The cat sat.", "The cat sat."},
		{"an article", "See the cat now.", "cat", "the dog", "See the |dog| now."},
		{"words behind", "See the cat file now.", "cat", "dog file", "See the |dog| file now."},
		{"words behind a space", "See the cat file now.", "cat ", "cat file", "See the cat file now."},
		{"words before a space", "See the cat now.", "cat ", "cat in the box", "See the cat| in the box| now."},
		{"dots of the text", "See `a(...)` now.", "`a(...)`", "`a(...)` and `b(...)`", "See |`a(...)` and `b(...)`| now."},
		{"words of the next line", "See the cat\nfile now.", "the cat", "the cat file", "See |the cat file|\nfile now."},
		{"words on both sides", "See the old cat file now.", "cat", "the old dog file", "See the old |dog| file now."},
		{"a capital", "The cat sat.", "cat", "the dog", "The |dog| sat."},
		{"a part of a word", "See bathe cat now.", "cat", "the dog", "See bathe |the dog| now."},
		{"a word that is doubled", "She had lunch.", "had lunch", "had had lunch", "She |had had lunch|."},
		{"a word that changes sides", "Hold on to it.", "Hold", "Hold on", "Hold on to it."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			issue := review.Issue{ID: "a", Remedy: review.Replace, Old: tt.old, Want: tt.new, Place: review.Place{Quote: tt.old}}
			f := Locate(zone.Parse("a.md", []byte(tt.src), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
			require.Equal(t, review.Located, f.State, f.Reason)
			edits := f.Edits
			if f.Remedy == review.Replace {
				edits = []source.Edit{{Span: f.Span, New: f.Want}}
			}
			got := tt.src
			assert.Equal(t, tt.src == tt.want, f.Remedy == review.NoRemedy)
			if f.Remedy != review.NoRemedy {
				require.Len(t, edits, 1)
				got = tt.src[:edits[0].Start] + "|" + edits[0].New + "|" + tt.src[edits[0].End:]
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestChoicesDoNotRepeatWhatStandsBeside(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		choices   []string
		want      []string
	}{
		{"marks", "The **cat** sat.\n", []string{"**dog**", "the mouse"}, []string{"dog", "the mouse"}},
		{"one twice", "See the cat.\n", []string{"the dog", "dog", "the dog.", "mouse"}, []string{"dog", "mouse"}},
		{"no change", "See the cat.\n", []string{"cat.", "the cat", "dog."}, []string{"dog"}},
		{"no change in any", "See the cat.\n", []string{"cat.", "the cat"}, nil},
		{"what the review has itself", "See the cat.\n", []string{"cat", "dog"}, []string{"cat", "dog"}},
	} {
		given := slices.Clone(tt.choices)
		issue := review.Issue{ID: "a", Remedy: review.Choose, Choices: tt.choices, Place: review.Place{Quote: "cat"}}
		f := Locate(zone.Parse("a.md", []byte(tt.src), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
		assert.Equal(t, tt.want, f.Choices, tt.name)
		assert.Equal(t, tt.want == nil, f.Remedy == review.NoRemedy, tt.name)
		assert.Equal(t, given, issue.Choices, "%s: the issue is as it was", tt.name)
	}
}
