package engine

// Metrics are the costs and gains of one iteration, or the sums of a run. The costs of the first review count for the
// first iteration.
type Metrics struct {
	Iterations     int     `json:"iterations"`
	Programs       int     `json:"programs"` // runs of external reviewers and fixers
	Failures       int     `json:"failures"` // those that gave no usable answer
	Gaps           int     `json:"gaps_worked_on"`
	SectionsNew    int     `json:"sections_new"`
	FindingsNew    int     `json:"findings_new"` // that the pass raised or gap work found
	Citations      int     `json:"citations_added"`
	Tokens         int     `json:"tokens"`
	DurationMS     int64   `json:"duration_ms"`
	CoverageGain   float64 `json:"coverage_gain"`   // percentage points
	ConfidenceGain float64 `json:"confidence_gain"` // of 1
}

// Add returns the sum of two metrics.
func (m Metrics) Add(o Metrics) Metrics {
	m.Iterations += o.Iterations
	m.Programs += o.Programs
	m.Failures += o.Failures
	m.Gaps += o.Gaps
	m.SectionsNew += o.SectionsNew
	m.FindingsNew += o.FindingsNew
	m.Citations += o.Citations
	m.Tokens += o.Tokens
	m.DurationMS += o.DurationMS
	m.CoverageGain += o.CoverageGain
	m.ConfidenceGain += o.ConfidenceGain
	return m
}
