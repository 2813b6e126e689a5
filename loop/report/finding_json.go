package report

import (
	"encoding/json"

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
	Former        review.Key     `json:"former_key,omitempty"`
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

// form returns f as JSON has it.
func (f *Finding) form() findingJSON {
	return findingJSON{
		f.Path, f.Start, f.End, f.ID, f.Key, f.Former, f.Rule, f.Severity, f.Category, f.Message, f.State,
		f.Reason.Text, f.Reason.Code, f.Source, f.Confidence, f.Section, f.Snippet, f.Candidates, f.Choices, f.Citations,
		f.RequiresHuman, f.Fix,
	}
}

// finding returns the Finding of a JSON form.
func (j *findingJSON) finding() Finding {
	return Finding{
		Finding: review.Finding{
			ID: j.ID, Rule: j.Rule, Severity: j.Severity, Category: j.Category, Message: j.Message, Path: j.Path,
			State: j.State, Reason: review.Reason{Code: j.ReasonCode, Text: j.Why}, Choices: j.Choices,
			Confidence: j.Confidence, Source: j.Source,
			Citations: j.Citations, RequiresHuman: j.RequiresHuman, Key: j.Key, Former: j.Former,
		},
		Start: j.Start, End: j.End, Section: j.Section, Snippet: j.Snippet, Candidates: j.Candidates, Fix: j.Fix,
	}
}

// MarshalJSON writes f as a findingJSON.
func (f *Finding) MarshalJSON() ([]byte, error) {
	form := f.form()
	return CompactJSON(&form)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Finding) UnmarshalJSON(data []byte) error {
	var form findingJSON
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	*f = form.finding()
	return nil
}
