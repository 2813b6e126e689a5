package zone

import (
	"strings"
	"testing"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// pathological is what openers that nothing closes look like, to be repeated.
var pathological = []string{
	"{", "{{", "{{ ", "{%", "{% raw %}", "{% raw %}\n", "{{< highlight >}}", "{#", "{a ", "{a=", "$", "$$", "$a ", "$a$", "[", "[[", "[[a ",
	"[!", "[!a\n", "][", `\(`, `\[`, "\\[\n", `\begin{align}`, `\begin{a}`, `\\`, ":", ":a", ":::", ":::\n", "<", "<%", "<a ",
	"<a {", "<a \"", "<a {}", "{<a ", "%", "%%", "% ", "!!!\n", ">", "> ", ">\n", "> {{\n", " \n", "\r\n", "\n{{", "import \n", "\\",
	"<code>", "<code", "<!--", "<code><!-- ", "</code>", "a@", "a.", "a/", "(", "-",
}

// TestOverlaysAreLinear looks for overlays in long documents of openers. Were a
// search begun anew for each of them, it would not come to an end in hours.
func TestOverlaysAreLinear(t *testing.T) {
	const size = 128 << 10
	for _, part := range pathological {
		for _, path := range []string{"a.md", "a.mdx"} {
			// Not parsed: the parser has its own limits. All is one text.
			src := []byte(strings.Repeat(part, size/len(part)))
			all := source.Span{Start: 0, End: len(src)}
			nodes := []markdown.Node{{Kind: markdown.Root, Span: all, End: 3, Parts: &markdown.Parts{}}, {Kind: markdown.Paragraph, Span: all, End: 3, Parts: &markdown.Parts{}},
				{Kind: markdown.Text, Parent: 1, Span: all, Content: all, End: 3, Parts: &markdown.Parts{}}}
			d := newDocument(markdown.FromNodes(path, src, markdown.DialectOf(path), nodes))
			checkZonesOf(t, part, d, d.findZones().all)
			nodes[2].Kind = markdown.InlineHTML
			checkZonesOf(t, part, d, d.findZones().all)
		}
	}
}
