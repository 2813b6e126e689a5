package engine_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/rules"
)

// outcomes is a history of passed (+) and failed (-) iterations.
func outcomes(marks string) []engine.Validation {
	var h []engine.Validation
	for _, m := range marks {
		h = append(h, engine.Judged(m == '+'))
	}
	return h
}

// touching is a history of passed iterations that each modified the given places.
func touching(places ...[]string) []engine.Validation {
	var h []engine.Validation
	for _, p := range places {
		h = append(h, engine.Judged(true, p...))
	}
	return h
}

func TestMaxIterations(t *testing.T) {
	assert.Empty(t, engine.MaxIterations(4, 5), "within the limit")
	assert.Empty(t, engine.MaxIterations(5, 5), "at the limit")
	assert.Equal(t, "Iteration 6 exceeds maximum of 5. Circuit breaker triggered.", engine.MaxIterations(6, 5))
}

func TestCircuitBreaker(t *testing.T) {
	tests := []struct {
		name, history string
		threshold     int
		open          bool
	}{
		{"no history", "", 3, false},
		{"all passing", "++++", 3, false},
		{"one failure short", "+--", 3, false},
		{"three failures in a row", "---", 3, true},
		{"failures at the end count", "++---", 3, true},
		{"a streak that was broken", "---+", 3, false},
		{"failures before a success do not count", "--+--", 3, false},
		{"threshold of two", "+--", 2, true},
		{"switched off", "-----", 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.open, engine.CircuitBreaker(outcomes(tt.history), tt.threshold) != "")
		})
	}
	assert.Equal(t, "Circuit breaker OPEN: 4 consecutive validation failures (threshold: 3). Manual intervention required.",
		engine.CircuitBreaker(outcomes("+----"), 3))
}

func TestQualityRegression(t *testing.T) {
	scores := func(s ...float64) []engine.Validation {
		var h []engine.Validation
		for _, v := range s {
			h = append(h, engine.Validation{Score: v})
		}
		return h
	}
	tests := []struct {
		name    string
		history []engine.Validation
		want    bool
	}{
		{"no history", nil, false},
		{"too little history", outcomes("+-"), false},
		{"no decline", outcomes("+++"), false},
		{"one success, then failures", outcomes("+---"), true},
		{"down, then at the floor", outcomes("+--"), true},
		{"reset by a success", outcomes("+-+-"), false},
		{"recovered at the end", outcomes("--+"), false},
		{"scores fell twice", scores(90, 80, 70), true},
		{"fell once, then held above the floor", scores(90, 80, 80), false},
		{"fell, rose", scores(90, 80, 85), false},
		{"only the last three count", scores(90, 80, 70, 75, 74), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			message := engine.QualityRegression(tt.history)
			assert.Equal(t, tt.want, message != "", message)
		})
	}
	assert.Equal(t, "Quality regression detected: Validation scores declined 2 consecutive times. Consider changing approach.",
		engine.QualityRegression(outcomes("+---")))
}

func TestThrashing(t *testing.T) {
	api, db := []string{"/src/api.md"}, []string{"/src/db.md"}
	assert.Empty(t, engine.Thrashing(touching(api, api, api, api), 5), "too few iterations")
	assert.Empty(t, engine.Thrashing(touching(api, db, api, db, api, db), 5), "different files")
	assert.Equal(t, "Thrashing detected: 1 file(s) modified 5+ times without progress: /src/api.md",
		engine.Thrashing(touching(api, api, api, api, api), 5))
	assert.Equal(t, "Thrashing detected: 1 file(s) modified 2+ times without progress: /src/api.md",
		engine.Thrashing(touching(api, api), 2), "custom threshold")
	both := []string{"/src/db.md", "/src/api.md", "/src/api.md"}
	assert.Empty(t, engine.Thrashing(touching(both, both), 3), "a file counts once an iteration")
	assert.Equal(t, "Thrashing detected: 2 file(s) modified 3+ times without progress: /src/api.md, /src/db.md",
		engine.Thrashing(touching(both, both, both), 3))
	assert.Empty(t, engine.Thrashing(touching(api, api), 0), "switched off")
}

func TestGuardsInOrder(t *testing.T) {
	th := engine.Thresholds{MaxIterations: 10, CircuitBreaker: 3, Thrashing: 5}
	assert.Equal(t, engine.Verdict{CanContinue: true}, engine.Guards(3, th, outcomes("++")))

	var h []engine.Validation
	for i := 1; i <= 5; i++ {
		h = append(h, engine.Judged(false, "a.md"))
	}
	v := engine.Guards(11, th, h)
	assert.False(t, v.CanContinue)
	assert.Equal(t, engine.GuardMaxIterations, v.BlockedBy)
	assert.Equal(t, "Iteration 11 exceeds maximum of 10. Circuit breaker triggered.", v.Message)
	assert.Equal(t, engine.GuardCircuitBreaker, engine.Guards(6, th, h).BlockedBy)
	th.CircuitBreaker = 6
	assert.Equal(t, engine.GuardQualityRegression, engine.Guards(6, th, h).BlockedBy)
	h[4].Score = 1
	assert.Equal(t, engine.GuardThrashing, engine.Guards(6, th, h).BlockedBy)
	th.Thrashing = 6
	assert.True(t, engine.Guards(6, th, h).CanContinue)
}

func TestScore(t *testing.T) {
	all := []rules.Severity{rules.Blocker, rules.Warning, rules.Suggestion}
	assert.Equal(t, 100.0, engine.Score(0, nil))
	assert.Equal(t, 86.0, engine.Score(10, all), "a short document counts as a thousand words")
	assert.Equal(t, 93.0, engine.Score(2000, all))
	var many []rules.Severity
	for range 11 {
		many = append(many, rules.Blocker)
	}
	assert.Equal(t, 0.0, engine.Score(500, many), "the floor")
}

func TestTrend(t *testing.T) {
	assert.Equal(t, engine.TrendImproving, engine.TrendOf(2, 1))
	assert.Equal(t, engine.TrendStagnating, engine.TrendOf(1, 1))
	assert.Equal(t, engine.TrendRegressing, engine.TrendOf(0, 1))
}
