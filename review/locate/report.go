package locate

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Position is where a finding is, as `doc-iterate locate` prints it. Start and End are byte offsets from 0, End
// behind the last byte. Lines and columns count from 1, columns in code points. A finding without a place has none of
// them.
type Position struct {
	ID    string `json:"id"`
	State string `json:"state"`
	Extent
	Tier       int                 `json:"tier"`
	Why        string              `json:"why,omitempty"`
	ReasonCode string              `json:"reason_code,omitempty"`
	Candidates []PositionCandidate `json:"candidates"`
}

// An Extent is a range in bytes, and in lines and columns.
type Extent struct {
	Start     *int `json:"start"`
	End       *int `json:"end"`
	Line      *int `json:"line"`
	Column    *int `json:"column"`
	EndLine   *int `json:"end_line"`
	EndColumn *int `json:"end_column"`
}

// A PositionCandidate is a place that a finding may mean.
type PositionCandidate struct {
	Extent
	Text       string  `json:"text"`
	Similarity float64 `json:"similarity"`
}

// Positions returns where findings in d are, in their order.
func Positions(d *zone.Document, findings []review.Finding) []Position {
	out := make([]Position, len(findings))
	for i := range findings {
		f, p := &findings[i], &out[i]
		*p = Position{
			ID: f.ID, State: f.State.String(), Tier: int(f.Tier), Why: f.Reason.Text, ReasonCode: f.Reason.Code,
			Candidates: make([]PositionCandidate, len(f.Candidates)),
		}
		if placed(f) {
			p.Extent = extent(d, f.Span)
		}
		for n, c := range f.Candidates {
			p.Candidates[n] = PositionCandidate{extent(d, c.Span), c.Text, c.Like}
		}
	}
	return out
}

func extent(d *zone.Document, s source.Span) Extent {
	start, end := d.Lines().Point(s.Start, source.CodePoint), d.Lines().Point(s.End, source.CodePoint)
	return Extent{&s.Start, &s.End, &start.Line, &start.Column, &end.Line, &end.Column}
}
