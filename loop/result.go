package loop

import (
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Result is what a run returns: one result a document, in the order of the job's targets.
type Result struct {
	Run       string
	StartedAt time.Time
	Elapsed   time.Duration
	Documents []DocumentResult
	// Passes is what was done, accepted and rejected, in order.
	Passes []Pass
	// Warnings is what went wrong without stopping the run: external programs that
	// failed, checkpoints that could not be kept.
	Warnings []string
	// Unreviewed names, once each, the external reviewers that were to review every document and failed: what they
	// would have found is not known, so the run does not show that its documents are clean.
	Unreviewed []string
}

// Escalated reports whether any document needs a person to decide.
func (r *Result) Escalated() bool {
	for n := range r.Documents {
		if r.Documents[n].Decision.Control == table.Escalate {
			return true
		}
	}
	return false
}

// Worst returns the highest severity of what is left open in the run's documents; 0 when nothing is.
func (r *Result) Worst() rules.Severity {
	var worst rules.Severity
	for n := range r.Documents {
		worst = max(worst, r.Documents[n].Worst())
	}
	return worst
}

// A DocumentResult is what became of one document and of every finding of it.
type DocumentResult struct {
	Path string
	// Before and After are its bytes at the start and at the end of the run.
	Before, After []byte
	State         State
	// Decision is the last one, Decisions all of them in order.
	Decision  table.Decision
	Decisions []table.Decision
	// Fixes is the edits that stayed, pass by pass and in document order.
	Fixes []Fix
	// Findings is the closed ledger: everything that came in, in document order, then what the run's own passes raised.
	Findings   []Outcome
	Counts     table.Counts
	Next       NextAction
	Regression *Regression
	// Unreviewed is that of Result for this document.
	Unreviewed []string
	// Convergence is what the engine says of the reviews, nil where no reviewer can close gaps.
	Convergence *engine.Convergence
	// Metrics is that of State.
	Metrics engine.Metrics
	// Escalation is what a person is asked, nil where nobody is. Its Diff is not made: see Explained.
	Escalation *engine.Escalation

	difference func() string // nil where no diff is wanted
	evaluated  *engine.Case  // nil where the document was not judged
}

// Evaluation makes the engine's report on the document as it is now.
func (d *DocumentResult) Evaluation() engine.IterationDecision {
	return d.evaluated.Report(d.State.Assessment)
}

// Explained returns the Escalation with the diff of what it is about: that takes time, and few want to see it.
func (d *DocumentResult) Explained() *engine.Escalation {
	if d.Escalation == nil || d.difference == nil {
		return d.Escalation
	}
	e := *d.Escalation
	e.Diff = d.difference()
	return &e
}

// Iteration returns the number of the last pass.
func (d *DocumentResult) Iteration() int { return d.State.Iteration.Current }

// Worst returns the highest severity of what is left open; 0 when nothing is.
func (d *DocumentResult) Worst() rules.Severity {
	var worst rules.Severity
	for _, o := range d.Findings {
		if o.Open() {
			worst = max(worst, o.Finding.Severity)
		}
	}
	return worst
}

// add enters an outcome, and the findings that came in and say the same.
func (r *DocumentResult) add(o Outcome) {
	if o.Origin == track.Baseline {
		return
	}
	r.enter(o)
	for _, f := range o.Duplicates() {
		duplicate, own := o, *o.Issue
		own.ID, own.Source, own.Message = f.ID, f.Source, f.Message
		duplicate.Issue = &own
		duplicate.Detail = strings.TrimPrefix(o.Detail+" The same as "+o.ID+".", " ")
		r.enter(duplicate)
	}
}

func (r *DocumentResult) enter(o Outcome) {
	r.Findings = append(r.Findings, o)
	c := &r.Counts
	if o.Reason == SwitchedOff {
		c.Silenced++
	}
	if o.Raised {
		if o.Open() {
			c.Raised++
			c.After++
		}
		return
	}
	c.Before++
	if o.Open() {
		c.After++
	}
	if o.Reason == Answered || o.Reason == Overruled {
		c.Settled++
	}
	switch o.Status {
	case Fixed:
		c.Fixed++
	case Remains:
		c.Remaining++
	case Escalated:
		c.Escalated++
	case Refused:
		c.Rejected++
	case Outside:
		c.OutOfScope++
		if o.Reason == Answered {
			c.Dropped++
		}
	}
}

// overruled counts the rejected findings that are settled and not open.
func (r *DocumentResult) overruled() int {
	n := 0
	for _, o := range r.Findings {
		if o.Reason == Overruled && !o.Raised {
			n++
		}
	}
	return n
}

// A Next is what a caller does after the run.
type Next string

// The next actions.
const (
	Approve    Next = "approve"
	ReReview   Next = "re-review"
	Regenerate Next = "regenerate"
	ManualFix  Next = "manual-fix"
)

// A NextAction is a Next with the command that takes it, where there is one.
type NextAction struct {
	Action  Next   `json:"action"`
	Command string `json:"command"`
}

// objected returns what to do about an objection.
func objected(o engine.Objection) NextAction {
	switch o.Type {
	case engine.IncompleteOutput:
		return NextAction{Regenerate, ""}
	case engine.QualityThreshold:
		return NextAction{ReReview, ""}
	}
	return NextAction{ManualFix, ""}
}
