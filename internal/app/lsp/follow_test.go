package lsp

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Each place that a finding may mean is followed by itself: what is edited between two of them takes neither away, and
// none is left where its text is gone.
func TestCandidatesAreFollowed(t *testing.T) {
	const text = "an intro\n\nteh one\n\nbetween\n\nteh two\n"
	candidates := []review.Candidate{{Span: source.Span{Start: 10, End: 13}}, {Span: source.Span{Start: 28, End: 31}}}
	r := loop.Review{Findings: []review.Finding{
		{ID: "ambiguous", State: review.Ambiguous, Candidates: candidates},
		{ID: "unlocated", State: review.Unlocated, Candidates: candidates[1:]},
		{ID: "nowhere", State: review.Unlocated},
	}}
	found := func(now string) map[string][]string {
		out := map[string][]string{}
		reviews := followedTo([]followed{newFollowed("r.json", r, []byte(text))}, []byte(text), []byte(now))
		require.Len(t, reviews, 1)
		for _, f := range live(reviews)[0].Findings {
			out[f.ID] = []string{}
			for _, c := range f.Candidates {
				out[f.ID] = append(out[f.ID], now[c.Span.Start:])
			}
		}
		return out
	}
	type words = map[string][]string
	assert.Equal(t, words{"ambiguous": {"teh one\n\nteh two\n", "teh two\n"}, "unlocated": {"teh two\n"}, "nowhere": {}},
		found("an intro\n\nteh one\n\nteh two\n"))
	assert.Equal(t, words{"ambiguous": {"teh one\n"}, "unlocated": {}, "nowhere": {}}, found("teh one\n"))
	assert.Equal(t, words{"unlocated": {}, "nowhere": {}}, found("the one\n\nthe two\n"))
}
