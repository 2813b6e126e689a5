package track

import (
	"strconv"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Claim returns the issue as a statement that its sources contradict. How sure that is
// follows from how much it matters to the reviewer.
func (i *Issue) Claim() engine.Claim {
	c := engine.Claim{Kind: "claim", Text: i.Message, Certainty: engine.ClaimWarning}
	if i.Category == rules.CategoryReference {
		c.Kind = "broken reference"
	}
	switch i.Severity {
	case rules.Blocker:
		c.Certainty = engine.ClaimConfirmed
	case rules.Warning:
		c.Certainty = engine.ClaimSuspected
	}
	return c
}

// ValidationError returns the issue as an error of the text of a document.
func (i *Issue) ValidationError(lines *source.Lines) engine.ValidationError {
	e := engine.ValidationError{Message: i.Message, Fixable: i.Attemptable()}
	if i.State == review.Located {
		e.Path = "line " + strconv.Itoa(lines.Number(i.Span.Start))
	}
	switch i.Severity {
	case rules.Blocker:
		e.Severity = engine.ErrorCritical
	case rules.Suggestion:
		e.Severity = engine.ErrorMinor
	}
	return e
}
