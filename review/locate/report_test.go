package locate

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestPositions(t *testing.T) {
	d := zone.Parse("doc.md", []byte("é one\n\nboth\n\nboth 🚀 two\n"), markdown.Dialect{})
	findings := Locate(d, []review.Issue{
		{ID: "a", Place: review.Place{Quote: "🚀 two"}}, {ID: "b", Place: review.Place{Quote: "both"}}, {ID: "c"},
	}, Options{ReviewIsCurrent: true})
	got, err := json.Marshal(Positions(d, findings))
	require.NoError(t, err)
	assert.JSONEq(t, `[
		{"id": "a", "state": "located", "start": 19, "end": 27, "line": 5, "column": 6, "end_line": 5, "end_column": 11, "tier": 2, "candidates": []},
		{"id": "b", "state": "ambiguous", "start": null, "end": null, "line": null, "column": null, "end_line": null, "end_column": null, "tier": 2,
		 "why": "The quote occurs 2 times, and nothing tells them apart. Quote more of the text, or give the line.", "reason_code": "several-places", "candidates": [
			{"start": 8, "end": 12, "line": 3, "column": 1, "end_line": 3, "end_column": 5, "similarity": 1, "text": "both"},
			{"start": 14, "end": 18, "line": 5, "column": 1, "end_line": 5, "end_column": 5, "similarity": 1, "text": "both"}]},
		{"id": "c", "state": "unlocated", "start": null, "end": null, "line": null, "column": null, "end_line": null, "end_column": null, "tier": 5,
		 "why": "The review quotes no text and gives no place.", "reason_code": "no-quote", "candidates": []}
	]`, string(got))
}
