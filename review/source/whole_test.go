package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Edits are widened to whole words, and make of the text what they made of it before.
func TestWholeWords(t *testing.T) {
	for _, c := range []struct {
		src   string
		edits []Edit
		want  []Edit
	}{
		{"the Line I of", []Edit{{Span{4, 5}, "l"}, {Span{9, 10}, "i"}}, []Edit{{Span{4, 8}, "line"}, {Span{9, 10}, "i"}}},
		{"an item here", []Edit{{Span{7, 7}, "s"}}, []Edit{{Span{3, 7}, "items"}}},
		{"use following", []Edit{{Span{4, 4}, "the "}}, []Edit{{Span{4, 4}, "the "}}},
		{"JavaScrpt", []Edit{{Span{0, 1}, "j"}, {Span{4, 5}, "s"}, {Span{7, 7}, "i"}}, []Edit{{Span{0, 9}, "javascript"}}},
		{"## head", []Edit{{Span{0, 2}, "###"}}, []Edit{{Span{0, 2}, "###"}}},
		{"naïveté", []Edit{{Span{2, 4}, "i"}}, []Edit{{Span{0, 9}, "naiveté"}}},
		{"a word.", []Edit{{Span{1, 6}, ""}}, []Edit{{Span{1, 6}, ""}}},
	} {
		got := WholeWords([]byte(c.src), c.edits)
		assert.Equal(t, c.want, got, c.src)
		narrow, err := Apply([]byte(c.src), c.edits)
		require.NoError(t, err)
		wide, err := Apply([]byte(c.src), got)
		require.NoError(t, err, c.src)
		assert.Equal(t, string(narrow), string(wide))
	}
}
