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
	edit := func(start, end int, text string) source.Edit {
		return source.Edit{Span: source.Span{Start: start, End: end}, New: text}
	}
	for _, c := range []struct {
		name, src string
		edit      source.Edit
		holds     bool
	}{
		{"a definition gets another name", "see [a]\n\n[a]: /b\n", edit(10, 11, "c"), false},
		{"a definition comes to be", "see [a]\n\n[b]: /b\n", edit(10, 11, "a"), false},
		{"a footnote gets another name", "see [^a] TODO\n\n[^a]: b TODO\n", edit(17, 18, "c"), false},
		{"a fence is opened", "whitelist\n\n* whitelist\n\n```\nx\n```\n", edit(0, 9, "```"), false},
		{"a comment is opened", "whitelist\n\n* whitelist -->\n", edit(0, 9, "<!--"), false},
		{"a list is joined", "* whitelist\n\n- whitelist\n", edit(13, 14, "*"), false},
		{"a word", "whitelist [a]\n\n[a]: /b\n", edit(0, 9, "allowlist"), true},
	} {
		assert.Equal(t, c.holds, holds(t, c.src+testdocs.PlainText(), c.edit), c.name)
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
