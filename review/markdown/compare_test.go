package markdown

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func edit(start, end int, text string) source.Edit {
	return source.Edit{Span: source.Span{Start: start, End: end}, New: text}
}

// TestCompare holds the proof to what it must let pass and what it must catch.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edit      source.Edit
		free      bool // the edit may change the tree within its span
		want      string
	}{
		{"text", "use whitelist now\n", edit(4, 13, "allowlist"), false, ""},
		{"text that is taken away", "[a](x)b\n", edit(6, 7, ""), false, ""},
		{"text becomes emphasis", "use a now\n", edit(4, 5, "*a*"), false, "text"},
		{"text becomes a list", "x\na\n", edit(2, 3, "- a"), false, "end the paragraph with a bullet list"},
		{"text becomes a link by a definition below", "a b\n\n[b]: /x\n", edit(2, 3, "[b]"), false, "text"},
		{"info string", "```\nx\n```\n", edit(3, 3, "go"), false, ""},
		{"info string that ends the fence", "```\nx\n```\n", edit(3, 3, "`"), false, "fenced code"},
		{"bullet of a lone item", "* a\n", edit(0, 1, "-"), false, ""},
		{"one bullet of two", "* a\n* b\n", edit(0, 1, "-"), false, "list"},
		{"bullet that joins two lists", "- a\n\n* b\n", edit(5, 6, "-"), false, "list"},
		{"bullet that makes a rule", "* * *x\n", edit(2, 3, "-"), false, ""},
		{"destination", "[a](b#c)\n", edit(6, 7, "d"), false, ""},
		{"code in a free span", "run foo now\n", edit(4, 7, "`foo`"), true, ""},
		{"a definition that takes links over", "x\n\n[a]\n\n[a]: /b\n", edit(0, 1, "[a]: /c"), true, "away from the definition on line 5"},
		{"a definition in other letters", "x\n\n[Äa  b]\n\n[äA b]: /b\n", edit(0, 1, "[ÄA b]: /c"), true, "away from the definition"},
		{"a footnote that takes references over", "x\n\na[^1]\n\n[^1]: b\n", edit(0, 1, "[^1]: c"), true, "away from the definition"},
		{"the first of two definitions", "[a]: /b\n\n[a]\n\n[a]: /c\n", edit(0, 7, ""), true, "away from the definition on line 1"},
		{"the first of two that are equal", "[a]: /b\n\n[a]\n\n[a]: /b\n", edit(0, 7, ""), true, ""},
		{"a definition that comes second", "[a]: /b\n\n[a]\n\nx\n", edit(14, 15, "[a]: /c"), true, ""},
		{"a definition edited", "[a]\n\n[a]: /b\n", edit(10, 12, "/c"), true, ""},
		{"a definition written anew", "[a]\n\n[a]: /b\n", edit(5, 12, "[A]: <d e>"), true, ""},
		{"a paragraph split in a free span", "a b c\n", edit(2, 3, "x\n\ny"), true, "paragraph"},
		{"a backtick that reaches out of a free span", "a b c ` d\n", edit(2, 3, "`"), true, "into a code span"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base := Parse("a.md", []byte(c.src), Dialect{})
			edits := []source.Edit{c.edit}
			after, err := source.Apply(base.Source(), edits)
			require.NoError(t, err)
			var free []source.Span
			if c.free {
				free = []source.Span{c.edit.Span}
			}
			err = Compare(base, Parse("a.md", after, Dialect{}), edits, free)
			if c.want == "" {
				assert.NoError(t, err)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		})
	}
}

// TestManyFreeSpans carries very many places over as many edits. Were all edits looked
// at for each, it would take minutes.
func TestManyFreeSpans(t *testing.T) {
	const n = 200000
	edits, free := make([]source.Edit, n), make([]source.Span, n)
	for i := range n {
		free[i] = source.Span{Start: 4 * i, End: 4*i + 2}
		edits[i] = source.Edit{Span: free[i], New: "abc"}
	}
	for i, s := range carried(free, edits) {
		if s != (source.Span{Start: 5 * i, End: 5*i + 3}) {
			require.Fail(t, "another place", "%d: %v", i, s)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	src := testdocs.Page(100 << 10)
	base, same := Parse("a.md", src, Dialect{}), Parse("a.md", bytes.Clone(src), Dialect{})
	testdocs.Bench(b, int64(len(src)), func() { require.NoError(b, Compare(base, same, nil, nil)) })
}
