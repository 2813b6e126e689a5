package review_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sameRevision asserts that a revision of which the chunks are parsed that are needed is
// reviewed and proved as the whole tree would be.
func sameRevision(t testing.TB, src []byte, set *rules.Set, edits []source.Edit, free []source.Span) (held bool) {
	base := zone.NewPartialParser(review.NeedsOf(set, review.Reviewers())).Parse("a.md", src)
	got, err := base.Revise(edits)
	if err != nil {
		return false // the edits overlap
	}
	whole := zone.Parse("a.md", got.Source(), markdown.Dialect{})
	want := markdown.Compare(markdown.Parse("a.md", src, markdown.Dialect{}), whole.Document, edits, free)
	require.Equal(t, want, markdown.Compare(base.Document, got.Document, edits, free), "%v, %v free, of %q", edits, free, clip(src))
	require.Equal(t, reviewAlone(whole, set, review.Reviewers()), reviewAlone(got, set, review.Reviewers()), "%v of %q", edits, clip(src))
	require.Equal(t, link.OutboundOf(whole), link.OutboundOf(got))
	return want == nil
}

// checkRevisions asserts the same revision under each of the sets, and counts in held those that keep their meaning.
func checkRevisions(sets []*rules.Set, held *int) testdocs.RevisionCheck {
	return func(t testing.TB, variant int, src []byte, edits []source.Edit, free []source.Span) {
		if sameRevision(t, src, sets[variant], edits, free) {
			*held++
		}
	}
}

func TestReviseShuffledLines(t *testing.T) {
	sets, held := allRules(t), 0
	n := testdocs.Revisions(t, len(sets), checkRevisions(sets, &held))
	assert.Greater(t, held, n/4, "most plans are honest")
}

func FuzzRevise(f *testing.F) {
	sets, held := allRules(f), 0
	testdocs.FuzzRevisions(f, len(sets), checkRevisions(sets, &held))
}

func TestReviseCorpus(t *testing.T) {
	sets, held := allRules(t), 0
	testdocs.CorpusRevisions(t, len(sets), checkRevisions(sets, &held))
}

// TestReviseReachesOtherChunks has edits that change what blocks far from them mean.
func TestReviseReachesOtherChunks(t *testing.T) {
	for _, c := range testdocs.FarEdits() {
		t.Run(c.Name, func(t *testing.T) {
			for _, set := range allRules(t) {
				assert.Equal(t, c.Holds, sameRevision(t, []byte(c.Src), set, []source.Edit{c.Edit}, nil))
			}
		})
	}
}

// BenchmarkRevise is a revision of a document of which a tenth is edited, made and
// proved partly and as a whole.
func BenchmarkRevise(b *testing.B) {
	src := testdocs.Page(100 << 10)
	var edits []source.Edit
	for i, h := range zone.Parse("a.md", src, markdown.Dialect{}).Headings() {
		if i%10 == 0 {
			edits = append(edits, source.Edit{Span: source.Span{Start: h.Span.Start, End: h.Span.Start + 1}, New: "s"})
		}
	}
	partial := zone.NewPartialParser(review.NeedsOf(allRules(b)[0], review.Reviewers()))
	for name, base := range map[string]*zone.Document{"partial": partial.Parse("a.md", src), "whole": zone.Parse("a.md", src, markdown.Dialect{})} {
		b.Run(name, func(b *testing.B) {
			testdocs.Bench(b, int64(len(src)), func() {
				after, err := base.Revise(edits)
				require.NoError(b, err)
				require.NoError(b, markdown.Compare(base.Document, after.Document, edits, nil))
			})
		})
	}
}
