package rendered_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rendered"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A search that looks only where a term may start misses none that stands in the bytes of a document, but for those in
// addresses.
func TestEachHitHasAStart(t *testing.T) {
	var terms []term.Compiled
	for _, spec := range []term.Spec{{Use: "allowlist", Not: []string{"whitelist"}}, {Use: "GitHub", Not: []string{"github"}}} {
		spec.WholeWord = true
		compiled, err := term.Compile(spec)
		require.NoError(t, err)
		terms = append(terms, compiled)
	}
	table := term.New(terms)
	c := testdocs.Chance(3)
	found := 0
	for range 3000 {
		src := c.Lines()
		d := zone.Parse("a.md", src, markdown.Dialect{})
		starts := rendered.StartsOf(d, table)
		for _, hit := range table.AppendHits(nil, d.Text(), 0, len(d.Text())) {
			if zone.InAddress(d.Text(), hit.Start) {
				continue
			}
			found++
			assert.True(t, starts.Within(source.Span{Start: hit.Start, End: hit.Start + 1}), "%q", src)
			assert.False(t, starts.None())
		}
	}
	assert.Positive(t, found)
}
