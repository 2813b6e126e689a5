package track

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Origin says how a finding got into the run.
type Origin uint8

// The origins.
const (
	CameIn     Origin = iota // in a review that the run began with
	Raised                   // by an edit of the run
	Discovered               // by a reviewer that ran later
	Baseline                 // found by the built-in reviewers where a review came in: to be kept from growing
	Late                     // by a reviewer that answers differently each time, away from the edits of the run
)

// An Issue is a finding on its way through the revisions. Its span and text are those of the current revision, its Key
// and ID those of the first. Issues are values: a pass makes new ones, so that it can be undone. The tags are those of
// a Record.
type Issue struct {
	review.Finding `json:"-"`
	Origin         Origin `json:"origin,omitzero"`
	Pass           int    `json:"pass,omitzero"` // the pass that raised it
	// Sources are the reviewers that raise the issue; Source is the first of them.
	Sources []string `json:"-"`
	// Duplicates are the findings of reviews that say the same.
	Duplicates []review.Finding `json:"-"`
	// Against are the texts that other reviewers want at this place, and Rival is the Key of the first finding that
	// wants one of those.
	Against []string   `json:"against,omitempty"`
	Rival   review.Key `json:"rival,omitzero"`
	// Now is the Key that the last review gave the issue.
	Now review.Key `json:"-"`
	// Place is the Key of the first finding in a chain of findings at one place, each raised where the fix of the one
	// before was made.
	Place review.Key `json:"-"`
	// Skip says why the last plan left it out, or is nil if it did not.
	Skip *fixers.Skip `json:"-"`
	// Failed says that a fix was tried and failed.
	Failed bool `json:"failed,omitzero"`
	// Fixed says that a fix was made, TakenBack that this fix was undone with its pass.
	Fixed     bool `json:"fixed,omitzero"`
	TakenBack bool `json:"taken_back,omitzero"`
	// Promised says that the next pass asks an external fixer about it.
	Promised bool `json:"-"`
}

// NewIssue returns the issue of a finding that one reviewer raises.
func NewIssue(f review.Finding, from Origin, pass int) Issue {
	return Issue{Finding: f, Origin: from, Pass: pass, Sources: []string{f.Source}, Now: f.Key, Place: f.Key}
}

// Settle ends the conflict of the issue.
func (i *Issue) Settle() { i.Against, i.Rival = nil, "" }

// Counts reports whether the issue is one of those that a report counts.
func (i *Issue) Counts() bool { return i.Origin != Baseline }

// Came reports whether the issue was in a review that the run began with.
func (i *Issue) Came() bool { return i.Origin == CameIn }

// Attemptable reports whether the next pass can try to fix the issue under its plan. An issue that no fixer takes, or
// whose fix failed before and fails again, is for a person.
func (i *Issue) Attemptable() bool {
	switch {
	case i.Origin == Baseline || len(i.Against) > 0:
		return false
	case i.Skip == nil || i.Promised:
		return true
	}
	return i.Skip.Reason == fixers.Conflict || i.Skip.Reason == fixers.NotReached ||
		CouldNotFix(i.Skip.Reason) && !i.Failed
}

// Counted returns the Keys of the issues that reports count, without the late ones.
func Counted(issues []Issue) []review.Key {
	keys := make([]review.Key, 0, CountOf(issues))
	for n := range issues {
		if issues[n].Counts() && issues[n].Origin != Late {
			keys = append(keys, issues[n].Key)
		}
	}
	return keys
}

// CountOf returns the number of issues that reports count.
func CountOf(issues []Issue) (count int) {
	for n := range issues {
		if issues[n].Counts() {
			count++
		}
	}
	return count
}

// PlacesOf returns the Place of each issue.
func PlacesOf(issues []Issue) map[review.Key]review.Key {
	places := make(map[review.Key]review.Key, len(issues))
	for n := range issues {
		places[issues[n].Key] = issues[n].Place
	}
	return places
}

// PlaceEdited is the code of the Reason of an Issue whose place another fix edited.
const PlaceEdited = "place-edited"

// CouldNotFix reports whether this reason of a plan means that a fix was tried and failed.
func CouldNotFix(r fixers.Reason) bool {
	switch r {
	case fixers.Protected, fixers.BreaksLinks, fixers.ContractLost, fixers.Failed:
		return true
	}
	return false
}

// ByPlace orders issues by place, then by ID.
func ByPlace(a, b Issue) int {
	return cmp.Or(source.Compare(a.Span, b.Span), strings.Compare(a.ID, b.ID))
}

// Carried returns the issue after the edits of m, if its reviewer can't be asked. The issue is outdated if the edits
// touched its place, unless its text still occurs there once.
func (i Issue) Carried(after []byte, m source.Mapping) Issue {
	span, touched := Carry(m, i.Span)
	i.Span = span
	i.Candidates = slices.Clone(i.Candidates)
	for n := range i.Candidates {
		i.Candidates[n].Span, _ = Carry(m, i.Candidates[n].Span)
	}
	i.Edits = slices.Clone(i.Edits)
	for n, e := range i.Edits {
		s, hit := Carry(m, e.Span)
		i.Edits[n].Span = s
		touched = touched || hit
	}
	if touched && i.State == review.Located && !i.standsIn(after[span.Start:span.End]) {
		i.State, i.Reason = review.Outdated, review.Because(PlaceEdited, "Another fix edited this place.")
	}
	return i
}

// standsIn reports whether the text that the issue wants replaced occurs exactly once in what its place became.
func (i *Issue) standsIn(text []byte) bool {
	return i.Remedy == review.Replace && i.Old != "" && bytes.Count(text, []byte(i.Old)) == 1
}

// DoneIn reports whether other edits made the replacement that the issue asks for. It looks at replacements that
// contain the old text, as (API) contains API. Carried would find the old text in them, and the replacement would be
// made again.
func (i *Issue) DoneIn(after *zone.Document, m source.Mapping) bool {
	span, touched := Carry(m, i.Span)
	if !touched || i.State != review.Located || i.Remedy != review.Replace || i.Old == "" ||
		!strings.Contains(i.Want, i.Old) {
		return false
	}
	text := string(after.Bytes(span))
	done := strings.Count(text, i.Want)
	return done > 0 && strings.Count(text, i.Old) == done*strings.Count(i.Want, i.Old)
}
