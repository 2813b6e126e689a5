package markdown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// holds reports whether a document means the same with an edit made in a value.
func holds(t *testing.T, src string, edit source.Edit) bool {
	base := Parse("a.md", []byte(src), Dialect{})
	candidate, err := base.Revise([]source.Edit{edit})
	require.NoError(t, err)
	return Compare(base, candidate, []source.Edit{edit}, nil) == nil
}

// TestCompareReachesFarBlocks has edits that change what blocks far from them mean.
func TestCompareReachesFarBlocks(t *testing.T) {
	for _, c := range testdocs.FarEdits() {
		assert.Equal(t, c.Holds, holds(t, c.Src, c.Edit), c.Name)
	}
}

// An edit of a label makes another definition the first one of that label.
func TestCompareLabels(t *testing.T) {
	text := strings.Repeat("Text.\n\n", 20)
	for _, label := range []string{"^n", "n"} {
		src := "[" + label + "]: note\n\n" + text + "[" + label + "]: other\n"
		at := strings.Index(src, "n]")
		assert.False(t, holds(t, src, source.Edit{Span: source.Span{Start: at, End: at + 1}, New: "word"}), label)
	}
}
