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

// form returns f as JSON has it.
func (f *Finding) form() findingJSON {
	return findingJSON{
		f.Path, f.Start, f.End, f.ID, f.Key, f.Rule, f.Severity, f.Category, f.Message, f.State,
		f.Reason.Text, f.Reason.Code, f.Source, f.Confidence, f.Section, f.Snippet, f.Candidates, f.Choices, f.Citations,
		f.RequiresHuman, f.Fix,
	}
}

// finding returns what form was made of.
func (j *findingJSON) finding() Finding {
	return Finding{
		Finding: review.Finding{
			ID: j.ID, Rule: j.Rule, Severity: j.Severity, Category: j.Category, Message: j.Message, Path: j.Path,
			State: j.State, Reason: review.Reason{Code: j.ReasonCode, Text: j.Why}, Choices: j.Choices,
			Confidence: j.Confidence, Source: j.Source,
			Citations: j.Citations, RequiresHuman: j.RequiresHuman, Key: j.Key,
		},
		Start: j.Start, End: j.End, Section: j.Section, Snippet: j.Snippet, Candidates: j.Candidates, Fix: j.Fix,
	}
}

// MarshalJSON writes f as a findingJSON.
func (f *Finding) MarshalJSON() ([]byte, error) {
	form := f.form()
	return compactJSON(&form)
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

// A reportJSON is the JSON form of a Report. Its findings are written and read in one go: by methods of their own, each
// would be looked through three times more.
type reportJSON struct {
	*Report
	Findings []findingJSON `json:"findings"`
	Failures []Failure     `json:"failures"`
}

// form returns r as JSON has it.
func (r *Report) form() reportJSON {
	out := reportJSON{r, make([]findingJSON, len(r.Findings)), r.Failures}
	for i := range r.Findings {
		out.Findings[i] = r.Findings[i].form()
	}
	return out
}

// readReport reads a report whose form is right, without saying what is wrong with another.
func readReport(data []byte) (r Report, ok bool) {
	var form struct {
		reportJSON
		Version   *int            `json:"version"`
		Documents *[]Document     `json:"documents"`
		Iteration json.RawMessage `json:"iteration_result"`
	}
	form.Report = &r
	if json.Unmarshal(data, &form) != nil || form.Iteration != nil || form.Documents == nil ||
		form.Version == nil || *form.Version != Version {
		return Report{}, false
	}
	r.Version, r.Documents, r.Failures = *form.Version, *form.Documents, form.Failures
	if form.Findings != nil {
		r.Findings = make([]Finding, len(form.Findings))
	}
	for i := range form.Findings {
		r.Findings[i] = form.Findings[i].finding()
	}
	return r, true
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
