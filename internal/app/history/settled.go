package history

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// Bounds of what the ledger keeps of a run: a text that is longer is looked for in the document itself.
const (
	longestEntry = 20 << 10
	mostEntries  = 4 << 20
)

// Settled returns what is known of earlier runs over the document at path, nil where nothing is.
func (m Memory) Settled(ctx context.Context, environ []string, path string) *settled.Ledger {
	known := m[workspace.RealPath(path)]
	if known == nil || len(known.settled) == 0 {
		return nil
	}
	return &settled.Ledger{Entries: known.settled, Text: PastOf(ctx, environ, path)}
}

// PastOf returns a function that returns the revision of the document at path with a hash, nil where it is not kept.
func PastOf(ctx context.Context, environ []string, path string) func(sum string) []byte {
	return func(sum string) []byte {
		data, err := rollback.Find(ctx, rollback.Place{Path: path, Environ: environ}, sum)
		if err != nil {
			return nil
		}
		return data
	}
}

// LedgerOf returns a function that returns what is known of earlier runs over the document at a path, one of docs.
func LedgerOf(ctx context.Context, environ []string, docs []workspace.Document) func(path string) *settled.Ledger {
	memory := sync.OnceValue(func() Memory { return Recall(ctx, environ, docs) })
	return func(path string) *settled.Ledger { return memory().Settled(ctx, environ, path) }
}

// settledBy returns what a run did with the findings of reviews in a document.
func settledBy(run *result.Run, d *result.Document, reviews []string) []settled.Entry {
	var out []settled.Entry
	var steps []step
	for _, p := range run.Passes {
		for _, r := range p.Revisions {
			if r.Path == d.Path && p.Verdict == table.Accepted {
				steps = append(steps, newStep(p.Number, r, d.Fixes))
			}
		}
	}
	type fixed struct {
		id   string
		pass int
	}
	fixes := make(map[fixed]*result.Fix, len(d.Fixes))
	for n := range slices.Backward(d.Fixes) { // the first of a finding counts
		f := &d.Fixes[n]
		fixes[fixed{f.Finding.ID, f.Pass}] = f
	}
	size, after := 0, d.After.Bytes()
	for n := range d.Findings {
		o := &d.Findings[n]
		at := slices.IndexFunc(steps, func(s step) bool { return s.number == o.Pass })
		if o.Status != result.Fixed || o.Content == "" || at < 0 || o.State != review.Located {
			continue
		}
		e := settled.Entry{Content: o.Content, Reviews: reviews, Run: run.Run, Revision: d.State.Revision}
		place := o.Span
		if f := fixes[fixed{o.ID, o.Pass}]; f != nil {
			e.Cut, e.Put, place = f.Old, f.New, place.Union(steps[at].edit(f))
		}
		if !place.Valid(len(steps[at].before)) {
			continue
		}
		e.Old = string(steps[at].before[place.Start:place.End])
		for _, s := range steps[at:] {
			place, _ = s.edits.Span(place, source.Wide)
		}
		if !place.Valid(len(after)) {
			continue
		}
		e.Start, e.End, e.New = place.Start, place.End, string(after[place.Start:place.End])
		e.Answered = slices.ContainsFunc(d.State.Answered, func(a engine.Resolution) bool {
			return a.Ask.Key == string(o.Key) && a.Effect != engine.EffectReject
		})
		if size += len(e.Old) + len(e.New); len(e.Old)+len(e.New) <= longestEntry && size <= mostEntries {
			out = append(out, e)
		}
	}
	return out
}

// A step is an accepted pass over one document.
type step struct {
	number int
	before []byte
	lines  *source.Lines // of before
	edits  source.Mapping
}

// edit returns what a fix of the step replaces.
func (s *step) edit(f *result.Fix) source.Span {
	start, ok := s.lines.Offset(f.Place, source.CodePoint)
	if !ok {
		return f.Finding.Span
	}
	return source.Span{Start: start, End: start + len(f.Old)}
}

// newStep returns the pass that made r, with the edits of its fixes where these make it, or else with the words that
// differ.
func newStep(number int, r result.Revision, fixes []result.Fix) step {
	s := step{number: number, before: r.Before, lines: source.NewLines(r.Before)}
	var edits []source.Edit
	for n := range fixes {
		if f := &fixes[n]; f.Pass == number && f.Finding.Path == r.Path && f.Old+f.New != "" {
			edits = append(edits, source.Edit{Span: s.edit(f), New: f.New})
		}
	}
	edits, err := source.Merge(edits)
	if after, failed := source.Apply(r.Before, edits); err != nil || failed != nil || !bytes.Equal(after, r.After) {
		edits = source.BetweenWords(r.Before, r.After)
	}
	s.edits = source.NewMapping(edits)
	return s
}

// DropResolved takes out of the findings of a review those that a resumed run resolved before it was cut short: their
// text is not there any more.
func DropResolved(findings []review.Finding, trail *result.Trail) []review.Finding {
	if trail == nil || trail.Last == nil {
		return findings
	}
	done := map[string]bool{}
	for _, pass := range trail.Last.Iteration.History {
		for _, id := range pass.FixesApplied {
			done[id] = pass.Verdict == table.Accepted
		}
	}
	for _, left := range trail.Last.Remaining {
		done[left.ID] = false
	}
	return slices.DeleteFunc(findings, func(f review.Finding) bool { return done[f.ID] })
}
