package engine

// Metrics is what one iteration cost and brought, or, added up, a run.
type Metrics struct {
	Reviewers      int     `json:"reviewers"` // external programs that ran
	Failures       int     `json:"failures"`  // those that gave no usable answer
	SectionsNew    int     `json:"sections_new"`
	FindingsNew    int     `json:"findings_new"`
	Citations      int     `json:"citations_added"`
	Tokens         int     `json:"tokens"`
	DurationMS     int64   `json:"duration_ms"`
	CoverageGain   float64 `json:"coverage_gain"`   // percentage points
	ConfidenceGain float64 `json:"confidence_gain"` // of 1
}

// Add is the sum of two metrics.
func (m Metrics) Add(o Metrics) Metrics {
	m.Reviewers += o.Reviewers
	m.Failures += o.Failures
	m.SectionsNew += o.SectionsNew
	m.FindingsNew += o.FindingsNew
	m.Citations += o.Citations
	m.Tokens += o.Tokens
	m.DurationMS += o.DurationMS
	m.CoverageGain += o.CoverageGain
	m.ConfidenceGain += o.ConfidenceGain
	return m
}
