package markdown_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestDifference says in words what an edit would change besides its own text.
func TestDifference(t *testing.T) {
	for _, c := range []struct {
		name, src  string
		start, end int
		text       string
		want       string
	}{
		{"a link is none any more", "x\n\nsee [the a](b) now\n", 8, 11, "[", "would turn the link on line 3 into plain text"},
		{"emphasis is none any more", "see *the a* now\n", 5, 8, " ", "would turn the emphasis on line 1 into plain text"},
		{"text becomes emphasis", "use a now\n", 4, 5, "*a*", "would turn text on line 1 into emphasis"},
		{"text becomes a link by a definition below", "a b\n\n[b]: /x\n", 2, 3, "[b]", "would turn text on line 1 into a link"},
		{"text becomes a list", "x\na\n", 2, 3, "- a", "would end the paragraph with a bullet list on line 1"},
		{"a paragraph is split", "a b\n", 1, 2, "\n\n", "would split the paragraph on line 1"},
		{"an info string ends the fence", "```\nx\n```\n", 3, 3, "`", "would change the fenced code block on line 1"},
		{"a bullet joins two lists", "- a\n\n* b\n", 5, 6, "-", "would change the bullet list (tight) to another one (loose) on line 1"},
		{"a bullet splits a list", "* a\n* b\n", 0, 1, "-", "would split the bullet list on line 2"},
		{"the end of the document", "a\n", 1, 1, "\n\n***", "would end the paragraph with a thematic break on line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			edits := []source.Edit{{Span: source.Span{Start: c.start, End: c.end}, New: c.text}}
			after, err := source.Apply([]byte(c.src), edits)
			require.NoError(t, err)
			err = markdown.Compare(markdown.Parse("a.md", []byte(c.src), markdown.Dialect{}), markdown.Parse("a.md", after, markdown.Dialect{}), edits, nil)
			assert.EqualError(t, err, c.want)
		})
	}
}
