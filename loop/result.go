package loop

import (
	"encoding/json"
	"iter"
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Result is what a run returns: one result a document, in the order of the job's targets.
type Result struct {
	Run       string
	StartedAt time.Time
	Elapsed   time.Duration
	Documents Documents
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
	for d := range r.Documents.Unclean() {
		if d.Decision.Control == table.Escalate {
			return true
		}
	}
	return false
}

// Worst returns the highest severity of what is left open in the run's documents; 0 when nothing is.
func (r *Result) Worst() rules.Severity {
	var worst rules.Severity
	for d := range r.Documents.Unclean() {
		worst = max(worst, d.Worst())
	}
	return worst
}

// Documents has the results of some documents.
type Documents []Document

// A Document has the result of one document. That of a clean one is made each time that it is asked for, since there
// may be very many. Several goroutines may ask.
type Document struct {
	kept  *DocumentResult // nil where the document is clean
	again func() *DocumentResult
}

// Result returns the result of the document.
func (d Document) Result() *DocumentResult {
	if d.kept != nil {
		return d.kept
	}
	return d.again()
}

// DocumentsOf returns these results as Documents.
func DocumentsOf(results ...DocumentResult) Documents {
	out := make(Documents, len(results))
	for n := range results {
		out[n].kept = &results[n]
	}
	return out
}

// All returns the results one after the other.
func (d Documents) All() iter.Seq[*DocumentResult] {
	return func(yield func(*DocumentResult) bool) {
		for _, document := range d {
			if !yield(document.Result()) {
				return
			}
		}
	}
}

// Unclean returns the results of all documents but those in which nothing was found and to which nothing was done.
func (d Documents) Unclean() iter.Seq[*DocumentResult] {
	return slices.DeleteFunc(slices.Clone(d), func(document Document) bool { return document.kept == nil }).All()
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
	weighed    *engine.Case  // nil where the document was not judged
}

// Evaluation makes the engine's report on the document as it is now.
func (d *DocumentResult) Evaluation() engine.IterationDecision {
	return d.weighed.Report(d.State.Assessment)
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

// A Status is what became of a finding.
type Status string

// The statuses.
const (
	// Fixed: who raised it no longer does, or the text shows it.
	Fixed Status = "fixed"
	// Remains: it could be attempted, and the run ended before that.
	Remains Status = "remaining"
	// Escalated: only a person can resolve it.
	Escalated Status = "escalated"
	// Refused: a fix was made or tried, and it was taken back or did not hold.
	Refused Status = "rejected"
	// Outside: none of this run's business.
	Outside Status = "out-of-scope"
)

// An Outcome is one finding with what became of it. Its tags are those of a checkpoint.
type Outcome struct {
	// Finding as it stands in the last revision, or, when it was fixed, as it stood before its fix.
	Finding *review.Finding `json:"-"`
	Status  Status          `json:"status"`
	// Reason is a code; Detail says more where there is more to say.
	Reason StatusReason `json:"reason"`
	Detail string       `json:"detail,omitzero"`
	// Pass is the pass that resolved it or raised it; 0 is none.
	Pass int `json:"pass,omitzero"`
	// VerifiedBy says how a fixed finding is known to be fixed.
	VerifiedBy Verification `json:"verified_by"`
	// Raised says that it did not come in but was raised by the run's own edits, or found by a reviewer that ran later.
	Raised bool `json:"raised,omitzero"`

	harm review.Harm // that the fix of an open finding would do
}

// UnmarshalJSON reads an Outcome of a checkpoint. Older versions of this program left the usual values out.
func (o *Outcome) UnmarshalJSON(data []byte) error {
	type plain Outcome
	*o = Outcome{Status: Fixed, Reason: ByFix, VerifiedBy: ByReviewer}
	return json.Unmarshal(data, (*plain)(o))
}

// Open reports whether the finding is left.
func (o *Outcome) Open() bool {
	return o.Status != Fixed && o.Status != Outside && o.Reason != Overruled
}

// A StatusReason is why a finding has its status: one of fixers.Reason, or one of these.
type StatusReason string

// The reasons beside those of a plan.
const (
	ByFix         StatusReason = "fix"             // fixed by its own fix
	ByOtherFix    StatusReason = "other-fix"       // gone since another finding was fixed
	Persists      StatusReason = "persists"        // its fix was made, and it is still raised
	ByRegression  StatusReason = "regression"      // its fix was made and taken back
	NotReached    StatusReason = "not-reached"     // the run ended before it was tried
	EditedByOther StatusReason = track.PlaceEdited // another fix edited its place
	Conflicting   StatusReason = "conflict"        // reviewers want different things here
	OtherDocument StatusReason = "other-document"  // its document is not of this run
	Deselected    StatusReason = "deselected"      // the caller left it out
	SwitchedOff   StatusReason = "suppressed"      // a comment in the document switches its rule off
	Overruled     StatusReason = "overruled"       // another reviewer settled the conflict against it
	Answered      StatusReason = "answered"        // a person said to leave it
	Halted        StatusReason = "halted"          // a person said to leave the document, for now or for good
)

// A Verification says how a finding is known to be fixed.
type Verification string

// The verifications.
const (
	ByReviewer Verification = "reviewer"
	ByEdit     Verification = "edit"
)

// A Fix is an edit that was made for a finding. Its tags are those of a checkpoint.
type Fix struct {
	Finding *review.Finding `json:"-"`
	Pass    int             `json:"pass"`
	// Old and New are the text before and after, at the finding's place: the edited
	// bytes, and, where one fix makes several edits, what lies between them.
	Old string `json:"old,omitzero"`
	New string `json:"new,omitzero"`
	// Place is where the edit begins in the revision that it was made to, its column
	// in code points, and Section the headings above it.
	Place   source.Point `json:"-"`
	Section []string     `json:"section,omitzero"`
	// Also is the documents that the fix changed beside the finding's own.
	Also []string `json:"also,omitzero"`
}

// Type is terminology, style or other.
func (f *Fix) Type() string { return track.FixType(f.Finding.Category) }

// Location is Place and Section for people, "" where the fix edited nothing of its finding's document.
func (f *Fix) Location() string { return track.LocationOf(f.Place, f.Section) }

// A Regression is a pass that was taken back.
type Regression struct {
	Pass             int
	Resolved, Raised []review.Finding
	// Culprits is the fewest fixes found that make things worse by themselves;
	// empty when the search for them was given up.
	Culprits []Fix
	// Salvaged is the fixes of the pass that were landed after all.
	Salvaged []Fix
	// Because names another document that this one shares a change with, when the regression is there.
	Because string
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
