package loop

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// origin says how a finding got into the run.
type origin uint8

const (
	cameIn     origin = iota // in a review that the run began with
	raised                   // by an edit of the run
	discovered               // by a reviewer that ran later
	baseline                 // found by the built-in reviewers where a review came in: to be kept from growing
)

// An issue is a finding on its way through the revisions: its span and text are
// those of the current one, its Key and ID those that it began with. Issues are
// values; a pass makes new ones, so that it can be taken back.
type issue struct {
	review.Finding
	origin origin
	pass   int // the pass that raised it
	// now is the Key that the last review gave it.
	now review.Key
	// place is the Key of the first finding at this place in a line of findings of
	// which each was raised where the fix of the one before was made.
	place review.Key
	// sources is who raises it; Source is the first of them.
	sources []string
	// twins came in too and say the same.
	twins []review.Finding
	// against is what other reviewers want in its place; rival is the Key of the
	// first such finding.
	against []string
	rival   review.Key
	// skip is why the last plan left it, nil when the plan has it.
	skip *fixers.Skip
	// failed says that a fix was tried and could not be made, fixed that one was
	// made, takenBack that it was taken back with its pass.
	failed, fixed, takenBack bool
	// promised says that an external fixer is to be asked about it in the next pass.
	promised bool
}

// counts reports whether the issue is one of those that a report counts.
func (i *issue) counts() bool { return i.origin != baseline }

// came reports whether the issue was in a review that the run began with.
func (i *issue) came() bool { return i.origin == cameIn }

// attemptable reports whether the next pass can try to fix the issue, given the
// plan that it would follow: what no fixer takes, and what failed before and
// fails again, is for a person.
func (i *issue) attemptable() bool {
	switch {
	case i.origin == baseline || len(i.against) > 0:
		return false
	case i.skip == nil || i.promised:
		return true
	}
	return i.skip.Reason == fixers.Conflict || couldNot(i.skip.Reason) && !i.failed
}

// couldNot reports whether a plan leaves a finding for this reason although there
// was a fix for it: the fix was tried, and failed.
func couldNot(r fixers.Reason) bool {
	switch r {
	case fixers.Protected, fixers.BreaksLinks, fixers.ContractLost, fixers.Failed:
		return true
	}
	return false
}

func newIssue(f review.Finding, from origin, pass int) issue {
	return issue{Finding: f, origin: from, pass: pass, now: f.Key, place: f.Key, sources: []string{f.Source}}
}

func order(a, b issue) int {
	return cmp.Or(source.Compare(a.Span, b.Span), strings.Compare(a.ID, b.ID))
}

// carried is what is left of an issue when its reviewer can't be asked about the
// bytes after the edits: with its place, where the edits left that alone, or
// else with the place where its old text still stands.
func (i issue) carried(after []byte, c carrier) issue {
	span, touched := c.hull(i.Span)
	i.Span = span
	i.Candidates = slices.Clone(i.Candidates)
	for n := range i.Candidates {
		i.Candidates[n].Span, _ = c.hull(i.Candidates[n].Span)
	}
	i.Edits = slices.Clone(i.Edits)
	for n, e := range i.Edits {
		s, hit := c.hull(e.Span)
		i.Edits[n].Span = s
		touched = touched || hit
	}
	if touched && i.State == review.Located && !i.standsIn(after[span.Start:span.End]) {
		i.State, i.Why = review.Outdated, string(PlaceEdited)+": another fix edited this place"
	}
	return i
}

// standsIn reports whether the text that the issue wants replaced still stands,
// once, in what became of its place.
func (i *issue) standsIn(text []byte) bool {
	return i.Remedy == review.Replace && i.Old != "" && bytes.Count(text, []byte(i.Old)) == 1
}

// doneIn reports whether other edits have made the replacement that the issue asks
// for, where that holds the old text, too: (API) stands in what was written for API,
// and to replace it there would be to do the same again.
func (i *issue) doneIn(after *review.Document, c carrier) bool {
	span, touched := c.hull(i.Span)
	if !touched || i.State != review.Located || i.Remedy != review.Replace || i.Old == "" || !strings.Contains(i.Want, i.Old) {
		return false
	}
	text := string(after.Bytes(span))
	done := strings.Count(text, i.Want)
	return done > 0 && strings.Count(text, i.Old) == done*strings.Count(i.Want, i.Old)
}
