package fastpath

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// sameInlines asserts that the nodes of a paragraph that are made from its bytes
// are those of goldmark.
func sameInlines(t testing.TB, src []byte) (plain bool) {
	if tree.LoneReturn(src) {
		return false
	}
	// What is defined stands behind the paragraph.
	whole := wholeTree(src, 0).Nodes
	if len(whole) < 2 || whole[1].Kind != tree.Paragraph {
		return false
	}
	if whole = whole[:whole[1].End]; len(src) > whole[1].Span.End && !plainDefinitions(src[whole[1].Span.End:], nil) {
		return false
	}
	var d definitions
	d.begin()
	d.define(src)
	defined := func(label []byte) bool { return d.references[util.ToLinkReference(label)] != nil }
	got := tree.Flattener{Src: src, Nodes: []tree.Node{{Kind: tree.Root, Parts: &tree.NoParts}}}
	if !plainParagraph(&got, whole[1].Span, 0, defined) {
		require.Len(t, got.Nodes, 1)
		return false
	}
	require.Equal(t, len(whole), len(got.Nodes), "%q: %v %v", src, whole, got.Nodes)
	sameNodes(t, whole[1:], got.Nodes[1:], src)
	return true
}

var inlineSeeds = []string{
	"text of `code` and ``a ` b``\nthat goes on  \nand on", "*a* **b** _c_ __d__ *e **f** g*", "[a](b) ![c](d \"e\") [*f* `g]`](h)", "[![a](b)](c) x",
	"foo_bar_baz * x ** y", "a\\*b \\` c\\\\", "*a [b](c) d*", "[a] and [b c] d", "`a` `b\n  c` d  \n  e", "**a**b", "(*a*) \"*b*\".", "a ~ b", "a < b @c",
	"*a _b_*", "[*a*](b)*c*", "**[a](b)**: c", "[a\nb](c)", "a  \r\nb\r\nc", "*é* é*a*", "[a](b)[c](d)", "[https://a.b](https://a.b)", "![]", "!a! [x]!", "\\  \n\\<code>",
	"[a] [b c][a] [d][] ![a] [e]\n\n[a]: b\n[D]:  c \"d\"\n", "[a\nb] [a][c]\n\n[A B]: c\n",
}

func FuzzPlainInlines(f *testing.F) {
	for _, src := range inlineSeeds {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { sameInlines(t, src) })
}

// TestPlainInlines puts paragraphs together of what inline syntax is made of.
func TestPlainInlines(t *testing.T) {
	for _, src := range inlineSeeds {
		sameInlines(t, []byte(src))
	}
	pieces := []string{
		"a", "b", "word", " ", " ", " ", " ", "*", "*", "**", "_", "__", "`", "`", "``", "[", "]", "](", ")", "[a](b)", "![", "[a]", "[b][a]", "[b word]", "][", "(", "!", "\\", "\n", "  \n", "\t", "\r\n",
		"~", "<", "<b>", "http://a.b", "www.a.b", "a@b.c", "@a", ".", ":", "-", "\"", " \"t\")", "](/x)", "`c`", "é", "\u00a0", "—", "*a*", "**b**", "_c_", "^", "&amp;", "$", "{", "|", "1",
	}
	n := 30000
	if testdocs.Long() {
		n = 3000000
	}
	c := testdocs.Chance(3)
	plain := 0
	for range n {
		var b strings.Builder
		for range 1 + c.Next(9) {
			b.WriteString(pieces[c.Next(len(pieces))])
		}
		if c.Next(3) == 0 {
			b.WriteString("\n\n[a]: b\n[B word]: c\n")
		}
		if sameInlines(t, []byte(b.String())) {
			plain++
		}
	}
	require.Greater(t, plain, n/10)
}

func BenchmarkPlainInlines(b *testing.B) {
	src := []byte("The *quick* brown fox, see [the docs](https://example.com/a \"title\"), runs `go build` over\nthe **lazy** dog and goes on")
	b.Run("bytes", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		f := tree.Flattener{Src: src}
		for b.Loop() {
			f.Nodes = append(f.Nodes[:0], tree.Node{Kind: tree.Root, Parts: &tree.NoParts})
			if !plainParagraph(&f, source.Span{End: len(src)}, 0, nil) {
				b.Fatal("not plain")
			}
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			wholeTree(src, 0)
		}
	})
}
