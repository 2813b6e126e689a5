package report

import (
	"io"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// The Reviewdog Diagnostic Format. rdjson is one object, and rdjsonl one diagnostic a line:
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf. Columns count
// bytes of UTF-8.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url,omitempty"`
	}
	rdDiagnostic struct {
		Message  string `json:"message"`
		Location struct {
			Path  string   `json:"path"`
			Range *rdRange `json:"range,omitempty"`
		} `json:"location"`
		Severity    string         `json:"severity"`
		Source      *rdSource      `json:"source,omitempty"`
		Code        *rdCode        `json:"code,omitempty"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
)

func writeRDJSON(w io.Writer, r *Report, s Style) error {
	result := rdResult{Source: rdSource{r.Tool.Name, r.Tool.URI}, Diagnostics: rdDiagnostics(r, s)}
	return Encode(w, JSON, result)
}

func writeRDJSONL(w io.Writer, r *Report, s Style) error {
	for _, d := range rdDiagnostics(r, s) {
		d.Source = &rdSource{r.Tool.Name, r.Tool.URI}
		if err := encodeLine(w, d); err != nil {
			return err
		}
	}
	return nil
}

func rdDiagnostics(r *Report, s Style) []rdDiagnostic {
	out := make([]rdDiagnostic, 0, len(r.Findings)+len(r.Failures))
	for _, f := range listed(r, "") {
		d := rdDiagnostic{
			Message: wording.Visible(f.Message), Severity: bySeverity(f.Severity, "ERROR", "WARNING", "INFO"),
		}
		d.Location.Path = f.Path
		if f.Start != nil {
			d.Location.Range = rdRangeOf(*f.Start, *f.End)
		}
		if f.Rule != "" {
			d.Code = &rdCode{f.Rule, s.Help(r.Tool, f.Rule)}
		}
		// Several suggestions would be alternatives, so a fix is one or none.
		if f.Fix != nil && f.Fix.Replacement != nil {
			e := f.Fix.Replacement
			d.Suggestions = []rdSuggestion{{*rdRangeOf(e.Start, e.End), e.New}}
		}
		out = append(out, d)
	}
	return out
}

func rdRangeOf(start, end Position) *rdRange {
	return &rdRange{rdPosition{start.Line, start.ByteColumn}, rdPosition{end.Line, end.ByteColumn}}
}

// Help returns where the documentation of a rule stands, "" for a rule that is not ours.
func (s Style) Help(t Tool, id string) string {
	for _, rule := range s.Rules {
		if rule.ID == id && t.URI != "" {
			return t.URI + "/blob/main/docs/rules.md#" + id
		}
	}
	return ""
}
