package terms_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

func allowlist(t testing.TB) *term.Table {
	set, err := rules.Load("rules.json", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist", "white list"]}]}`))
	require.NoError(t, err)
	return set.Terms()
}

// A document that may hold no term is not searched, so what a reader sees in spite of markup must count.
func TestMayHold(t *testing.T) {
	table := allowlist(t)
	for _, text := range []string{
		"the whitelist", "white**list**", "**white**list", "> white\n> list", "&#119;hitelist", "A&B &#x57;hitelist", "whi&#116;elist",
		"wh\u00ADitelist", "\u200Bwhitelist", "white&nbsp;list",
	} {
		d, found := zone.Parse("a.md", []byte(text), markdown.Dialect{}), 0
		for range terms.Hits(d, table) {
			found++
		}
		for range terms.RenderedHits(d, table) {
			found++
		}
		assert.Positive(t, found, text)
		assert.True(t, terms.MayHold([]byte(text), table), text)
	}
	for _, text := range []string{"", "allowlist &amp; co", "an off-white wall", "A & B &#119", "*what*"} {
		assert.False(t, terms.MayHold([]byte(text), table), text)
	}
}

// BenchmarkMayHold is why documents are asked whether they may hold a term at all: a search takes several times as
// long.
func BenchmarkMayHold(b *testing.B) {
	text, table := []byte(strings.Repeat("Words that are read as they stand, with a *wide* one. ", 2000)), allowlist(b)
	d := zone.Parse("a.md", text, markdown.Dialect{})
	b.Run("may hold", func(b *testing.B) {
		for b.Loop() {
			terms.MayHold(text, table)
		}
	})
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			for range terms.Hits(d, table) {
			}
			for range terms.RenderedHits(d, table) {
			}
		}
	})
}
