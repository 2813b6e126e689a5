package link

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sameLinks compares what a document that is parsed for links alone says of them with what the whole says.
func sameLinks(t testing.TB, src []byte) (places int) {
	partial := NewParser().Parse("a.md", src)
	whole := zone.Parse("a.md", src, markdown.Dialect{})
	within := func(d *zone.Document, all []Outbound) (out []Outbound) {
		for _, o := range all {
			if _, ok := ParseDestination(string(d.Bytes(o.Span))); ok {
				out = append(out, o)
			}
		}
		return out
	}
	want := within(whole, OutboundOf(whole))
	require.Equal(t, want, within(partial, LocalOf(partial)), "%q", src)
	for _, style := range rules.SlugStyles() {
		require.Equal(t, Slugs(whole, style), Slugs(partial, style), "%q", src)
	}
	require.Equal(t, newAnchors(whole, rules.SlugGitHub).ids, newAnchors(partial, rules.SlugGitHub).ids, "%q", src)
	return len(want)
}

// linkLines is lines that lead somewhere, or look like it.
const linkLines = "[a](b.md) and [c](https://x.example/y)\n[a](\nb.md)\n[a]( <b c.md> \"t\")\n![i](http://x.example/i.png)\n[![i](i.png)](//x)\n" +
	"[d]: e.md\n[d]:\n  e.md\n> [f]: <g.md>\n> [f]:\n> h.md\n[u]: https://x.example\n[d] [u] [f][d]\n- [l](m.md#n)\n[^1]: note [o](p.md)\n" +
	"<a href=\"q.md\">q</a>\n<A\nHREF = r.md>\n<img alt='>' src=s.png>\n<a href='https://x.example' id=here>\n<b name=\"there\">\n<div>\n" +
	"\n\n\n\n# A [t](u.md)\n| a | [v](w.md) |\n|---|---|\n```\n[x](y.md)\n```\n<pre>\n</pre>\n<!-- [z](z.md) -->\n\\[a](b.md)\n[a&#93;](c:d)\n"

func TestLinksOfPartialDocuments(t *testing.T) {
	c, places := testdocs.Chance(11), 0
	lines := strings.SplitAfter(linkLines, "\n")
	for range 4000 {
		var src []byte
		for range 1 + c.Next(12) {
			src = append(src, lines[c.Next(len(lines))]...)
		}
		places += sameLinks(t, src)
	}
	assert.Greater(t, places, 4000)
}

func FuzzLinksOfPartialDocuments(f *testing.F) {
	for _, src := range append(testdocs.Seeds(), linkLines) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameLinks(t, src) })
}
