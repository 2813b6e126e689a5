package engine

// A Recommendation says whether another iteration is worth it.
type Recommendation string

// The recommendations.
const (
	RecommendIterate  Recommendation = "iterate"
	RecommendAccept   Recommendation = "accept"
	RecommendEscalate Recommendation = "escalate"
	RecommendAbort    Recommendation = "abort"
)

// An Assessment estimates what another iteration would bring.
type Assessment struct {
	Likelihood         float64        `json:"likelihood"`   // of an improvement, from 0 to 1
	ExpectedGain       float64        `json:"expectedGain"` // of quality, from 0 to 1
	DiminishingReturns bool           `json:"diminishingReturns"`
	Recommendation     Recommendation `json:"recommendation"`
}

// Figures of the assessment.
const (
	plateauWindow   = 3    // scores
	plateauVariance = 0.02 // of scores from 0 to 1
	flatTrend       = 0.01 // an iteration
	plateauGain     = 0.3
	usualGain       = 0.7
	leastGain       = 0.1
	leastFixable    = 0.3
)

// Assess estimates what another iteration would bring, from the quality scores so
// far (from 0 to 1, oldest first), the triggers and the budget, which was checked.
func Assess(scores []float64, triggers []Trigger, b Budget) Assessment {
	plateau := len(scores) >= plateauWindow && variance(scores[len(scores)-plateauWindow:]) < plateauVariance
	fixable, severity := 0.0, 0.0
	for _, t := range triggers {
		severity += t.Severity
		if t.Fixable {
			fixable++
		}
	}
	if n := float64(len(triggers)); n > 0 {
		fixable, severity = fixable/n, severity/n
	}
	a := Assessment{Likelihood: fixable, ExpectedGain: fixable * severity * usualGain, DiminishingReturns: plateau}
	if plateau {
		a.Likelihood, a.ExpectedGain = fixable/2, fixable*severity*plateauGain
	}
	a.Likelihood, a.ExpectedGain = rounded(a.Likelihood), rounded(a.ExpectedGain)
	switch {
	case len(triggers) > 0 && fixable == 0 && len(b.Blockers) > 0:
		a.Recommendation = RecommendAbort // nothing can be done, and no budget is left
	case b.RemainingIterations == 0:
		a.Recommendation = RecommendAccept
	case plateau && slope(scores) < flatTrend:
		a.Recommendation = RecommendEscalate
	case a.ExpectedGain < leastGain:
		a.Recommendation = RecommendAccept
	case fixable < leastFixable:
		a.Recommendation = RecommendEscalate
	default:
		a.Recommendation = RecommendIterate
	}
	return a
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(max(1, len(xs)))
}

func variance(xs []float64) float64 {
	m, sum := mean(xs), 0.0
	for _, x := range xs {
		sum += (x - m) * (x - m)
	}
	return sum / float64(max(1, len(xs)))
}

// slope returns by how much the scores rise an iteration, by least squares.
func slope(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	mid, m := float64(len(xs)-1)/2, mean(xs)
	num, den := 0.0, 0.0
	for i, x := range xs {
		num += (float64(i) - mid) * (x - m)
		den += (float64(i) - mid) * (float64(i) - mid)
	}
	return num / den
}
