package markdown

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// checkTree asserts what Node promises of spans: in bounds, nested, ordered.
func checkTree(t testing.TB, name string, d *Document) {
	t.Helper()
	nodes := d.Nodes()
	for i, n := range nodes {
		if !n.Span.Valid(len(d.Source())) {
			t.Fatalf("%s: node %d (%v) %v is out of bounds", name, i, n.Kind, n.Span)
		}
		if i == 0 {
			continue
		}
		if p := nodes[n.Parent]; !p.Span.Contains(n.Span) {
			t.Fatalf("%s: node %d (%v) %v leaves its parent (%v) %v\n%q", name, i, n.Kind, n.Span, p.Kind, p.Span, d.Source())
		}
		if n.Parent >= i || n.End <= i || n.End > nodes[n.Parent].End {
			t.Fatalf("%s: node %d (%v) is out of order", name, i, n.Kind)
		}
		if n.End < len(nodes) && nodes[n.End].Span.Start < n.Span.End && nodes[n.End].Parent == n.Parent {
			t.Fatalf("%s: node %d (%v) %v overlaps its sibling (%v) %v\n%q", name, i, n.Kind, n.Span,
				nodes[n.End].Kind, nodes[n.End].Span, d.Source())
		}
		for _, s := range [][2]int{{n.Content.Start, n.Content.End}, {n.Destination.Start, n.Destination.End},
			{n.Title.Start, n.Title.End}, {n.Reference.Start, n.Reference.End}, {n.Body.Start, n.Body.End}} {
			if s[0] > s[1] || s[1] > len(d.Source()) || s != [2]int{} && (s[0] < n.Span.Start || s[0] != s[1] && s[1] > n.Span.End+2) {
				t.Fatalf("%s: node %d (%v) %v has a part %v outside\n%q", name, i, n.Kind, n.Span, s, d.Source())
			}
		}
	}
}

func TestTreeOfSpecExamples(t *testing.T) {
	for i, src := range testdocs.Spec(t) {
		d := Parse("spec.md", []byte(src), Dialect{})
		checkTree(t, src, d)
		require.NoError(t, Compare(d, Parse("spec.md", []byte(src), Dialect{}), nil, nil), i)
	}
}

func TestTreeOfCorpus(t *testing.T) {
	testdocs.Corpus(t, 10, func(path string, src []byte) {
		d := Parse(path, src, DialectOf(path))
		checkTree(t, path, d)
	})
}

func FuzzParse(f *testing.F) {
	testdocs.AddSpec(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		d := Parse("fuzz.md", src, Dialect{})
		checkTree(t, "fuzz", d)
		d.Headings()
	})
}

// TestHeadingBehindTab has headings whose place goldmark takes for another, because
// of the columns that a tab stands for.
func TestHeadingBehindTab(t *testing.T) {
	for src, want := range map[string]string{
		">\t# a b\nc\n": "# a b", ">\t## a\n": "## a", "-  >\t#\n# x\n": "#", "[^n]:2) >\t# H \n[^n]": "# H ", "- a\n\n  >\t# b #\n": "# b #",
	} {
		d := Parse("a.md", []byte(src), Dialect{})
		require.NotEmpty(t, d.Headings(), src)
		h := d.Nodes()[d.Headings()[0].Node]
		assert.Equal(t, ATXHeading, h.Kind, src)
		assert.Equal(t, want, string(d.Bytes(h.Span)), src)
	}
}

func BenchmarkParse(b *testing.B) {
	src := testdocs.Page(100 << 10)
	testdocs.Bench(b, int64(len(src)), func() { Parse("a.md", src, Dialect{}) })
}
