package engine

// An AttemptRecord is an Attempt with what later attempts are compared with: of a
// retry what its triggers say, by type.
type AttemptRecord struct {
	Strategy StrategyType             `json:"strategy"`
	Triggers map[TriggerType][]string `json:"triggers,omitempty"`
}

// RecordAttempt returns the record of an attempt, nil for nil.
func RecordAttempt(a *Attempt) *AttemptRecord {
	if a == nil {
		return nil
	}
	r := &AttemptRecord{Strategy: a.Strategy}
	if a.Strategy != StrategyRetry {
		return r
	}
	r.Triggers = map[TriggerType][]string{}
	for _, t := range a.Triggers() {
		r.Triggers[t.Type] = append(r.Triggers[t.Type], t.Details)
	}
	return r
}

// Restored returns what RecordAttempt was given, as far as it matters.
func (r *AttemptRecord) Restored() *Attempt {
	if r == nil {
		return nil
	}
	return &Attempt{r.Strategy, func() (out []Trigger) {
		for is, says := range r.Triggers {
			for _, details := range says {
				out = append(out, Trigger{Type: is, Details: details})
			}
		}
		return out
	}}
}
