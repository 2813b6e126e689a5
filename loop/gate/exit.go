package gate

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/rules"
)

// The exit codes.
const (
	ExitClean   = 0 // nothing at or above the gate is left
	ExitFound   = 1 // findings are left, or a person must decide
	ExitTrouble = 2 // something could not be done
)

// A Policy says what fails a run.
type Policy struct {
	// FailOn is the least severity that does; 0 is never.
	FailOn rules.Severity
	// OnFix fails a run that changed a document.
	OnFix bool
}

// ParseFailOn reads the value of --fail-on: a severity, or never.
func ParseFailOn(text string) (rules.Severity, error) {
	if text == "never" {
		return 0, nil
	}
	severity, err := rules.ParseSeverity(text)
	if err != nil {
		return 0, fmt.Errorf("unknown severity %q%s", text, rules.DidYouMean(text, []string{
			"blocker", "warning", "suggestion", "never",
		}))
	}
	return severity, nil
}

// An Outcome is how a run ended.
type Outcome struct {
	// Trouble says that something could not be done: a document could not be read or written, a review or the
	// configuration is malformed, a glob matches nothing.
	Trouble bool
	// Worst is the highest severity of what is left; 0 when nothing is.
	Worst rules.Severity
	// Escalated says that a document waits for a person.
	Escalated bool
	// Changed says that the run changed a document, or would have.
	Changed bool
}

// ExitCode returns the exit code of a run. Trouble outranks everything; after it a policy of never outranks the rest.
func ExitCode(p Policy, o Outcome) int {
	switch {
	case o.Trouble:
		return ExitTrouble
	case p.FailOn == 0:
		return ExitClean
	case o.Worst >= p.FailOn, o.Escalated, p.OnFix && o.Changed:
		return ExitFound
	}
	return ExitClean
}
