package zone

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameBullets asserts that bullets have the same zones in a document that is parsed as far as
// its bullets need it, and that no overlay reaches into lists that no parser has read.
func sameBullets(t testing.TB, src []byte) {
	whole := Parse("a.md", src, markdown.Dialect{})
	part := NewPartialParser(markdown.Needs{Bullets: "-*+"}).Parse("a.md", src)
	for i := range part.Nodes() {
		n := &part.Nodes()[i]
		if n.Kind == markdown.ListItem {
			require.Equal(t, whole.ZoneAt(n.Content.Start), part.ZoneAt(n.Content.Start), "%v of %q", n.Content, src)
		}
		if n.Kind == markdown.BulletList && n.Parent == 0 && len(source.Touching(part.Regions(), n.Span)) == 0 {
			overlaysEnd(t, part.Bytes(source.Span{Start: part.lineStart(n.Span.Start), End: n.Span.End}))
		}
	}
}

// overlaysEnd asserts that the overlays of a list end with a line or a paragraph.
func overlaysEnd(t testing.TB, text []byte) {
	d := Parse("a.md", text, markdown.Dialect{})
	var m zoneMemory
	m.treeZones(d)
	for _, z := range m.overlays.findAll(d, m.tree) {
		within := slices.ContainsFunc(d.Nodes(), func(n markdown.Node) bool {
			return n.Kind == markdown.Paragraph && n.Span.Contains(z.Span)
		})
		require.True(t, within || !bytes.Contains(text[z.Start:z.End], []byte("\n")), "%v of %q", z, text)
	}
}

func TestBulletsOfPartialDocuments(t *testing.T) {
	for _, src := range append(testdocs.Seeds(), testdocs.Lists()...) {
		sameBullets(t, []byte(src))
	}
	n := 2000
	if testdocs.Long() {
		n = 200000
	}
	c := testdocs.Chance(7)
	for range n {
		sameBullets(t, c.Lines())
		sameBullets(t, c.ListLines())
	}
}

func TestBulletsOfCorpus(t *testing.T) {
	testdocs.Corpus(t, 10, func(_ string, src []byte) { sameBullets(t, src) })
}

func FuzzBullets(f *testing.F) {
	for _, src := range append(testdocs.Seeds(), testdocs.Lists()...) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameBullets(t, src) })
}
