package format

import "github.com/doc-iterate/doc-iterate/review"

// A Review is what one reviewer says in one file.
type Review struct {
	Format Format
	// Document is the path of the document as the review names it, "" where it names none or several.
	Document string
	// DocumentSHA256 is the hash of the revision that was reviewed, in lower-case hexadecimal; "" where it is not given.
	DocumentSHA256 string
	Reviewer       Reviewer
	Iteration      Iteration
	// QualityScore lies between 0 and 100; it is nil where it is not given.
	QualityScore *float64
	Verdict      Verdict
	Feedback     string
	// Coverage names the sections that were reviewed; it is nil where the review does not say.
	Coverage  []string
	Questions []Question
	Issues    []review.Issue
	// Others names the other documents that a program's issues were about, which are left out.
	Others []string
	// Tokens is what making the review cost, where the reviewer reports it.
	Tokens int
	// Repaired says what was taken although the format does not allow it. Read and Ignored
	// count the values that were understood all the same, and those that were left out.
	Repaired      []string
	Read, Ignored int
}

// PositionsAlone counts the findings whose place or edits are coordinates that a program counted, without the text that
// stands there. They hold for the revision that was reviewed alone, and it counts none where the review names that.
func (r *Review) PositionsAlone() int {
	n := 0
	for i := range r.Issues {
		issue := &r.Issues[i]
		place := issue.Place.Measured && issue.Place.Quote == "" && issue.Place.Form != review.NoRange
		if r.DocumentSHA256 == "" && (place || issue.Remedy == review.Edits) {
			n++
		}
	}
	return n
}

// A Reviewer is who made a review.
type Reviewer struct{ Name, Version string }

// An Iteration is how often the document was reviewed, as the review says; both are 0 where it does not.
type Iteration struct{ Current, Max int }

// A Question is one that the reviewer had to ask.
type Question struct {
	ID, Text           string
	Critical, Answered bool
}

// A Verdict is a review's judgement of the whole document.
type Verdict uint8

// The verdicts.
const (
	NoVerdict Verdict = iota // the review gives none
	Approve                  // the document is good as it is
	NeedsWork                // it needs changes
	Reject                   // changes can't save it
)

var verdictNames = [...]string{"", "approve", "needs_work", "reject"}

func (v Verdict) String() string { return verdictNames[v] }
