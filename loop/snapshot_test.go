package loop

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// What a checkpoint keeps comes back as it was, whether it is kept once or several
// times: of a finding, its outcome and its fix the first two or all may be one.
func TestACheckpointComesBack(t *testing.T) {
	bare := review.Finding{ID: "bare"}
	full := review.Finding{
		ID: "full", Rule: "terminology", Severity: rules.Warning, Category: rules.CategoryTerminology, Message: "Use “it”.", Path: "a.md",
		Span: source.Span{Start: 3, End: 5}, State: review.Ambiguous, Why: "twice", Candidates: []review.Candidate{{Span: source.Span{Start: 1, End: 2}, Text: "x", Like: 0.5}},
		Tier: 2, Old: "x", Want: "it", Choices: []string{"a", "b"}, Edits: []source.Edit{{Span: source.Span{Start: 3, End: 5}, New: "it"}},
		Confidence: 0.5, Source: "vale", Citations: []string{}, RequiresHuman: true, Key: "7",
	}
	moved := full
	moved.Span = source.Span{Start: 8, End: 9}
	d := document{
		path: "a.md",
		open: []issue{{Finding: bare, sources: []string{"vale"}, twins: []review.Finding{full}}},
		shut: []shut{
			{&issue{Finding: bare, sources: []string{}}, Outcome{Finding: &bare, Status: Fixed, Pass: 1}},
			{&issue{Finding: full, pass: 2, now: "8", sources: []string{"vale"}}, Outcome{Finding: &moved, Status: Fixed, Pass: 2, Raised: true}},
		},
		fixes: []Fix{{Finding: &full, Pass: 1, Old: "x", New: "it"}, {Finding: &bare, Pass: 1}, {Finding: &moved, Pass: 2}, {Finding: &review.Finding{ID: "gone"}, Pass: 1}},
	}
	d.rev = review.Parse("a.md", []byte("# A\n"))
	d.said.coverage = newCoverage(d.rev)
	d.state.Revision, d.missed = "r", []string{"vale"}
	state := d.state
	state.Snapshot = d.snapshot(2)
	data, err := json.Marshal(state)
	require.NoError(t, err)
	var read State
	require.NoError(t, json.Unmarshal(data, &read))
	var trail Trail
	trail.Add(&read)
	back := document{path: d.path, rev: d.rev}
	back.said.coverage = newCoverage(d.rev)
	back.state.Revision = "r"
	require.True(t, (&run{}).restore(&back, &trail))
	require.Equal(t, d.open, back.open)
	require.Equal(t, d.shut, back.shut)
	require.Equal(t, d.fixes, back.fixes)
	require.Equal(t, d.missed, back.missed)
}
