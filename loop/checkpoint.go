package loop

import (
	"context"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
)

// A State is where the iteration of one document stands, as a Ledger stores it after every iteration.
type State struct {
	table.State
	// Snapshot is what a run needs to go on from here, and Pending says that the
	// state is that after a pass which is being published. Only checkpoints have them.
	Snapshot *Snapshot `json:"snapshot,omitempty"`
	Pending  bool      `json:"pending,omitempty"`
}

// A Snapshot is what a run knows of a document beyond its State: enough to go on with it without asking anyone
// anything again. Its fields are for this package alone; other programs read the State.
type Snapshot struct {
	Pass      int                     `json:"pass"`
	Open      lazy.List[track.Record] `json:"open,omitzero"`
	Closed    lazy.List[closedRecord] `json:"shut,omitzero"`
	Fixes     []fixRecord             `json:"fixes,omitempty"`
	Named     map[string]int          `json:"named,omitempty"`
	Max       int                     `json:"max_iterations"`
	Salvage   bool                    `json:"salvage,omitempty"`
	Reviewed  []bool                  `json:"reviewed,omitempty"`
	Questions []engine.Question       `json:"questions,omitempty"`
	Failed    []string                `json:"failed,omitempty"`
	Consulted []string                `json:"consulted,omitempty"`
	Refused   []review.Key            `json:"refused_to_write,omitempty"`
	Missed    []string                `json:"missed,omitempty"`
	Attempted *engine.AttemptRecord   `json:"attempted,omitempty"`
}

// A Trail is what the checkpoints of a run say of one document.
//
// A state that has a Snapshot is one to go on from. One that is Pending is that after a pass which was being
// published: it holds if the document has the bytes, and the state before it, if not. A later state without a Snapshot
// of the same bytes says that it did hold, and what was decided upon it; whoever goes on decides that anew.
type Trail struct {
	// Last is the last state that isn't pending, nil where there is none.
	Last *State

	settled, pending *State // the last of each to go on from
}

// Add enters the next state of the document.
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

// at returns the state to go on from where the document has the bytes of a revision.
func (t *Trail) at(revision string) *State {
	for _, s := range []*State{t.settled, t.pending} {
		if s != nil && s.Revision == revision && s.Snapshot != nil {
			return s
		}
	}
	return nil
}

// snapshot returns d as it stands, for a checkpoint.
func (d *document) snapshot(pass int) *Snapshot {
	s := &Snapshot{
		Pass: pass, Named: d.named, Max: d.limits.Thresholds.MaxIterations, Salvage: d.salvage,
		Reviewed: d.reviews.coverage.Reviewed, Questions: d.reviews.questions, Failed: d.reviews.failed,
		Consulted: slices.Sorted(maps.Keys(d.consulted)), Refused: slices.Sorted(maps.Keys(d.notWritten)), Missed: d.missed,
		Attempted: engine.RecordAttempt(d.attempted),
	}
	open, closed := d.open, d.closed
	s.Open = lazy.NewList(len(open), func(i int) track.Record { return track.RecordIssue(&open[i], d.path) })
	s.Closed = lazy.NewList(len(closed), func(i int) closedRecord {
		return closedRecord{track.RecordIssue(closed[i].Issue, d.path), closed[i].outcome}
	})
	s.Fixes = d.recordFixes()
	return s
}

// restore makes d what its checkpoints say, and reports whether it could: one of them
// must be of the bytes that are there.
func (r *run) restore(d *document, t *Trail) bool {
	s := t.at(d.state.Revision)
	if s == nil {
		return false
	}
	k := s.Snapshot
	d.state = *s
	d.state.Snapshot, d.state.Pending = nil, false
	d.named, d.salvage, d.attempted, d.missed = k.Named, k.Salvage, k.Attempted.Restored(), k.Missed
	if d.named == nil {
		d.named = map[string]int{}
	}
	d.limits.Thresholds.MaxIterations = k.Max
	d.convergence = s.Convergence
	d.reviews.questions, d.reviews.opinions, d.reviews.failed = k.Questions, s.Reviews, k.Failed
	copy(d.reviews.coverage.Reviewed, k.Reviewed)
	d.consulted, d.notWritten = map[string]bool{}, map[review.Key]bool{}
	for _, c := range k.Consulted {
		d.consulted[c] = true
	}
	for _, key := range k.Refused {
		d.notWritten[key] = true
	}
	for issue := range k.Open.All() {
		d.open = append(d.open, issue.Restored(d.path))
	}
	for issue := range k.Closed.All() {
		d.closed = append(d.closed, leave(issue.Restored(d.path), issue.Outcome))
	}
	for n := range k.Fixes {
		d.fixes = append(d.fixes, k.Fixes[n].restored(d.path, d.closed))
	}
	if s.Decision != nil && !s.Decision.Goes() {
		d.done, d.decisions = true, []table.Decision{*s.Decision}
	}
	d.stored = true
	r.resumeCounts(s)
	return true
}

// resumeCounts sets the counts of the run to those of a checkpoint.
func (r *run) resumeCounts(s *State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pass = max(r.pass, s.Snapshot.Pass)
	r.purse.Resume(s.Spent.Tokens)
	r.spentMS = max(r.spentMS, s.Spent.ElapsedMS)
}

// startsAlike reports whether the run would begin with d as it did, were it killed
// now: nothing was done to it yet, and no program and no person was asked.
func (r *run) startsAlike(d *document) bool {
	return len(d.state.Iteration.History) == 0 && d.state.Decision.Goes() && len(d.state.Answered) == 0 &&
		len(r.job.Externals)+len(r.job.Rewriters) == 0
}

// An unsaved is a state that waits to be kept, with a snapshot of the document where that says more than the last one.
type unsaved struct {
	state State
	doc   *document
	pass  int
}

// maxUnsaved is how many states are kept in one step. So the memory for their snapshots
// does not grow with the number of documents. Four times as many took 15 MB more.
const maxUnsaved = 64

// checkpoint has d kept as it is before the next pass or with the next flush.
func (r *run) checkpoint(ctx context.Context, d *document, pass int) {
	r.save(ctx, d.state, d, pass)
	d.stored, d.changed = true, false
}

func (r *run) save(ctx context.Context, s State, d *document, pass int) {
	u := unsaved{state: s, pass: pass}
	if d.changed || !d.stored {
		u.doc = d
	}
	if r.pending = append(r.pending, u); len(r.pending) >= maxUnsaved {
		r.flush(ctx)
	}
}

// flush keeps the states that wait for it. A run that can't be resumed is still
// worth doing, so a failure is a warning.
func (r *run) flush(ctx context.Context) {
	if len(r.pending) == 0 {
		return
	}
	states := make([]State, len(r.pending))
	parallel.OnAll(len(states), func(n int) {
		u := &r.pending[n]
		defer parallel.In(u.state.Document)
		states[n] = u.state
		if u.doc != nil {
			states[n].Snapshot = u.doc.snapshot(u.pass)
		}
	})
	if err := r.job.Ledger.Checkpoint(ctx, states); err != nil {
		more := ""
		if len(r.places) > 1 {
			more = " and perhaps others"
		}
		if !r.saveFailed {
			r.warn("the state of %s%s could not be saved: %v", states[0].Document, more, err)
		}
		r.saveFailed = true
	}
	r.pending = r.pending[:0]
}
