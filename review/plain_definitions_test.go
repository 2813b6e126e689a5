package review

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
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
		if loneReturn(src) || !plainDefinitions(src, nil) {
			return
		}
		context := parser.NewContext()
		blocks().Parse(text.NewReader(src), parser.WithContext(context))
		want := map[string]bool{}
		for _, ref := range context.References() {
			want[util.ToLinkReference(ref.Label())] = true
		}
		var got definitions
		got.begin()
		require.True(t, got.definePlain(src))
		require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got.references)), "%q", src)
		nodes, _ := flatten(nil, nil, src, 0)
		for _, n := range nodes[1:] {
			require.Equal(t, LinkDefinition, n.Kind, "%q", src)
		}
	})
}
