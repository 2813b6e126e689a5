package result

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Status is the outcome of a finding in a word.
type Status string

// The statuses.
const (
	// Fixed: its reviewer does not raise it any more, or the text shows it.
	Fixed Status = "fixed"
	// Remains: it could be attempted, and the run ended before that.
	Remains Status = "remaining"
	// Escalated: only a person can resolve it.
	Escalated Status = "escalated"
	// Refused: a fix was made or tried, and it was taken back or did not hold.
	Refused Status = "rejected"
	// Outside: it is out of scope of this run.
	Outside Status = "out-of-scope"
)

// An Outcome is an issue with its outcome. Its tags are those of a checkpoint.
type Outcome struct {
	// Issue is as it stands in the last revision or, if it was fixed, as it stood before its fix. It does not change.
	*track.Issue `json:"-"`
	Status       Status `json:"status"`
	// Reason is a code; Detail may say more.
	Reason StatusReason `json:"reason"`
	Detail string       `json:"detail,omitzero"`
	// Pass is the pass that resolved it or raised it, or 0.
	Pass int `json:"pass,omitzero"`
	// VerifiedBy says how a fixed finding was verified.
	VerifiedBy Verification `json:"verified_by"`
	// Raised says that it did not come in but was raised by the run's own edits, or found by a reviewer that ran later.
	Raised bool `json:"raised,omitzero"`

	Harm review.Harm `json:"-"` // that the fix of an open finding would do
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

// A StatusReason is the reason for a status: one of fixers.Reason, or one of these.
type StatusReason string

// The reasons that a plan does not have.
const (
	ByFix         StatusReason = "fix"               // fixed by its own fix
	ByOtherFix    StatusReason = "other-fix"         // gone since another finding was fixed
	Persists      StatusReason = "persists"          // its fix was made, and it is still raised
	ByRegression  StatusReason = "regression"        // its fix was made and taken back
	NotReached    StatusReason = "not-reached"       // the run ended before it was tried
	EditedByOther StatusReason = track.PlaceEdited   // another fix edited its place
	Conflicting   StatusReason = "conflict"          // reviewers want different things here
	OtherDocument StatusReason = "other-document"    // its document is not of this run
	UnreadRemark  StatusReason = review.UnreadRemark // nothing is known of it but its words
	ClosedRemark  StatusReason = review.ClosedRemark // its review says that nothing is to be done
	SettledIssue  StatusReason = review.SettledIssue // an earlier run did it, or the document has it already
	Deselected    StatusReason = "deselected"        // the caller left it out
	SwitchedOff   StatusReason = "suppressed"        // a comment in the document switches its rule off
	Overruled     StatusReason = "overruled"         // another reviewer settled the conflict against it
	Answered      StatusReason = "answered"          // a person said to leave it
	Halted        StatusReason = "halted"            // a person said to leave the document, for now or for good
)

// A Verification says how a fixed finding was verified.
type Verification string

// The verifications.
const (
	ByReviewer Verification = "reviewer"
	ByEdit     Verification = "edit"
)

// Closed returns the outcome of an issue that leaves before the end of the run.
func Closed(i track.Issue, o Outcome) Outcome {
	o.Issue, o.Raised = &i, !i.Came()
	return o
}

// Standing returns the outcome of an open issue if the run ended now.
func Standing(i *track.Issue) Outcome {
	o := Outcome{Issue: i, Pass: i.Pass, Raised: !i.Came()}
	if i.Skip != nil {
		o.Harm = i.Skip.Harm
	}
	o.Status, o.Reason, o.Detail = statusOf(i)
	return o
}

// statusOf returns the status of an open issue, the reason and a detail.
func statusOf(i *track.Issue) (Status, StatusReason, string) {
	switch {
	case i.TakenBack:
		return Refused, ByRegression, "Its fix was taken back with the pass that made it."
	case len(i.Against) > 0:
		return Escalated, Conflicting, fmt.Sprintf("One reviewer wants %q here, another one %q.", i.Want, i.Against[0])
	case i.Skip == nil && i.Fixed:
		return Remains, Persists, "Its fix was made, and the reviewer still reports it."
	case i.Skip == nil:
		return Remains, NotReached, "The run ended before this was tried."
	case i.State == review.Outdated && i.Reason.Code == track.PlaceEdited:
		return Escalated, EditedByOther, "Another fix edited this place."
	}
	reason := StatusReason(i.Skip.Reason)
	switch {
	case i.Finding.Reason.Code == review.UnreadRemark:
		return Escalated, UnreadRemark, i.Reason.Text
	case i.Skip.Reason == fixers.NotReached:
		return Remains, NotReached, i.Skip.Detail
	case i.Skip.Reason == fixers.Suppressed:
		return Outside, reason, i.Skip.Detail
	case track.CouldNotFix(i.Skip.Reason):
		return Refused, reason, i.Skip.Detail
	case i.Skip.Reason == fixers.Conflict:
		return Remains, reason, i.Skip.Detail
	}
	return Escalated, reason, i.Skip.Detail
}

// A Fix is an edit that was made for a finding. Its tags are those of a checkpoint.
type Fix struct {
	Finding *review.Finding `json:"-"`
	Pass    int             `json:"pass"`
	// Old and New are the text before and after, at the finding's place: the edited bytes, and the bytes between
	// several edits.
	Old string `json:"old,omitzero"`
	New string `json:"new,omitzero"`
	// Place is where the edit begins in the revision that it was made to, its column
	// in code points, and Section the headings above it.
	Place   source.Point `json:"-"`
	Section []string     `json:"section,omitzero"`
	// Also are the other documents that the fix changed.
	Also []string `json:"also,omitzero"`
}

// Type says what kind of edit it is: terminology, style or other.
func (f *Fix) Type() string {
	switch c := f.Finding.Category; c {
	case rules.CategoryTerminology, rules.CategoryStyle:
		return c.String()
	}
	return "other"
}

// Outcome returns the finding of the fix as fixed by it.
func (f *Fix) Outcome() Outcome {
	issue := track.NewIssue(*f.Finding, track.CameIn, 0)
	return Outcome{Issue: &issue, Status: Fixed, Reason: ByFix, Pass: f.Pass}
}

// Location is Place and Section for people, "" if the fix did not edit the document of its finding.
func (f *Fix) Location() string {
	if f.Place == (source.Point{}) {
		return ""
	}
	location := fmt.Sprintf("line %d, column %d", f.Place.Line, f.Place.Column)
	if len(f.Section) > 0 {
		location += " (" + strings.Join(f.Section, " > ") + ")"
	}
	return location
}

// FixOf describes a fix of the revision src, which has these lines.
func FixOf(src []byte, lines *source.Lines, a fixers.Applied, pass int) Fix {
	f := a.Finding
	own := a.Own()
	out := Fix{Finding: f, Pass: pass}
	for _, path := range a.Change.Paths() {
		if path != f.Path {
			out.Also = append(out.Also, path)
		}
	}
	if len(own) == 0 {
		return out
	}
	out.Old, out.New = source.Replaced(src, own)
	out.Place = lines.Point(own[0].Start, source.CodePoint)
	out.Section = a.Section
	return out
}

// A Regression is a pass that was taken back.
type Regression struct {
	Pass             int
	Resolved, Raised []review.Finding
	// Culprits is the smallest found set of fixes that alone makes the document worse; empty if the search was given
	// up.
	Culprits []Fix
	// Salvaged are the fixes of the pass that were made after all.
	Salvaged []Fix
	// Because names another document with a shared change, if the regression is in that one.
	Because string
}

// A Pass is the change of one iteration.
type Pass struct {
	Number  int
	Verdict table.Verdict
	// Revisions are the documents that it changes, by path.
	Revisions []Revision
	// Fixes are those that it makes, in document order.
	Fixes []Fix
}

// A Revision is one document before and after a pass.
type Revision struct {
	Path          string
	Before, After []byte
}
