package loop

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A document is one target on its way through the passes.
type document struct {
	path    string
	dialect markdown.Dialect
	// original is the text that the run began with, text the present revision.
	original, text source.Stored
	trees          *zone.Cache // of the run
	open           []track.Issue
	closed         []result.Outcome
	state          result.State
	// decisions ends with the one that counts; done says that it ended the loop.
	decisions []table.Decision
	done      bool
	// resumedAt is how many passes were made before a person last let the document go on.
	resumedAt int
	// stored says that a checkpoint has a state to go on from. changed says that more was done since than to decide on
	// that state.
	stored, changed bool
	fixes           []result.Fix
	regression      *result.Regression
	// named counts, by rule, the ids that were given.
	named map[string]int
	// limits and salvage are those of the job, with the iterations that a person granted this document.
	limits  table.Limits
	salvage bool
	reviews reviewLog
	missed  []string // the reviewers that failed to review this revision
	texts   texts
	wishes  wishes
	// used are the costs of programs since the last iteration, refused counts the asks that lacked tokens; run.mu
	// guards both.
	used    engine.Metrics
	refused int
	// gapWork has the next gaps with their reviewers, consulted the earlier requests.
	gapWork     engine.Selection
	consulted   map[string]bool
	convergence *engine.Convergence
	// comments says that a comment silences what the person rejects or keeps.
	comments bool
	// evaluated is the case of the engine's last report, attempted the strategy before it.
	evaluated *engine.Case
	attempted *engine.Attempt
}

// src returns the bytes of the present revision.
func (d *document) src() []byte { return d.text.Bytes() }

// rev returns the present revision. A caller that works on it for long should hold the result, so that it is not parsed
// again.
func (d *document) rev() *zone.Document {
	return d.trees.Parse(d.path, d.src(), d.dialect)
}

// lines returns a function that indexes the lines of the present revision, once and without its tree.
func (d *document) lines() func() *source.Lines {
	return sync.OnceValue(func() *source.Lines { return source.NewLines(d.src()) })
}

// texts are those that external fixers wrote for the open issues of a document.
type texts struct {
	written  map[review.Key]string
	proposed map[review.Key]string // for a person to choose
	refused  map[review.Key]bool   // the issues that they wrote nothing for
	failed   []string              // the ids of the refused issues of this pass
}

// add notes the text for an issue, or that a fixer wrote none.
func (t *texts) add(i *track.Issue, reply RewriteReply) {
	switch {
	case reply.Fixed && reply.Proposed:
		t.refused[i.Key], t.proposed[i.Key] = true, reply.Text
	case reply.Fixed:
		t.written[i.Key] = reply.Text
	default:
		t.refused[i.Key] = true
		t.failed = append(t.failed, i.ID)
	}
}

// copy returns a copy of d. adopt makes new lists of issues and fixes for d, and so does not change the copy.
func (d *document) copy() document {
	c := *d
	c.named = maps.Clone(d.named)
	c.reviews.coverage.Reviewed = slices.Clone(d.reviews.coverage.Reviewed)
	return c
}

// name gives ids to the open issues that have none, and to the findings that came in and became part of them.
func (d *document) name() {
	taken := map[string]bool{}
	var unnamed []*review.Finding
	note := func(f *review.Finding) {
		if taken[f.ID] = true; f.ID == "" {
			unnamed = append(unnamed, f)
		}
	}
	for n := range d.open {
		note(&d.open[n].Finding)
	}
	for n := range d.open {
		for t := range d.open[n].Duplicates {
			note(&d.open[n].Duplicates[t])
		}
	}
	for _, s := range d.closed {
		taken[s.ID] = true
	}
	for _, f := range unnamed {
		base := cmp.Or(f.Rule, "finding")
		for f.ID == "" {
			d.named[base]++
			if id := fmt.Sprintf("%s-%d", base, d.named[base]); !taken[id] {
				f.ID = id
			}
		}
	}
}

// issue returns the open issue with the Key, which must be there.
func (d *document) issue(k review.Key) *track.Issue {
	return &d.open[slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == k })]
}

func (d *document) line(offset int) int { return d.rev().Lines().Point(offset, source.CodePoint).Line }

// raised reports whether e raised one of the open findings.
func (d *document) raised(e External) bool {
	name := e.Program().Name
	return slices.ContainsFunc(d.open, func(i track.Issue) bool { return slices.Contains(i.Sources, name) })
}

// fixedIssues yields the issues that earlier passes fixed.
func (d *document) fixedIssues() iter.Seq[*track.Issue] {
	return func(yield func(*track.Issue) bool) {
		for n := range d.closed {
			if s := &d.closed[n]; s.Status == result.Fixed && !yield(s.Issue) {
				return
			}
		}
	}
}

// idle reports whether d never had anything to do.
func (d *document) idle() bool {
	return len(d.state.Iteration.History) == 0 && d.state.Decision.Control == table.Proceed &&
		len(d.state.Answered) == 0
}
