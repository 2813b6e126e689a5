package rules

// DoubledWord finds words that stand twice in a row.
type DoubledWord struct {
	Severity Severity
	Accept   []string // words that may stand twice
}

// Misspelling finds words that are often misspelled.
type Misspelling struct {
	Severity Severity
	Accept   []string // words that are right here
}
