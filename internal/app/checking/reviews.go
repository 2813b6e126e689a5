package checking

import (
	"context"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Reviews finds the findings of earlier reviews that are still open.
type Reviews struct {
	Files    []reviewfiles.File
	Locating reviewfiles.Locating

	mu   sync.Mutex
	lost int // findings whose place is not certain
}

// Pair finds out which of the selected documents the reviews are about. If a part of the documents, or those that are
// staged, are none, that is no error of the reviews.
func (g *Reviews) Pair(selection *workspace.Selection, note func(format string, args ...any)) error {
	if len(selection.Documents) == 0 && (len(selection.Failures) > 0 || len(selection.Around) > 0) {
		g.Files = nil
	}
	reviewfiles.Forget(g.Files)
	return reviewfiles.Pair(g.Files, selection.Documents, false, note)
}

// addOpen adds the findings of the reviews that are still in d. It counts those that can't be located with certainty,
// because their text was changed, or never stood there.
func (g *Reviews) addOpen(ctx context.Context, out []review.Finding, d *zone.Document) []review.Finding {
	lost := 0
	for _, r := range g.Locating.Of(ctx, d.Path, func() *zone.Document { return d }, g.Files) {
		out = append(out, slices.DeleteFunc(r.Findings, func(f review.Finding) bool {
			switch {
			case f.Reason.Code == review.SettledIssue:
				return true
			case f.Reason.Code == review.UnreadRemark && f.Path == d.Path:
				return false // it has no place that could be lost
			}
			isLost := f.Path == d.Path && f.State != review.Located
			if isLost && f.Reason.Code != review.ClosedRemark {
				lost++
			}
			return isLost || f.Path != d.Path || reviewfiles.IsDone(d, &f)
		})...)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.lost += lost
	return out
}

// NoteUncounted notes how many findings were not counted.
func (g *Reviews) NoteUncounted(note func(format string, args ...any)) {
	if g.lost > 0 {
		note("not counted: %s of the reviews whose text was changed, or whose place is not certain; "+
			"`doc-iterate locate --review FILE PATH` shows which", wording.Count(g.lost, "finding"))
	}
}
