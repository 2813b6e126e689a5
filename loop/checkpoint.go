package loop

import (
	"context"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/track"
)

// snapshot returns d as it stands, for a checkpoint.
func (d *document) snapshot(pass int) *result.Snapshot {
	s := &result.Snapshot{
		Pass: pass, Named: d.named, Max: d.limits.Thresholds.MaxIterations, Salvage: d.salvage,
		Reviewed: d.reviews.coverage.Reviewed, Questions: d.reviews.questions, Failed: d.reviews.failed,
		Consulted: slices.Sorted(maps.Keys(d.consulted)), Refused: slices.Sorted(maps.Keys(d.texts.refused)),
		Missed:    d.missed,
		Attempted: d.attempted,
		Open:      make([]track.Record, 0, len(d.open)), Closed: make([]result.ClosedRecord, 0, len(d.closed)),
	}
	for i := range d.open {
		s.Open = append(s.Open, track.RecordIssue(&d.open[i], d.path))
	}
	for _, c := range d.closed {
		s.Closed = append(s.Closed, result.ClosedRecord{Record: track.RecordIssue(c.Issue, d.path), Outcome: c})
	}
	s.Fixes = result.RecordFixes(d.fixes, d.closed, d.path)
	return s
}

// An unsaved is a state that waits to be stored, with a snapshot of the document if that has changed since the last
// one.
type unsaved struct {
	state result.State
	doc   *document
	pass  int
}

// maxUnsaved is how many states are stored in one step. It bounds the memory for their snapshots. Four times as many
// took 15 MB more.
const maxUnsaved = 64

// checkpoints keeps the states of documents with a ledger, several in one step.
type checkpoints struct {
	ledger  Ledger
	warn    func(format string, args ...any)
	several bool // the run has more than one document
	pending []unsaved
	failed  bool // a state could not be kept
}

// keep stores d as it is before the next pass, with the next flush.
func (c *checkpoints) keep(ctx context.Context, d *document, pass int) {
	c.save(ctx, d.state, d, pass)
	d.stored, d.changed = true, false
}

func (c *checkpoints) save(ctx context.Context, s result.State, d *document, pass int) {
	u := unsaved{state: s, pass: pass}
	if d.changed || !d.stored {
		u.doc = d
	}
	if c.pending = append(c.pending, u); len(c.pending) >= maxUnsaved {
		c.flush(ctx)
	}
}

// flush stores the states that wait. A run that can't be resumed is still worth doing, so a failure is a warning.
func (c *checkpoints) flush(ctx context.Context) {
	if len(c.pending) == 0 {
		return
	}
	states := make([]result.State, len(c.pending))
	parallel.OnAll(len(states), func(n int) {
		u := &c.pending[n]
		defer parallel.In(u.state.Document)
		states[n] = u.state
		if u.doc != nil {
			states[n].Snapshot = u.doc.snapshot(u.pass)
		}
	})
	if err := c.ledger.Checkpoint(ctx, states); err != nil {
		more := ""
		if c.several {
			more = " and perhaps others"
		}
		if !c.failed {
			c.warn("the state of %s%s could not be saved: %v", states[0].Document, more, err)
		}
		c.failed = true
	}
	c.pending = c.pending[:0]
}
