package link_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
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
		require.ElementsMatch(t, tt.want, link.LostIDs(zone.Parse("a.md", []byte(tt.src)), []source.Edit{edit}), "%q", tt.src)
	}
}
