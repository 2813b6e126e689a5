package loop

import (
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A closedRecord is a closed issue as a checkpoint stores it.
type closedRecord struct {
	track.Record
	Outcome Outcome `json:"outcome"`
}

// A fixRecord is a Fix as a checkpoint stores it.
type fixRecord struct {
	*Fix
	Finding *track.FindingRecord `json:"finding,omitzero"` // nil where it is that of a closed issue
	Closed  int                  `json:"shut,omitzero"`    // the index of that one
	Place   [2]int               `json:"place,omitzero"`   // line and column
}

// recordFixes returns the records of d's fixes, which refer to its closed issues.
func (d *document) recordFixes() []fixRecord {
	at := make(map[string]int, len(d.closed))
	for n := range d.closed {
		at[d.closed[n].ID] = n
	}
	out := make([]fixRecord, len(d.fixes))
	for i := range d.fixes {
		f := &d.fixes[i]
		r := fixRecord{Fix: f, Place: [2]int{f.Place.Line, f.Place.Column}}
		if n, ok := at[f.Finding.ID]; ok && (f.Finding == &d.closed[n].Finding || f.Finding.Equal(&d.closed[n].Finding)) {
			r.Closed = n
		} else {
			own := track.RecordFinding(f.Finding, d.path)
			r.Finding = &own
		}
		out[i] = r
	}
	return out
}

// restored returns the fix that r was made of.
func (r *fixRecord) restored(path string, closed []closedIssue) Fix {
	var f Fix
	if r.Fix != nil {
		f = *r.Fix
	}
	switch {
	case r.Finding != nil:
		own := r.Finding.Restored(path)
		f.Finding = &own
	case r.Closed < len(closed):
		f.Finding = &closed[r.Closed].Finding
	default:
		f.Finding = &review.Finding{}
	}
	f.Place = source.Point{Line: r.Place[0], Column: r.Place[1]}
	return f
}
