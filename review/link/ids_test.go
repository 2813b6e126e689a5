package link_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestLostIDs(t *testing.T) {
	for _, tt := range []struct {
		src, old, now string
		want          []string
	}{
		{"a\n\n<a id=\"x\"></a>\n\nb\n", "<a id=\"x\"></a>\n\n", "", []string{"x"}},
		{"a <a name=\"x\"></a> b\n", "a <a name=\"x\"></a> b", "c", []string{"x"}},
		{"a <a name=\"x\"></a> b\n", "a <a name=\"x\"></a> b", "c <i name='x'></i>", nil},
		{"a <a name=\"x\"></a> b\n", "x", "y", []string{"x"}},
		{"a <a name=\"x\"></a> b\n", "b", "c", nil},
		{"<div\n  id=\"x\">\n\na\n\n</div>\n", "  id=\"x\"", "", []string{"x"}},
		{"<div>\n<p id=x>a</p><p id=y>b</p></div>\n", "<p id=x>a</p><p id=y>b</p>", "<p id=y>b</p>", []string{"x"}},
		{"a {#x .y}\n", " {#x .y}", "", []string{"x"}},
		{"# a {#x}\n", "a {#x}", "b {#x}", nil},
		{"# a {#x}\n", "a", "b", nil},
		{"# a {#x}\n", "x", "y", []string{"x"}},
		{"`<a id=\"x\">`\n", "`<a id=\"x\">`", "a", nil},
		{"a = b\n", "a", "b", nil},
	} {
		at := strings.Index(tt.src, tt.old)
		edit := source.Edit{Span: source.Span{Start: at, End: at + len(tt.old)}, New: tt.now}
		require.ElementsMatch(t, tt.want, link.LostIDs(zone.Parse("a.md", []byte(tt.src), markdown.Dialect{}), []source.Edit{edit}), "%q", tt.src)
	}
}

// TestLostIDsAreThoseOfTags compares what is lost at each place of a document with all tags of the document.
func TestLostIDsAreThoseOfTags(t *testing.T) {
	found := 0
	for _, src := range []string{
		"# A <b id=x>b</b> = c\n\n* <a id=\"y\">y</a> = z\n* b = <i\n  name='z'>z</i>\n\n``` a=b\n<a id=n>\n```\n",
		"<div id=\"q\">\n\n* a = <b\n  id=\n  c>\n\n</div>\n\n> - a <b id=\"* d\"> =\n\ntext <b id=\"\ne\">e</b> = _f_ `<b id=g>`\n",
	} {
		whole := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		for at := range len(src) {
			for end := at; end <= min(at+2, len(src)); end++ {
				edit := source.Edit{Span: source.Span{Start: at, End: end}}
				if at == end {
					edit.New = "w"
				}
				var want []string
				line := src[strings.LastIndexByte(src[:at], '\n')+1:]
				line = line[:len(line)-len(src[end:])+strings.IndexByte(src[end:]+"\n", '\n')]
				for _, n := range whole.Nodes() {
					if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML || !strings.ContainsAny(line, "=<") {
						continue
					}
					for _, a := range html.Attributes(whole.Text(), n.Span) {
						if (a.Name == "id" || a.Name == "name") && (edit.Overlaps(a.Value) || a.Value.Contains(edit.Span)) {
							want = append(want, string(whole.Bytes(a.Value)))
						}
					}
				}
				found += len(want)
				require.ElementsMatch(t, want, link.LostIDs(whole, []source.Edit{edit}), "%v of %q", edit, src)
			}
		}
	}
	require.Greater(t, found, 20)
}
