package markdown

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestDifferences makes all edits of a document at once and shows which of them are told apart.
func TestDifferences(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edits     []string // old, new, old, new, …
		want      []string // the blocks and what they become
		together  bool     // nothing can be told apart
	}{
		{"nothing differs", "a b\n\nc d\n", []string{"b", "x", "d", "y"}, nil, false},
		{"two paragraphs", "a b\n\nok\n\nc d\n", []string{"b", "`x`", "ok", "fine", "d", "*y*"},
			[]string{"a b\n\n: turn text into a code span", "c d\n: turn text into emphasis"}, false},
		{"items, and the list gets loose", "- a\n- b\n- c\n- d\n", []string{"a", "`x`", "c", "y\n\n  z"},
			[]string{"a\n: turn text into a code span", "c\n: split the paragraph"}, false},
		{"a list that is cut in two", "- a\n- b\n- c\n- d\n", []string{"b", "x\n\n# y", "d", "*z*"},
			[]string{"b\n: end the paragraph with a heading", "d\n: turn text into emphasis"}, false},
		{"items of items", "- a\n  - b\n  - c\n- d\n", []string{"b", "*x*", "d", "*y*"},
			[]string{"b\n  : turn text into emphasis", "d\n: turn text into emphasis"}, false},
		{"a list that only gets loose", "- a\n- b\n", []string{"\n- b", "\n\n- b"},
			[]string{"- a\n- b\n: change the bullet list (tight) to another one (loose)"}, false},
		{"a quote", "> a\n>\n> b\n", []string{"a", "*x*", "b", "`y`"},
			[]string{"> a\n>\n> : turn text into emphasis", "b\n: turn text into a code span"}, false},
		{"rows", "| a |\n|---|\n| b |\n| c |\n", []string{"b", "x | y", "c", "*z*"},
			[]string{"| b |\n: remove or move text", "| c |\n: turn text into emphasis"}, false},
		{"a fence that reaches over other blocks", "a\n\nb\n\nc\n", []string{"a", "```", "c", "d"},
			[]string{"a\n\nb\n\nc\n: turn the paragraph into a fenced code block"}, false},
		{"a label that is defined no more", "[a] b\n\nc\n\n[a]: /x\n", []string{"[a]:", "[d]:", "c", "*e*"}, nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var edits []source.Edit
			for i := 0; i < len(c.edits); i += 2 {
				at := strings.Index(c.src, c.edits[i])
				require.GreaterOrEqual(t, at, 0)
				edits = append(edits, edit(at, at+len(c.edits[i]), c.edits[i+1]))
			}
			slices.SortFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
			base := Parse("a.md", []byte(c.src), Dialect{})
			after, err := source.Apply(base.Source(), edits)
			require.NoError(t, err)
			differences, apart := Differences(base, Parse("a.md", after, Dialect{}), edits, nil)
			assert.Equal(t, !c.together, apart)
			var got []string
			for _, d := range differences {
				got = append(got, c.src[d.Blocks.Start:d.Blocks.End]+": "+d.Effect)
			}
			assert.Equal(t, c.want, got)
		})
	}
}
