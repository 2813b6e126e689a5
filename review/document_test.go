package review

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
)

// specExamples is the CommonMark specification's examples, which goldmark's
// module carries.
func specExamples(t testing.TB) []string {
	t.Helper()
	dir := moduleDir(t)
	data, err := os.ReadFile(filepath.Join(dir, "_test", "spec.json"))
	require.NoError(t, err)
	var examples []struct{ Markdown string }
	require.NoError(t, json.Unmarshal(data, &examples))
	require.Greater(t, len(examples), 600)
	out := make([]string, len(examples))
	for i, e := range examples {
		out[i] = e.Markdown
	}
	return out
}

// corpus calls f for one of so many Markdown files below DOC_ITERATE_CORPUS, and for
// each where the tests are to take as long as they may.
func corpus(t testing.TB, every int, f func(path string, src []byte)) {
	t.Helper()
	dir := os.Getenv("DOC_ITERATE_CORPUS")
	if dir == "" {
		t.Skip("DOC_ITERATE_CORPUS names no directory of documents")
	}
	n := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !IsMarkdown(path) {
			return err
		}
		if n++; n%every > 0 && !long() {
			return nil
		}
		src, err := os.ReadFile(path)
		f(path, src)
		return err
	}))
	require.Positive(t, n)
}

// checkTree asserts what node.go promises of spans: in bounds, nested, ordered.
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

// checkZones asserts that zones are in bounds, ordered and free of overlap.
func checkZones(t testing.TB, name string, d *Document) {
	t.Helper()
	checkZonesOf(t, name, d, d.Zones())
}

func checkZonesOf(t testing.TB, name string, d *Document, zones []ZoneSpan) {
	t.Helper()
	at := 0
	for _, z := range zones {
		if z.Start < at || !z.Valid(len(d.Source())) {
			t.Fatalf("%s: zone %v %v overlaps what ends at %d\n%q", name, z.Zone, z.Span, at, d.Source())
		}
		at = z.End
	}
}

func TestTreeOfSpecExamples(t *testing.T) {
	for i, src := range specExamples(t) {
		d := Parse("spec.md", []byte(src))
		checkTree(t, src, d)
		checkZones(t, src, d)
		require.NoError(t, Compare(d.MdDocument, Parse("spec.md", []byte(src)).MdDocument, nil, nil), i)
	}
}

func TestTreeOfCorpus(t *testing.T) {
	corpus(t, 10, func(path string, src []byte) {
		d := Parse(path, src)
		checkTree(t, path, d)
		checkZones(t, path, d)
	})
}

func FuzzParse(f *testing.F) {
	for _, src := range specExamples(f) {
		f.Add([]byte(src))
	}
	f.Add([]byte("\xef\xbb\xbf---\r\na: b\r\n---\r\n# H\r\n"))
	f.Add([]byte("```\n\n\n\n"))
	f.Add([]byte("* two\n\n  ```\n  code\n\n ```")) // the last fence opens a block of its own
	f.Add([]byte("[^n]:\n[^n] json\n<!x>  \n|-\n<b\n-"))
	f.Add([]byte("[^n]:2) >\t# H {.a \n[^n]"))
	f.Fuzz(func(t *testing.T, src []byte) {
		d := Parse("fuzz.md", src)
		checkTree(t, "fuzz", d)
		checkZones(t, "fuzz", d)
		d.Headings()
		d.Suppressed("terminology", 0)
	})
}

// TestHeadingBehindTab has headings whose place goldmark takes for another, because
// of the columns that a tab stands for.
func TestHeadingBehindTab(t *testing.T) {
	for src, want := range map[string]string{
		">\t# a b\nc\n": "# a b", ">\t## a\n": "## a", "-  >\t#\n# x\n": "#", "[^n]:2) >\t# H \n[^n]": "# H ", "- a\n\n  >\t# b #\n": "# b #",
	} {
		d := Parse("a.md", []byte(src))
		require.NotEmpty(t, d.Headings(), src)
		h := d.Nodes()[d.Headings()[0].Node]
		assert.Equal(t, ATXHeading, h.Kind, src)
		assert.Equal(t, want, string(d.Bytes(h.Span)), src)
	}
}

// moduleDir is where the source of goldmark is.
func moduleDir(t testing.TB) string {
	t.Helper()
	_ = goldmark.New
	path, err := goldmarkDir()
	require.NoError(t, err)
	assert.DirExists(t, path)
	return path
}
