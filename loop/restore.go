package loop

import (
	"maps"

	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// restore sets d to the state of its checkpoints, and reports whether it could: one of them must be of the present
// bytes.
func (r *run) restore(d *document, t *result.Trail) bool {
	s := t.At(d.state.Revision)
	if s == nil {
		return false
	}
	k := s.Snapshot
	d.state = *s
	d.state.Snapshot, d.state.Pending = nil, false
	d.salvage, d.attempted, d.missed = k.Salvage, k.Attempted, k.Missed
	maps.Copy(d.named, k.Named)
	d.limits.Thresholds.MaxIterations = k.Max
	d.convergence = s.Convergence
	d.reviews.questions, d.reviews.opinions, d.reviews.failed = k.Questions, s.Reviews, k.Failed
	copy(d.reviews.coverage.Reviewed, k.Reviewed)
	for _, c := range k.Consulted {
		d.consulted[c] = true
	}
	for _, key := range k.Refused {
		d.texts.refused[key] = true
	}
	for _, issue := range k.Open {
		d.open = append(d.open, issue.Restored(d.path))
	}
	for _, issue := range k.Closed {
		i, o := issue.Restored(d.path), issue.Outcome
		o.Issue = &i
		d.closed = append(d.closed, o)
	}
	for n := range k.Fixes {
		d.fixes = append(d.fixes, k.Fixes[n].Restored(d.path, d.closed))
	}
	if s.Decision != nil && !s.Decision.Goes() {
		d.done, d.decisions = true, []table.Decision{*s.Decision}
	}
	d.stored = true
	r.resumeCounts(s)
	return true
}

// resumeCounts sets the counts of the run to those of a checkpoint.
func (r *run) resumeCounts(s *result.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.passes = max(r.passes, s.Snapshot.Pass)
	r.purse.Resume(s.Spent.Tokens)
	r.spentMS = max(r.spentMS, s.Spent.ElapsedMS)
}
