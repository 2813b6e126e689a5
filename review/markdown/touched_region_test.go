package markdown

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// looksAlike asserts that two trees that look alike are equal token by token.
func looksAlike(t testing.TB, src []byte, edits []source.Edit) (same, equal bool) {
	after, err := source.Apply(src, edits)
	if err != nil {
		return false, false
	}
	whole := func(src []byte) *regionReader {
		d := Parse("a.md", src)
		return &regionReader{d: d, from: 1, to: len(d.Nodes())}
	}
	a, b := whole(src), whole(after)
	m := source.NewMapping(edits)
	same = alike(a, b, m)
	d := difference(expected(a.outline(), edits, nil), expected(b.outline(), nil, nil))
	if same {
		require.Nil(t, d, "%v of %q", edits, clip(string(src), 2000))
	}
	return same, d == nil
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		name, src string
		edit      source.Edit
		want      bool
	}{
		{"a word", "a b c\n", edit(2, 3, "x"), true},
		{"the first word", "a b c\n", edit(0, 1, "xyz"), true},
		{"a bullet", "* a\n", edit(0, 1, "-"), true},
		{"an info string", "```\nx\n```\n", edit(3, 3, "go"), true},
		{"a destination", "[a](b#c)\n", edit(6, 7, "d"), true},
		{"a word that is emphasised now", "a b c\n", edit(2, 3, "*b*"), false},
		{"another emphasis", "a *b* c\n", edit(2, 5, "**b**"), false},
		{"a list that is loose now", "- a\n- b\n", edit(3, 4, "\n\n"), false},
		{"a list with another number", "1. a\n", edit(0, 1, "2"), false},
		{"a task that is done now", "- [ ] a\n", edit(3, 4, "x"), false},
		{"another level", "# a\n", edit(0, 0, "#"), false},
		{"a text that is gone", "[a](x)b\n", edit(6, 7, ""), false},
		{"words that change places with marks", "a*b*\n", edit(0, 2, "*a"), false},
		{"spaces in a blank line", "    a\n\nb\n", edit(6, 6, "    "), true},
		{"a line break that is written otherwise", "a  \nb\n", edit(1, 3, "\\"), true},
		{"a text that reaches further", "a [b] c\n\n[b]: /x\n", edit(9, 10, "x\n["), false},
		{"a destination that ends earlier", "[a](b \"c\")\n", edit(5, 6, "b"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			same, _ := looksAlike(t, []byte(c.src), []source.Edit{c.edit})
			assert.Equal(t, c.want, same)
		})
	}
}

func TestAlikeShuffledLines(t *testing.T) {
	n := 1500
	if testdocs.Long() {
		n = 100000
	}
	c, same, equal := testdocs.Chance(11), 0, 0
	for range n {
		src := c.Lines()
		edits, _ := c.Edits(src[:min(len(src), 300)])
		a, e := looksAlike(t, src, edits)
		if a {
			same++
		}
		if e {
			equal++
		}
	}
	assert.Greater(t, same, equal*9/10, "nearly all that are equal look alike")
}

// BenchmarkAlike is the quick look at two trees, and the tokens that it saves.
func BenchmarkAlike(b *testing.B) {
	src := testdocs.Page(100 << 10)
	edits := []source.Edit{edit(3, 4, "s")}
	after, err := source.Apply(src, edits)
	require.NoError(b, err)
	x, y := Parse("a.md", src), Parse("a.md", after)
	before, now := &regionReader{d: x, from: 1, to: len(x.Nodes())}, &regionReader{d: y, from: 1, to: len(y.Nodes())}
	b.Run("alike", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m := source.NewMapping(edits)
			require.True(b, alike(before, now, m))
		}
	})
	b.Run("tokens", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			require.Nil(b, difference(expected(before.outline(), edits, nil), expected(now.outline(), nil, nil)))
		}
	})
}
