package loop

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// What a checkpoint stores comes back as it was: of a finding and its fix it stores one
// where they are the same.
func TestACheckpointComesBack(t *testing.T) {
	bare := review.Finding{ID: "bare"}
	full := review.Finding{
		ID: "full", Rule: "terminology", Severity: rules.Warning, Category: rules.CategoryTerminology, Message: "Use “it”.", Path: "a.md",
		Span: source.Span{Start: 3, End: 5}, State: review.Ambiguous, Reason: review.Because("twice", "It occurs twice."), Candidates: []review.Candidate{{Span: source.Span{Start: 1, End: 2}, Text: "x", Like: 0.5}},
		Tier: 2, Old: "x", Want: "it", Choices: []string{"a", "b"}, Edits: []source.Edit{{
			Span: source.Span{Start: 3, End: 5}, New: "it",
		}},
		Confidence: 0.5, Source: "vale", Citations: []string{}, RequiresHuman: true, Key: "7",
	}
	moved := full
	moved.Span = source.Span{Start: 8, End: 9}
	bareIssue := track.Issue{Finding: bare, Sources: []string{}}
	fullIssue := track.Issue{Finding: full, Pass: 2, Now: "8", Place: "7", Sources: []string{"vale"}}
	d := document{
		path: "a.md",
		open: []track.Issue{
			{Finding: bare, Sources: []string{"vale"}, Duplicates: []review.Finding{full}},
			{
				Finding: full, Sources: []string{"vale", "x"}, Against: []string{"y"}, Rival: "9", Now: "7", Place: "5",
			},
		},
		closed: []result.Outcome{
			{Issue: &bareIssue, Status: result.Fixed, Pass: 1},
			{Issue: &fullIssue, Status: result.Outside, Reason: result.Answered, Pass: 2, Raised: true},
		},
		fixes: []result.Fix{
			{Finding: &full, Pass: 1, Old: "x", New: "it", Place: source.Point{Line: 1, Column: 2}},
			{Finding: &bare, Pass: 1}, {Finding: &moved, Pass: 2},
			{Finding: &review.Finding{ID: "gone"}, Pass: 1},
		},
	}
	d.text, d.trees = source.InMemory(d.path, []byte("# A\n")), zone.NewCache()
	d.reviews.coverage = coverage.New(d.rev())
	d.state.Revision, d.missed = "r", []string{"vale"}
	state := d.state
	state.Snapshot = d.snapshot(2)
	data, err := json.Marshal(state)
	require.NoError(t, err)
	var read result.State
	require.NoError(t, json.Unmarshal(data, &read))
	var trail result.Trail
	trail.Add(&read)
	back := document{path: d.path, text: d.text, trees: d.trees}
	back.reviews.coverage = coverage.New(d.rev())
	back.state.Revision = "r"
	require.True(t, (&run{}).restore(&back, &trail))
	require.Equal(t, d.open, back.open)
	require.Equal(t, d.closed, back.closed)
	require.Equal(t, d.fixes, back.fixes)
	require.Equal(t, d.missed, back.missed)
}

// A checkpoint that an older version wrote leaves out what is usual of an outcome too.
func TestACheckpointOfAnOlderVersionIsRead(t *testing.T) {
	var read result.State
	require.NoError(t, json.Unmarshal([]byte(`{"document":"a.md","document_sha256":"r","snapshot":{"pass":1,
		"open":[{"finding":{"id":"t-2","rule":"terminology","category":"terminology","message":"Use “it”.","at":[8,9],
			"candidates":[{"at":[1,2],"text":"x","like":0.5}],"edits":[{"at":[8,9],"new":"it"}],"remedy":3,"key":"7"},"origin":1}],
		"shut":[{"finding":{"id":"t-1","severity":"blocker","state":"unlocated","path":"b.md","source":"vale","confidence":0.5,"key":"8"},
			"outcome":{"pass":1}},{"finding":{"id":"t-0","key":"9"},"outcome":{"status":"out-of-scope","reason":"answered","verified_by":""}}],
		"fixes":[{"shut":0,"pass":1,"old":"x","new":"it","place":[1,2]}],"max_iterations":3,"reviewed":[false]}}`), &read))
	var trail result.Trail
	trail.Add(&read)
	d := document{path: "a.md", text: source.InMemory("a.md", []byte("# A\n")), trees: zone.NewCache()}
	d.reviews.coverage = coverage.New(d.rev())
	d.state.Revision = "r"
	require.True(t, (&run{}).restore(&d, &trail))
	open := review.Finding{
		ID: "t-2", Rule: "terminology", Severity: rules.Warning, Category: rules.CategoryTerminology, Message: "Use “it”.", Path: "a.md",
		Span: source.Span{Start: 8, End: 9}, State: review.Located, Candidates: []review.Candidate{{
			Span: source.Span{Start: 1, End: 2}, Text: "x", Like: 0.5,
		}},
		Edits: []source.Edit{{Span: source.Span{Start: 8, End: 9}, New: "it"}}, Remedy: review.Edits, Confidence: 1, Source: review.BuiltIn, Key: "7",
	}
	require.Equal(t,
		[]track.Issue{track.NewIssue(open, track.Raised, 0)},
		d.open)
	fixed := review.Finding{
		ID: "t-1", Severity: rules.Blocker, Category: rules.CategoryStyle, Path: "b.md", State: review.Unlocated,
		Source: "vale", Confidence: 0.5, Key: "8",
	}
	require.Equal(t, fixed, d.closed[0].Finding)
	require.Equal(t, result.Outcome{Issue: d.closed[0].Issue, Status: result.Fixed, Reason: result.ByFix, Pass: 1, VerifiedBy: result.ByReviewer}, d.closed[0])
	require.Equal(t, result.Status(result.Outside), d.closed[1].Status)
	require.Empty(t, d.closed[1].VerifiedBy)
	require.Equal(t, []result.Fix{{Finding: &d.closed[0].Finding, Pass: 1, Old: "x", New: "it", Place: source.Point{Line: 1, Column: 2}}}, d.fixes)
}
