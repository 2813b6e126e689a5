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

// words reads the style rules about single words.
func (s *Style) words(o *object) {
	if r := o.section("doubled-word"); r.node.Exists() {
		rule := DoubledWord{Severity: r.severity(), Accept: r.texts("accept", checkPhrase)}
		if r.enabled() {
			s.DoubledWord = &rule
		}
		r.done()
	}
	if r := o.section("misspelling"); r.node.Exists() {
		rule := Misspelling{Severity: r.severity(), Accept: r.texts("accept", checkPhrase)}
		if r.enabled() {
			s.Misspelling = &rule
		}
		r.done()
	}
}
