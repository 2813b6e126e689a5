package review

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameLists asserts that the lists and paragraphs of plain chunks are those that
// goldmark finds, and that no overlay reaches into them.
func sameLists(t testing.TB, src []byte) (plain int) {
	if LoneReturn(src) {
		return 0
	}
	s := &chunkReader{}
	s.split(src, frontMatter(src).End)
	for i := range s.chunks {
		c := &s.chunks[i]
		if c.level > 0 || c.marks&(hasHeading|hasBareFence) != 0 || !s.listReader.read(src, c.Span) {
			continue
		}
		plain++
		text := src[c.Start:c.End]
		got := flattener{src: src, nodes: []Node{{Kind: Root, Parts: &noParts}}}
		for i := range s.listReader.blocks {
			b := &s.listReader.blocks[i]
			start := src[b.Start:b.End]
			b.wanted = b.marker == 0 && !bytes.Contains(text, []byte("]:")) && (!elsewhere(start) || taskMark(start) > 0)
		}
		got.lists(&s.listReader, func(text source.Span, parent int) {
			if !got.plainParagraph(text, parent, nil) {
				got.nodes = append(got.nodes, Node{Kind: Paragraph, Parent: parent, End: len(got.nodes) + 1, Span: text, Parts: &noParts})
			}
		})
		whole := wholeTree(text, 0).Nodes
		at := 1
		for _, n := range whole[1:] {
			if n.Kind.Inline() && (at == len(got.nodes) || !got.nodes[at].Kind.Inline()) {
				continue // goldmark is to read them
			}
			require.Less(t, at, len(got.nodes), "%q", text)
			g := got.nodes[at]
			assert.Equal(t, n.Kind, g.Kind, "%q", text)
			assert.Equal(t, [3]any{n.Level, n.Tight, n.Marker}, [3]any{g.Level, g.Tight, g.Marker}, "%q", text)
			assert.Equal(t, shifted(n.Span, c.Start), g.Span, "%q", text)
			assert.Equal(t, whole[n.Parent].Kind, got.nodes[g.Parent].Kind, "%q", text)
			if n.Kind == ListItem || n.Kind.Inline() && n.Content != (source.Span{}) {
				assert.Equal(t, shifted(n.Content, c.Start), g.Content, "%q", text)
			}
			if t.Failed() {
				return plain
			}
			at++
		}
		require.Equal(t, at, len(got.nodes), "%q", text)
		d := Parse("a.md", text)
		m := &zoneMemory{}
		m.treeZones(d)
		for _, z := range m.overlays.findAll(d, m.tree) {
			within := slices.ContainsFunc(d.Nodes(), func(n Node) bool { return n.Kind == Paragraph && n.Span.Start <= z.Start && z.End <= n.Span.End })
			require.True(t, within || !bytes.Contains(text[z.Start:z.End], []byte("\n")), "%q", text)
		}
	}
	return plain
}

func shifted(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}

// listSeeds are lists that goldmark and the lines might be taken to differ about.
var listSeeds = []string{
	"* a\n  * b\n\n    c\n  * d\n* e\n\n- f\n", "* a\nlazy\n\n  b\n      lazy\n* c\n   d\n", "* a\n+ b\n- c\n\n\n- d\n  - e\n+ f\n",
	"*   a\n\n    b\n*  c\n   - d\n", "para\n* a\n  1) b\n", "* [a]: b\n* c\n", "* [ ] a\n* [x] b\n  [c]\n  d]: e\n", "* *a*\n* __b__\n* * c\n* ***\n",
	"* a\n\n   b\n", "* a\r\n  * b\r\n\r\n  c\r\n", "*    a\n    b\n", "* a\n --- \n", "- a\n  - b\n - c\n", "* a\n  | b\n  |---\n", "* a\n    * b\n\n        c\n     d\n", "1. a\n   2. b\n1) c\n  - d\n", "* a\n * b\n  * c\n   * d\n",
	"* a\n\nb\n* c\n", "* a\n*\n* b\n  *\n", "*\r\n", "* \r\n* a\r\n", "~w~\n* x\n~~f~\n", "*\n  * a\n", "* a\n  *\n", "*\n\n* a\n", "1. a\n2.\n3. b\n", "a\n2. b\n1. c\n", "*  \\[a\n   \\]\n* $b\n$c\n", "* <a b\n  c>\n* {d\n}\n",
	"   *   a\n\n       b\n    c\n   * d\n", "* a\n  *\n  2. b\n  -\n", "* a\n  * b\n  2.\n", "* ~~a~~ b\n  ~~c~~\n", "* a.\t\n  \t\n* b\t\n", "*\t\n  a\n",
	"* ** **a** **\n  ** \\\n", "* <small>a</small>\n* <a b>\n* <b>\n", "* [a] b]: c\n* [a]:\n  b\n", "* [a\\]: b\n", "a\n    * b\n",
	"* 1. a\n  2. b\n\n     c\n* - d\n", "* - * a\n* - - -\n* -\n", "* [a]: b c\n* [a]: b \"c\"\n", "* ~a\n* ~~b~~\n", "a.\tb\n* -\ta\tb\n",
	"* a\n        * b\n\n          c\n", "* {{ a }} b\n  {% c %}\n", "* {{ a\n}}\n", "* [a]: b\u00a0c\n",
}

func TestLists(t *testing.T) {
	for _, src := range listSeeds {
		sameLists(t, []byte(src))
	}
}

func FuzzLists(f *testing.F) {
	for _, src := range append(listSeeds, sketchSeeds...) {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameLists(t, src) })
}

// TestListsOfShuffledLines makes lists of lines at all depths.
func TestListsOfShuffledLines(t *testing.T) {
	texts := []string{
		"", "", "", "* a", "* a", "- b", "+ c", "*  far", "*   farther", "*    code", "text", "text ", "`code`", "[a](b)", "[a]: b", "[a", "a]: b", "*em* x", "**b**",
		"***", "_ _ _", "1. one", "12 x", "3) x", "# no", "#1", "\\* x", "* * d", "* - e", "*", "[ ] task", "* [ ] task", "| a", "--- |", "a | b", "===", "```", "``x``",
		":::", "!!! x", "![i](j)", "%% x", "$$", "[^1]: x", "* [^1] x", "é", "- é", "(a)", "+a", "-a", "* a  ", "* a\\", "1. a", "1. b", "2. b", "10. c", "1) d", "7. e", "<kbd>x", "</kbd> y", "<b", "c>", "$x $", "\\[x", "x\\]", "* \\[x", "{x", "y}", "~~s~~", "* ", "*", "-  ", "1.", "2. ", "1.5 x", "* 1.5", "* 1.5.", "* ???", "* :::", "* = x", "<https://a.b>", "* <https://a.b>", "* \\", "* [ ] *a* b", "* [x]  c", "* [X] [d](e)", "[ ] f", "* [ ] [", "a\tb", "a\t", "*\ta", "1.\ta", "* a\t", "* !!! x", "-a", ":e:", "~", "** b", "* ** c", "* <small>a", "* <kbd>a</kbd> b", "* <b>", "b. \t", "*\t", "[a] b]: c", "~~", "* 1. a", "- 2) b", "* * * *", "- -", "* [a]: b c", "* -\ta", "*    x",
	}
	indents := []string{"", "", "", "  ", "  ", "  ", "    ", "    ", " ", "   ", "      ", "        "}
	n := 5000
	if long() {
		n = 500000
	}
	seed := uint64(7)
	next := func(k int) int {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return int(seed % uint64(k))
	}
	plain := 0
	for range n {
		var b strings.Builder
		for range 1 + next(8) {
			b.WriteString(indents[next(len(indents))] + texts[next(len(texts))] + "\n")
		}
		plain += sameLists(t, []byte(b.String()))
		if t.Failed() {
			return
		}
	}
	assert.Greater(t, plain, n/100)
}

func TestListsOfCorpus(t *testing.T) {
	plain := 0
	corpus(t, 10, func(_ string, src []byte) { plain += sameLists(t, src) })
	t.Logf("%d chunks are plain lists", plain)
}

func BenchmarkLists(b *testing.B) {
	src := []byte(strings.Repeat("* an item of a list, with [a link](https://example.com/path) and `code`\n  that goes on\n  * and one within\n", 1000))
	s := &chunkReader{}
	s.split(src, 0)
	b.Run("lines", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			f := flattener{src: src, nodes: []Node{{Kind: Root, Parts: &noParts}}}
			if !s.listReader.read(src, s.chunks[0].Span) {
				b.Fatal("not plain")
			}
			f.lists(&s.listReader, nil)
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			wholeTree(src, 0)
		}
	})
}
