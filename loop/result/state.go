package result

import (
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A State is the state of one document that a Ledger stores after every iteration.
type State struct {
	table.State
	// Snapshot is what a run needs to go on from here. Pending says that this is the state after a pass that is being
	// published. Only checkpoints have them.
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Pending  bool      `json:"pending,omitempty"`
}

// A Snapshot has what a run needs of a document in addition to its State, so that it can go on without asking again.
// Only this program reads it; other programs read the State.
type Snapshot struct {
	Pass      int               `json:"pass"`
	Open      []track.Record    `json:"open,omitempty"`
	Closed    []ClosedRecord    `json:"shut,omitempty"`
	Fixes     []FixRecord       `json:"fixes,omitempty"`
	Named     map[string]int    `json:"named,omitempty"`
	Max       int               `json:"max_iterations"`
	Salvage   bool              `json:"salvage,omitempty"`
	Reviewed  []bool            `json:"reviewed,omitempty"`
	Questions []engine.Question `json:"questions,omitempty"`
	Failed    []string          `json:"failed,omitempty"`
	Consulted []string          `json:"consulted,omitempty"`
	Refused   []review.Key      `json:"refused_to_write,omitempty"`
	Missed    []string          `json:"missed,omitempty"`
	Attempted *engine.Attempt   `json:"attempted,omitempty"`
}

// A Trail has the checkpoints of one document in a run.
//
// A run can go on from a state with a Snapshot. A Pending state is that after a pass that was being published: it holds
// if the document has its bytes; otherwise the state before it holds. A later state of the same bytes without a
// Snapshot confirms it and has the decision; a run that goes on decides again.
type Trail struct {
	// Last is the last state that isn't pending, nil for none.
	Last *State

	settled, pending *State // the last of each kind from which a run can go on
}

// Add adds the next state of the document.
func (t *Trail) Add(s *State) {
	switch {
	case s.Pending:
		t.pending = s
		return
	case s.Snapshot != nil:
		t.settled, t.pending = s, nil
	case t.pending != nil && t.pending.Revision == s.Revision:
		t.settled, t.pending = t.pending, nil
	}
	t.Last = s
}

// At returns the state to go on from if the document has the bytes of a revision.
func (t *Trail) At(revision string) *State {
	for _, s := range []*State{t.settled, t.pending} {
		if s != nil && s.Revision == revision && s.Snapshot != nil {
			return s
		}
	}
	return nil
}

// A ClosedRecord is a closed issue as a checkpoint stores it.
type ClosedRecord struct {
	track.Record
	Outcome Outcome `json:"outcome"`
}

// A FixRecord is a Fix as a checkpoint stores it.
type FixRecord struct {
	*Fix
	Finding *track.FindingRecord `json:"finding,omitzero"` // nil where it is that of a closed issue
	Closed  int                  `json:"shut,omitzero"`    // the index of that one
	Place   [2]int               `json:"place,omitzero"`   // line and column
}

// RecordFixes returns the records of fixes, which refer to the closed issues of the document at path.
func RecordFixes(fixes []Fix, closed []Outcome, path string) []FixRecord {
	at := make(map[string]int, len(closed))
	for n := range closed {
		at[closed[n].ID] = n
	}
	out := make([]FixRecord, len(fixes))
	for i := range fixes {
		f := &fixes[i]
		r := FixRecord{Fix: f, Place: [2]int{f.Place.Line, f.Place.Column}}
		if n, ok := at[f.Finding.ID]; ok && (f.Finding == &closed[n].Finding || f.Finding.Equal(&closed[n].Finding)) {
			r.Closed = n
		} else {
			own := track.RecordFinding(f.Finding, path)
			r.Finding = &own
		}
		out[i] = r
	}
	return out
}

// Restored returns the fix of a record.
func (r *FixRecord) Restored(path string, closed []Outcome) Fix {
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
