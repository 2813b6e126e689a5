package result

import (
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Run is the result of a run: a Document for each target, in their order.
type Run struct {
	Run       string
	StartedAt time.Time
	Elapsed   time.Duration
	Documents []Document
	// Passes are those that were made, accepted and rejected, in order.
	Passes []Pass
	// Warnings are errors that did not stop the run: external programs that failed, checkpoints that could not be
	// stored.
	Warnings []string
	// Unreviewed names, once each, the external reviewers that should have reviewed every document and failed. Their
	// findings are not known, so the run does not show that its documents are clean.
	Unreviewed []string
}

// Escalated reports whether any document needs a person to decide.
func (r *Run) Escalated() bool {
	for n := range r.Documents {
		if r.Documents[n].Decision.Control == table.Escalate {
			return true
		}
	}
	return false
}

// Worst returns the highest severity of the open findings in the run's documents; 0 for none.
func (r *Run) Worst() rules.Severity {
	var worst rules.Severity
	for n := range r.Documents {
		worst = max(worst, r.Documents[n].Worst())
	}
	return worst
}

// A Document is the result for one document, with the outcome of each of its findings.
type Document struct {
	Path string
	// Before and After are its texts at the start and at the end of the run.
	Before, After source.Stored
	State         State
	// Decision is the last one, Decisions all of them in order.
	Decision  table.Decision
	Decisions []table.Decision
	// Fixes are the edits that stayed, pass by pass and in document order.
	Fixes []Fix
	// Findings is the closed ledger: the findings that came in, in document order, and then those that the run's own
	// passes raised.
	Findings   []Outcome
	Counts     table.Counts
	Next       NextAction
	Regression *Regression
	// Unreviewed is that of Run for this document.
	Unreviewed []string
	// Convergence is that of the reviews, nil if no reviewer can close gaps.
	Convergence *engine.Convergence
	// Metrics is that of State.
	Metrics engine.Metrics
	// Escalation has the questions for a person, nil for none. It has no Diff: see Explained.
	Escalation *engine.Escalation

	// Difference makes that Diff. It is nil if none is wanted.
	Difference func() string
	// Evaluated is the case of Evaluation, nil if the document was not judged.
	Evaluated *engine.Case
}

// Evaluation makes the engine's report on the document as it is now.
func (d *Document) Evaluation() engine.IterationDecision {
	return d.Evaluated.Report(d.State.Assessment)
}

// Explained returns the Escalation with its Diff: that takes time, and few readers need it.
func (d *Document) Explained() *engine.Escalation {
	if d.Escalation == nil || d.Difference == nil {
		return d.Escalation
	}
	e := *d.Escalation
	e.Diff = d.Difference()
	return &e
}

// Iteration returns the number of the last pass.
func (d *Document) Iteration() int { return d.State.Iteration.Current }

// Worst returns the highest severity of the open findings; 0 for none.
func (d *Document) Worst() rules.Severity {
	var worst rules.Severity
	for _, o := range d.Findings {
		if o.Open() {
			worst = max(worst, o.Finding.Severity)
		}
	}
	return worst
}

// Add adds an outcome, and those of the equal findings that came in.
func (d *Document) Add(o Outcome) {
	if o.Origin == track.Baseline {
		return
	}
	d.enter(o)
	for _, f := range o.Duplicates {
		duplicate, own := o, *o.Issue
		own.ID, own.Source, own.Message = f.ID, f.Source, f.Message
		duplicate.Issue = &own
		duplicate.Detail = strings.TrimPrefix(o.Detail+" The same as "+o.ID+".", " ")
		d.enter(duplicate)
	}
}

func (d *Document) enter(o Outcome) {
	d.Findings = append(d.Findings, o)
	c := &d.Counts
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

// OverruledCount counts the rejected findings that are settled and not open.
func (d *Document) OverruledCount() int {
	n := 0
	for _, o := range d.Findings {
		if o.Reason == Overruled && !o.Raised {
			n++
		}
	}
	return n
}

// A Next is the next step of a caller after the run.
type Next string

// The next actions.
const (
	Approve    Next = "approve"
	ReReview   Next = "re-review"
	Regenerate Next = "regenerate"
	ManualFix  Next = "manual-fix"
)

// A NextAction is a Next with the command for it, if there is one.
type NextAction struct {
	Action  Next   `json:"action"`
	Command string `json:"command"`
}

// NextAfter returns what a caller does after the run. reviewFlags is that of the job, alsoRules its AlsoRules. A check
// does not count what it can't locate, so for that the command shows where the findings are.
func (d *Document) NextAfter(reviewFlags string, alsoRules bool) NextAction {
	path := reviewFlags + wording.ShellPath(d.Path)
	check, again := "doc-iterate check "+path, "doc-iterate check "+path
	if reviewFlags != "" {
		again = "doc-iterate locate " + path
		if alsoRules {
			check = "doc-iterate check --also-rules " + path
		}
	}
	if d.Decision.Action == table.ExitSuccess {
		if len(d.Unreviewed) > 0 {
			return NextAction{ReReview, check}
		}
		if slices.ContainsFunc(d.Findings, func(o Outcome) bool { return o.Open() && o.Reason == UnreadRemark }) {
			return NextAction{ManualFix, ""}
		}
		return NextAction{Approve, ""}
	}
	unconfirmed, missing, open := false, false, false
	for _, o := range d.Findings {
		f := &o.Finding
		open = open || o.Open()
		switch {
		case !o.Open():
		case f.Category == rules.CategoryPlaceholder || f.Category == rules.CategoryStructure:
			missing = true
		case f.State != review.Located && f.State != review.Region:
			unconfirmed = true
		}
	}
	switch {
	case !open && len(d.State.Objections) > 0: // no command of ours shows them
		return objected(d.State.Objections[0])
	case unconfirmed:
		return NextAction{ReReview, again}
	case missing:
		return NextAction{Regenerate, ""}
	}
	return NextAction{ManualFix, check}
}

// objected returns the next step for an objection.
func objected(o engine.Objection) NextAction {
	switch o.Type {
	case engine.IncompleteOutput:
		return NextAction{Regenerate, ""}
	case engine.QualityThreshold:
		return NextAction{ReReview, ""}
	}
	return NextAction{ManualFix, ""}
}
