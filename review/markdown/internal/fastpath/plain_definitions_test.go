package fastpath

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
)

// FuzzPlainDefinitions: what is read as definitions from its lines is nothing else
// to goldmark, and defines the same labels.
func FuzzPlainDefinitions(f *testing.F) {
	for _, src := range []string{
		"[a]: b\n[C  d]: /e \"f\"\n\n[g]: <h>\n", "[a]: b 'c'\n", "[a]: b\n\"c\"\n", "[a]: b \"c\" d\n", "[a]:b\n", "[ ]: a\n", "[a]: b\r\n[a]: c  \r\n", "[^a]: b\n",
		"[a]: b\n[c]\n", "[a]: \"b\"\n", "[a]: b\"c\"\n", "[a]: b  \"c\"  \n",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if tree.LoneReturn(src) || !plainDefinitions(src, nil) {
			return
		}
		context := parser.NewContext()
		tree.Blocks().Parse(text.NewReader(src), parser.WithContext(context))
		want := map[string]bool{}
		for _, ref := range context.References() {
			want[util.ToLinkReference(ref.Label())] = true
		}
		var got definitions
		got.begin()
		require.True(t, got.definePlain(src))
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got.references)), "%q", src)
		nodes := wholeTree(src, 0).Nodes
		for _, n := range nodes[1:] {
			require.Equal(t, tree.LinkDefinition, n.Kind, "%q", src)
		}
	})
}

// FuzzMayHoldDefinition: what has no line on which a definition may be defines nothing
// to goldmark.
func FuzzMayHoldDefinition(f *testing.F) {
	for _, src := range []string{
		"a [b]: c\n", "> - 1. [b]: c\n", "[a\nb]: c\n", "[a\nx [b]: c\n", "[a\nx \\[b]: c\n", "[^a]: [b]: c\n", "a [^b]: c\n", "# [a]: b\n", "[a]: b\n[c]: d\n",
		"- [ ] [a]: b\n", "\v[a]: b\n", "[a]: b 'c' [d]: e\n", "[a\\]: b\n", "[a\n> x]: b\n",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if tree.LoneReturn(src) {
			return
		}
		for at, c := range src {
			if c == ':' && at > 0 && src[at-1] == ']' && mayHoldDefinition(src[bytes.LastIndexByte(src[:at-1], '\n')+1:at-1]) {
				return
			}
		}
		context := parser.NewContext()
		labels := map[string]bool{}
		context.Set(tree.FootnoteLabels, labels)
		tree.Blocks().Parse(text.NewReader(src), parser.WithContext(context))
		require.Empty(t, context.References(), "%q", src)
		require.Empty(t, labels, "%q", src)
	})
}
