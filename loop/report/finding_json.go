package report

import (
	"encoding/json"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A findingJSON is the JSON form of a Finding.
type findingJSON struct {
	Path          string         `json:"path"`
	Start         *Position      `json:"start,omitempty"`
	End           *Position      `json:"end,omitempty"`
	ID            string         `json:"id,omitempty"`
	Key           review.Key     `json:"key"`
	Rule          string         `json:"rule"`
	Severity      rules.Severity `json:"severity"`
	Category      rules.Category `json:"category,omitempty"`
	Message       string         `json:"message"`
	State         review.State   `json:"state"`
	Why           string         `json:"why,omitempty"`
	ReasonCode    string         `json:"reason_code,omitempty"`
	Source        string         `json:"source,omitempty"`
	Confidence    float64        `json:"confidence"`
	Section       []string       `json:"section,omitempty"`
	Snippet       *Snippet       `json:"snippet,omitempty"`
	Candidates    []Candidate    `json:"candidates,omitempty"`
	Choices       []string       `json:"choices,omitempty"`
	Citations     []string       `json:"citations,omitempty"`
	RequiresHuman bool           `json:"requires_human,omitempty"`
	Fix           *Fix           `json:"fix,omitempty"`
}

// MarshalJSON writes f as a findingJSON.
func (f *Finding) MarshalJSON() ([]byte, error) {
	return compactJSON(&findingJSON{
		f.Path, f.Start, f.End, f.ID, f.Key, f.Rule, f.Severity, f.Category, f.Message, f.State,
		f.Reason.Text, f.Reason.Code, f.Source, f.Confidence, f.Section, f.Snippet, f.Candidates, f.Choices, f.Citations,
		f.RequiresHuman, f.Fix,
	})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Finding) UnmarshalJSON(data []byte) error {
	type tagged Finding
	return json.Unmarshal(data, &struct {
		*tagged
		Why        *string         `json:"why"`
		ReasonCode *string         `json:"reason_code"`
		Path       *string         `json:"path"`
		Severity   *rules.Severity `json:"severity"`
		Category   *rules.Category `json:"category"`
		State      *review.State   `json:"state"`
		Source     *string         `json:"source"`
		Confidence *float64        `json:"confidence"`
	}{(*tagged)(f), &f.Reason.Text, &f.Reason.Code, &f.Path, &f.Severity, &f.Category, &f.State, &f.Source, &f.Confidence})
}

// A remainingJSON is the JSON form of a RemainingItem.
type remainingJSON struct {
	ID            string         `json:"id"`
	Severity      rules.Severity `json:"severity"`
	RequiresHuman bool           `json:"requires_human"`
	Reason        string         `json:"reason"`
	Description   string         `json:"description"`
	Document      string         `json:"document"`
	Rule          string         `json:"rule"`
	Status        loop.Status    `json:"status"`
	ReasonCode    string         `json:"reason_code"`
	CauseCode     string         `json:"cause_code,omitempty"`
	State         review.State   `json:"state"`
	Key           review.Key     `json:"key"`
	Start         *Position      `json:"start,omitempty"`
	End           *Position      `json:"end,omitempty"`
	Section       []string       `json:"section,omitempty"`
	Choices       []string       `json:"choices,omitempty"`
	Candidates    []Candidate    `json:"candidates,omitempty"`
	Raised        bool           `json:"raised,omitempty"`
}

// MarshalJSON writes r as a remainingJSON.
func (r *RemainingItem) MarshalJSON() ([]byte, error) {
	f, o := &r.Finding, r.Outcome
	return compactJSON(&remainingJSON{
		f.ID, f.Severity, r.forPerson(), reasonText(o), f.Message, f.Path, f.Rule, o.Status, string(o.Reason),
		f.Reason.Code, f.State, f.Key, f.Start, f.End, f.Section, f.Choices, f.Candidates, o.Raised,
	})
}
