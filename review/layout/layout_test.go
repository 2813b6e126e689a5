package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/layout"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// mended returns src after all edits of one rule.
func mended(t *testing.T, rule, src string) string {
	t.Helper()
	set, err := rules.Load(rules.FileName, []byte(`{"style": {"`+rule+`": {}}}`))
	require.NoError(t, err)
	doc := zone.Parse("a.md", []byte(src), markdown.Dialect{})
	var edits []source.Edit
	page := layout.Page{Doc: doc, Rules: &set.Style}
	page.Report = func(m layout.Mark) { edits = append(edits, m.Edits...) }
	for _, r := range layout.Rules() {
		r.Find(&page)
	}
	out, err := source.Apply([]byte(src), edits)
	require.NoError(t, err)
	return string(out)
}

// TestLineEndings has documents that no txtar file can hold.
func TestLineEndings(t *testing.T) {
	for _, tt := range []struct{ rule, src, want string }{
		{"final-newline", "one\r\ntwo", "one\r\ntwo\r\n"},
		{"final-newline", "one\rtwo", "one\rtwo\r"},
		{"final-newline", "one", "one\n"},
		{"final-newline", "```\nx\n```", "```\nx\n```\n"},
		{"final-newline", "---\na: b\n---\n", "---\na: b\n---\n"},
		{"final-newline", "<div>", "<div>\n"},
		{"final-newline", "- a\n- b", "- a\n- b\n"},
		{"final-newline", "{{< a >}}\n{{< /a >}}", "{{< a >}}\n{{< /a >}}\n"},
		{"final-newline", "", ""},
		{"final-newline", " \n \n", " \n \n"},
		{"final-newline", "one\r\n\r\n\r\n", "one\r\n"},
		{"final-newline", "one\r\r", "one\r"},
		{"trailing-spaces", "one \r\ntwo\t\r\n", "one\r\ntwo\r\n"},
		{"trailing-spaces", "one \rtwo  \rthree ", "one\rtwo  \rthree"},
		{"trailing-spaces", "\ufeffone \n", "\ufeffone\n"},
		{"blank-lines", "one\r\n\r\n\r\ntwo\r\n", "one\r\n\r\ntwo\r\n"},
		{"blank-lines", "one\r\r\rtwo\r", "one\r\rtwo\r"},
		{"blank-lines", "one\n\n \n\ttwo\n", "one\n\n\ttwo\n"},
		{"blank-lines", "\n\none", "\none"},
		{"blanks-around-headings", "# a\r\nb\r\n", "# a\r\n\r\nb\r\n"},
		{"blanks-around-headings", "# a\rb\r", "# a\r\rb\r"},
		{"blanks-around-headings", "> # a\r\n> b", "> # a\r\n>\r\n> b"},
		{"blanks-around-fences", "a\r\n```\r\n```", "a\r\n\r\n```\r\n```"},
		{"blanks-around-lists", "a\r\n- b", "a\r\n\r\n- b"},
	} {
		assert.Equal(t, tt.want, mended(t, tt.rule, tt.src), "%s of %q", tt.rule, tt.src)
	}
}
