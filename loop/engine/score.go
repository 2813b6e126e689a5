package engine

import (
	"unicode"

	"github.com/doc-iterate/doc-iterate/rules"
)

// Weights of a finding in the quality score, by severity.
const (
	blockerWeight    = 10
	warningWeight    = 3
	suggestionWeight = 1
)

// Score returns the quality of a document of so many words with open findings of the
// given severities, from 0 (the floor) to 100: weighted findings per thousand
// words, taken from 100. A short document counts as one of a thousand words, so
// that a single finding does not condemn it.
func Score(words int, open []rules.Severity) float64 {
	const per = 1000
	weight := 0
	for _, s := range open {
		switch s {
		case rules.Blocker:
			weight += blockerWeight
		case rules.Suggestion:
			weight += suggestionWeight
		default:
			weight += warningWeight
		}
	}
	return 100 - min(100, float64(weight)*per/float64(max(words, per)))
}

// A Trend says whether the passes improve the document.
type Trend string

// The trends of a run.
const (
	TrendUnknown    Trend = "unknown" // no pass yet
	TrendImproving  Trend = "improving"
	TrendStagnating Trend = "stagnating"
	TrendRegressing Trend = "regressing"
)

// TrendOf returns the trend of a pass that resolved and raised so many findings.
func TrendOf(resolved, raised int) Trend {
	switch {
	case raised > resolved:
		return TrendRegressing
	case resolved > raised:
		return TrendImproving
	}
	return TrendStagnating
}

// Words counts the words of a text: what stands between white space.
func Words(text []byte) (n int) {
	space := true
	for _, r := range string(text) {
		before := space
		if space = unicode.IsSpace(r); before && !space {
			n++
		}
	}
	return n
}
