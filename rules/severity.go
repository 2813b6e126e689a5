package rules

// Severity says how much a finding matters. The values are ordered: Suggestion < Warning < Blocker, so that "at or
// above the gate" is a comparison. The zero value is no severity at all: a finding or a setting that names none.
type Severity uint8

const (
	// Suggestion is nice to have; it stops nothing.
	Suggestion Severity = iota + 1
	// Warning should be fixed; it is what a finding without a severity is.
	Warning
	// Blocker must be fixed before the document can go out.
	Blocker
)

var severityNames = []string{Suggestion: "suggestion", Warning: "warning", Blocker: "blocker"}

// String returns the name used in every file and report, or "none" for the zero value.
func (s Severity) String() string { return enumName(severityNames, s) }

// ParseSeverity is the inverse of String for the three named severities.
func ParseSeverity(name string) (Severity, error) {
	return parseEnum[Severity]("severity", severityNames, name)
}

// MarshalText refuses the zero value, because no file has a word for it.
func (s Severity) MarshalText() ([]byte, error) { return marshalEnum("severity", severityNames, s) }

// UnmarshalText reads what MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	return unmarshalEnum(s, "severity", severityNames, text)
}
