package runs

import (
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A remainingJSON is the JSON form of a RemainingItem.
type remainingJSON struct {
	ID            string             `json:"id"`
	Severity      rules.Severity     `json:"severity"`
	RequiresHuman bool               `json:"requires_human"`
	Reason        string             `json:"reason"`
	Description   string             `json:"description"`
	Document      string             `json:"document"`
	Rule          string             `json:"rule"`
	Status        result.Status      `json:"status"`
	ReasonCode    string             `json:"reason_code"`
	CauseCode     string             `json:"cause_code,omitempty"`
	State         review.State       `json:"state"`
	Key           review.Key         `json:"key"`
	Start         *report.Position   `json:"start,omitempty"`
	End           *report.Position   `json:"end,omitempty"`
	Section       []string           `json:"section,omitempty"`
	Choices       []string           `json:"choices,omitempty"`
	Candidates    []report.Candidate `json:"candidates,omitempty"`
	Raised        bool               `json:"raised,omitempty"`
}

// MarshalJSON writes r as a remainingJSON.
func (r *RemainingItem) MarshalJSON() ([]byte, error) {
	f, o := &r.Finding, r.Outcome
	return report.CompactJSON(&remainingJSON{
		f.ID, f.Severity, r.forPerson(), reasonText(o), f.Message, f.Path, f.Rule, o.Status, string(o.Reason),
		f.Reason.Code, f.State, review.Key(f.Key.Fingerprint(f.Path)), f.Start, f.End, f.Section, f.Choices, f.Candidates,
		o.Raised,
	})
}
