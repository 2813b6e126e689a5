package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sameReview asserts that a review finds the same with and without a whole tree.
func sameReview(t testing.TB, src []byte, sets []*rules.Set) {
	run := review.NewStream([]source.Stored{stored("a.md", src)}, nothingElse, 1)
	for _, set := range sets {
		whole := zone.Parse("a.md", src, markdown.Dialect{})
		want := reviewAlone(whole, set, review.Reviewers())
		memory := run.NewScratch(set, review.Reviewers())
		memory.Review("used.md", []byte(usedBefore))
		d, got := memory.Review("a.md", src)
		require.Equal(t, want, got, "%q", clip(src))
		require.Equal(t, len(whole.Headings()), len(d.Headings()))
		for i, h := range whole.Headings() {
			g := d.Headings()[i]
			g.Node, h.Node = 0, 0
			require.Equal(t, h, g, "%q", clip(src))
		}
		for _, f := range got {
			assert.Equal(t, whole.Suppressed(f.Source, f.Rule, f.Span.Start), d.Suppressed(f.Source, f.Rule, f.Span.Start))
			assert.Equal(t, whole.ZoneAt(f.Span.Start), d.ZoneAt(f.Span.Start), "%s in %q", f.Rule, clip(src))
		}
	}
}

// usedBefore leaves something behind in all the memory of a Scratch.
const usedBefore = "---\na: b\n---\n# A Title Here\n\n* a whitelist of [^a], {{ x }}, {y} and `github`\r\n* TODO <b>json</b>\n\n```\nx\n```\n\n" +
	"## More Of It\n\n[^a]: [json](#it)\n\n| TODO |\n|---|\n| a.b whitelist |\n\n```go\ny\n```\n<!-- doc-iterate-disable -->\n[b]: c 'd'\n"

func TestPartialReview(t *testing.T) {
	for _, src := range testdocs.Seeds() {
		sameReview(t, []byte(src), allRules(t))
	}
}

func FuzzPartialReview(f *testing.F) {
	for _, src := range testdocs.Seeds() {
		f.Add([]byte(src))
	}
	sets := allRules(f)
	f.Fuzz(func(t *testing.T, src []byte) { sameReview(t, src, sets) })
}

func TestPartialReviewOfShuffledLines(t *testing.T) {
	n := 600
	if testdocs.Long() {
		n = 20000
	}
	c := testdocs.Chance(1)
	sets := allRules(t)
	for range n {
		sameReview(t, c.Lines(), sets)
	}
}

func TestPartialReviewOfCorpus(t *testing.T) {
	sets := allRules(t)
	testdocs.Corpus(t, 100, func(path string, src []byte) {
		t.Run(path, func(t *testing.T) { sameReview(t, src, sets) })
	})
}
