package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

var thresholds = rules.Convergence{
	MinCoverage: 0.70, MinConfidence: 0.80, MaxConflicts: 2, EarlyExitCoverage: 0.85, EarlyExitConfidence: 0.90,
}

// covered is a document of so many sections of which the first are reviewed.
func covered(reviewed, of int) engine.Review {
	var r engine.Review
	for n := range of {
		r.Sections = append(r.Sections, engine.Section{Name: fmt.Sprint("S", n+1), Reviewed: n < reviewed})
	}
	return r
}

func point(id string, severity rules.Severity, confidence float64) engine.Point {
	return engine.Point{Section: "S-" + id, Finding: &review.Finding{
		ID: id, Severity: severity, Confidence: confidence, Message: "about " + id,
	}}
}

func TestGaps(t *testing.T) {
	question := engine.Question{ID: "q", Text: "Is it so?", Critical: true}
	for name, tt := range map[string]struct {
		review   engine.Review
		want     []rules.Gap
		priority []int
	}{
		"nothing is reviewed and nothing is there": {engine.Review{}, nil, nil},
		"coverage at the threshold":                {covered(7, 10), nil, nil},
		"coverage below it":                        {covered(13, 20), []rules.Gap{rules.GapCoverage}, []int{2}},
		"coverage of a half":                       {covered(5, 10), []rules.Gap{rules.GapCoverage}, []int{2}},
		"coverage below a half":                    {covered(9, 20), []rules.Gap{rules.GapCoverage}, []int{1}},
		"confidence at the threshold":              {engine.Review{Points: []engine.Point{point("a", rules.Warning, 0.8)}}, nil, nil},
		"a suggestion is unsure":                   {engine.Review{Points: []engine.Point{point("a", rules.Suggestion, 0.5)}}, []rules.Gap{rules.GapConfidence}, []int{3}},
		"a warning is a little unsure":             {engine.Review{Points: []engine.Point{point("a", rules.Warning, 0.75)}}, []rules.Gap{rules.GapConfidence}, []int{3}},
		"a warning is unsure":                      {engine.Review{Points: []engine.Point{point("a", rules.Warning, 0.69)}}, []rules.Gap{rules.GapConfidence}, []int{2}},
		"the mean counts":                          {engine.Review{Points: []engine.Point{point("a", rules.Warning, 0.6), point("b", rules.Warning, 1)}}, nil, nil},
		"a conflict": {engine.Review{Conflicts: []engine.Conflict{{ID: "c", Section: "S1", Sides: [2]string{"x", "y"}}}},
			[]rules.Gap{rules.GapConflict}, []int{2}},
		"a claim without a source": {engine.Review{Points: []engine.Point{{Finding: &review.Finding{ID: "a", Severity: rules.Suggestion, Confidence: 1, Category: rules.CategoryClaim}}}},
			[]rules.Gap{rules.GapContext}, []int{2}},
		"a critical question":             {engine.Review{Questions: []engine.Question{question}}, []rules.Gap{rules.GapQuestions}, []int{1}},
		"a question that is not critical": {engine.Review{Questions: []engine.Question{{ID: "q", Text: "And this?"}}}, nil, nil},
		"a question that is answered":     {engine.Review{Questions: []engine.Question{{ID: "q", Critical: true, Answered: true}}}, nil, nil},
		"all of them, the most urgent first": {
			engine.Review{
				Sections: covered(4, 10).Sections, Questions: []engine.Question{question},
				Conflicts: []engine.Conflict{{ID: "c"}},
				Points:    []engine.Point{{Finding: &review.Finding{ID: "a", Severity: rules.Blocker, Confidence: 0.9, Category: rules.CategoryClaim}}, point("b", rules.Suggestion, 0.1)},
			},
			[]rules.Gap{rules.GapQuestions, rules.GapCoverage, rules.GapContext, rules.GapConflict, rules.GapConfidence}, []int{1, 1, 2, 2, 3},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got []rules.Gap
			var priority []int
			for _, g := range engine.Gaps(tt.review, thresholds) {
				got, priority = append(got, g.Type), append(priority, g.Priority)
				assert.NotEmpty(t, g.Reason)
				assert.Len(t, g.Guidance(), 2)
			}
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.priority, priority)
		})
	}
}

func TestGapsAreLimitedToTheirSections(t *testing.T) {
	r := covered(1, 3)
	r.Points = []engine.Point{point("a", rules.Warning, 0.2), point("b", rules.Warning, 0.95)}
	gaps := engine.Gaps(r, thresholds)
	require.Len(t, gaps, 2)
	assert.Equal(t, []string{"S2", "S3"}, gaps[0].Sections)
	assert.Equal(t, "1 of 3 sections were reviewed.", gaps[0].Reason)
	assert.Equal(t, []string{"S-a"}, gaps[1].Sections)
	assert.Equal(t, []string{"a"}, gaps[1].Findings, "what is sure is not asked about")
}

func TestSelect(t *testing.T) {
	var gaps []engine.Gap
	for n, priority := range []int{1, 1, 2, 2, 3} {
		gaps = append(gaps, engine.Gap{Type: rules.GapQuestions, ID: fmt.Sprint(n + 1), Priority: priority})
	}
	all := func(engine.Gap) []string { return []string{"a", "b", "c"} }
	for name, tt := range map[string]struct {
		gaps      []engine.Gap
		remaining int
		can       func(engine.Gap) []string
		assigned  []string
		deferred  []string
	}{
		"three at a time, the others are deferred":  {gaps, 3, all, []string{"1 a", "2 b", "3 c"}, []string{"4", "5"}},
		"two iterations are left":                   {gaps[2:], 2, all, []string{"3 a", "4 b", "5 c"}, nil},
		"one is left: what is critical":             {gaps, 1, all, []string{"1 a", "2 b"}, []string{"3", "4", "5"}},
		"none is left":                              {gaps, 0, all, nil, []string{"1", "2", "3", "4", "5"}},
		"nobody can help":                           {gaps[:1], 3, func(engine.Gap) []string { return nil }, nil, []string{"1"}},
		"one reviewer for several":                  {gaps[:2], 3, func(engine.Gap) []string { return []string{"a"} }, []string{"1 a", "2 a"}, nil},
		"who has nothing to do comes first":         {gaps[:2], 3, func(engine.Gap) []string { return []string{"a", "b"} }, []string{"1 a", "2 b"}, nil},
		"a gap that nobody can close takes no room": {gaps, 3, func(g engine.Gap) []string { return map[bool][]string{true: {"a"}}[g.ID != "1"] }, []string{"2 a", "3 a", "4 a"}, []string{"1", "5"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := engine.Select(tt.gaps, tt.remaining, tt.can)
			var assigned, deferred []string
			for _, a := range s.Assigned {
				assigned = append(assigned, a.Gap.ID+" "+a.Reviewer)
			}
			for _, g := range s.Deferred {
				deferred = append(deferred, g.ID)
			}
			assert.Equal(t, tt.assigned, assigned)
			assert.Equal(t, tt.deferred, deferred)
		})
	}
}

func TestConverge(t *testing.T) {
	open := []engine.Question{{ID: "q", Critical: true}}
	conflicts := make([]engine.Conflict, 3)
	for name, tt := range map[string]struct {
		review engine.Review
		last   bool
		status engine.ConvergenceStatus
		unmet  []string
		early  bool
	}{
		"nothing is found": {covered(10, 10), false, engine.ConvergedFull, nil, true},
		"all thresholds are just met": {func() engine.Review {
			r := covered(7, 10)
			r.Points = []engine.Point{point("a", 1, 0.8)}
			r.Conflicts = conflicts[:2]
			return r
		}(), false, engine.ConvergedFull, nil, false},
		"coverage":             {covered(6, 10), false, engine.NotConverged, []string{"coverage 60% is below 70%"}, false},
		"confidence":           {engine.Review{Points: []engine.Point{point("a", 1, 0.79)}}, false, engine.NotConverged, []string{"confidence 0.79 is below 0.80"}, false},
		"conflicts":            {engine.Review{Conflicts: conflicts}, false, engine.NotConverged, []string{"3 unresolved conflicts are more than 2"}, false},
		"questions":            {func() engine.Review { r := covered(8, 10); r.Questions = open; return r }(), false, engine.NotConverged, []string{"1 of 1 critical questions are unanswered"}, false},
		"no iteration is left": {covered(6, 10), true, engine.ConvergedPartial, []string{"coverage 60% is below 70%"}, false},
		"early, with an open question": {func() engine.Review {
			r := covered(85, 100)
			r.Questions = open
			r.Points = []engine.Point{point("a", 1, 0.9)}
			return r
		}(), false, engine.ConvergedPartial, []string{"1 of 1 critical questions are unanswered"}, true},
		"coverage is too low for that": {func() engine.Review { r := covered(84, 100); r.Questions = open; return r }(), false, engine.NotConverged, []string{"1 of 1 critical questions are unanswered"}, false},
		"a conflict keeps it open":     {func() engine.Review { r := covered(10, 10); r.Questions = open; r.Conflicts = conflicts[:1]; return r }(), false, engine.NotConverged, []string{"1 of 1 critical questions are unanswered"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c := engine.Converge(tt.review, thresholds, tt.last)
			assert.Equal(t, tt.status, c.Status)
			assert.Equal(t, append([]string{}, tt.unmet...), c.Unmet)
			assert.Equal(t, tt.early, c.EarlyExit)
			assert.Equal(t, tt.status == engine.ConvergedFull || tt.early, c.Converged())
		})
	}
}

func TestCombined(t *testing.T) {
	assert.InDelta(t, 0.85, engine.Combined(0.5, 0.7), 1e-9)
	assert.InDelta(t, 0.5, engine.Combined(0.5), 1e-9)
	assert.InDelta(t, 1, engine.Combined(0.5, 1), 1e-9)
	assert.InDelta(t, 1, engine.Combined(2, -1), 1e-9, "what is no probability is taken for the nearest one")
	assert.Equal(t, []string{"a", "b", "c"}, engine.Cited([]string{"a", "b"}, []string{"b", "c"}),
		"citations are united")
}

func TestSynthesize(t *testing.T) {
	remarks := []engine.Remark{
		{Text: "Shorter.", Severity: rules.Suggestion}, {Text: "Name  the\nport.", Severity: rules.Blocker},
		{Text: "Write allowlist.", Severity: rules.Warning}, {Text: "Write allowlist.", Severity: rules.Warning},
	}
	g := engine.Synthesize(remarks, 500)
	assert.Equal(t, engine.Guide{
		Summary:         "Open: 1 blocker, 2 warnings, 1 suggestion.",
		ActionableItems: []string{"Name the port.", "Write allowlist.", "Shorter."}, Priority: engine.PriorityCritical,
	}, g, "the gravest first, each once")
	for most := range 100 {
		g := engine.Synthesize(remarks, most)
		size := len([]rune(g.Summary))
		for _, item := range g.ActionableItems {
			size += len([]rune(item))
		}
		assert.LessOrEqual(t, size, most)
	}
	assert.Equal(t, engine.PriorityHigh, engine.Synthesize(remarks[2:3], 500).Priority)
	assert.Equal(t, engine.PriorityLow, engine.Synthesize(remarks[:1], 500).Priority)
}
