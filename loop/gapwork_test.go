package loop_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sections is a document with a title and so many sections.
func sections(n int) string {
	var b strings.Builder
	b.WriteString("# Title\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\n## S%d\n\nText %d.\n", i, i)
	}
	return b.String()
}

func names(from, to int) []string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf("S%d", i))
	}
	return out
}

// gapJob is a job over a document of ten sections with a review of the first
// so many of them.
func gapJob(t *testing.T, l *ledger, reviewed int, remarks ...remark) loop.Job {
	t.Helper()
	text := sections(10)
	j := job(t, l, text)
	j.Set.Convergence = rules.Convergence{
		MinCoverage: 0.7, MinConfidence: 0.8, MaxConflicts: 2, EarlyExitCoverage: 0.85, EarlyExitConfidence: 0.9,
	}
	j.Targets[0].Reviews = incoming(text, remarks...)
	j.Targets[0].Reviews[0].Sections = names(1, reviewed)
	return j
}

// closer is a reviewer for some gaps.
func closer(name string, say func(int, string) []remark, gaps ...rules.Gap) *scripted {
	s := script(name, say)
	s.program.For = gaps
	return s
}

func nothing(int, string) []remark { return nil }

// unsure is a finding that is left to people, below the gate.
func unsure(id, quote string, confidence float64) remark {
	return remark{id: id, quote: quote, severity: rules.Suggestion, change: func(f *review.Finding) {
		f.RequiresHuman, f.Confidence = true, confidence
	}}
}

func TestConvergesAtOnce(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8)
	ext := closer("explore", nothing, rules.GapCoverage)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedFull, d.Convergence.Status)
	assert.Equal(t, 0, ext.calls)
	assert.Equal(t, 0, d.Iteration())
}

func TestCoverageGapIsClosed(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(_ int, r *loop.Review) { r.Sections = names(7, 8) }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedFull, d.Convergence.Status)
	assert.InDelta(t, 0.8, d.Convergence.Coverage, 1e-9)
	assert.Equal(t, 1, d.Iteration())
	require.Len(t, ext.asked, 1)
	assert.Equal(t, names(7, 10), ext.asked[0].Sections, "only what is missing")
	assert.Equal(t, 2, d.Metrics.SectionsNew)
	assert.InDelta(t, 20, d.Metrics.CoverageGain, 1e-9)
	assert.Empty(t, l.recorded, "gap work edits nothing")
}

// Every iteration makes progress, and not enough.
func TestGapWorkEndsAtTheMaximum(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 1)
	j.Limits.Thresholds.MaxIterations = 4
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(n int, r *loop.Review) { r.Sections = names(n+1, n+1) }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, 4, ext.calls)
	assert.Equal(t, 4, d.Iteration())
	assert.Equal(t, table.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
	assert.Equal(t, []string{"coverage 50% is below 70%"}, d.Convergence.Unmet)
	require.NotEmpty(t, d.State.Gaps.Open)
	assert.Equal(t, rules.GapCoverage, d.State.Gaps.Open[0].Type)
}

func TestConflictIsSettledByAThird(t *testing.T) {
	text := "# A\n\nThe port is 80 here.\n"
	d0 := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	say := func(want string) []remark {
		return []remark{{id: "port", rule: "port", quote: "80", want: want}}
	}
	var l ledger
	j := job(t, &l, text)
	j.Set.Convergence = rules.Convergence{MinConfidence: 0.8, MaxConflicts: 0, EarlyExitCoverage: 2}
	j.Targets[0].Reviews = []loop.Review{
		{Reviewer: "one", Findings: findings(d0, say("8080"))},
		{Reviewer: "two", Findings: findings(d0, say("443"))},
	}
	ext := closer("judge", func(_ int, text string) []remark {
		if strings.Contains(text, " 80 ") {
			return say("443")
		}
		return nil
	}, rules.GapConflict)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe port is 443 here.\n", string(d.After.Bytes()))
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 2, d.Iteration(), "one iteration settles it, one fixes it")
	assert.Equal(t, map[string]string{"port": "rejected overruled", "port#2": "fixed fix"}, statuses(d))
	assert.Equal(t, table.Counts{Before: 2, Fixed: 1, Rejected: 1, Settled: 1}, d.Counts)
}

// Who is asked about a conflict and says something else is a third side, and no judge.
func TestThirdOpinionSettlesNothing(t *testing.T) {
	text := "# A\n\nThe port is 80 here.\n"
	say := func(id, want string) []remark { return []remark{{id: id, rule: "port", quote: "80", want: want}} }
	var l ledger
	j := job(t, &l, text)
	j.Set.Convergence = rules.Convergence{MinConfidence: 0.8, MaxConflicts: 0, EarlyExitCoverage: 2}
	j.Targets[0].Reviews = append(incoming(text, say("one", "8080")...), incoming(text, say("two", "443")...)...)
	j.Targets[0].Reviews[1].Reviewer = "other"
	j.Externals = []loop.External{closer("judge", func(int, string) []remark { return say("three", "9000") }, rules.GapConflict)}
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After.Bytes()))
	assert.Equal(t,
		map[string]string{"one": "escalated conflict", "two": "escalated conflict", "three": "escalated conflict"},
		statuses(d))
}

func TestEarlyExit(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 9, unsure("u", "Text 1", 0.5))
	j.Limits.Thresholds.MaxIterations = 4
	j.Targets[0].Reviews[0].Questions = []engine.Question{{ID: "q", Text: "Is it so?", Critical: true}}
	ext := closer("evidence", func(int, string) []remark {
		return []remark{unsure("u", "Text 1", 0.9)}
	}, rules.GapConfidence, rules.GapQuestions)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, 2, d.Decision.Row, "an early end does not answer a critical question")
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason)
	assert.True(t, d.Convergence.EarlyExit)
	assert.InDelta(t, 0.95, d.Convergence.Confidence, 1e-9, "two that agree are surer than each")
	assert.Equal(t, 1, d.Iteration())
}

func TestConfidenceGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8, unsure("a", "Text 1", 0.7), unsure("b", "Text 2", 0.75))
	ext := closer("evidence", func(int, string) []remark {
		return []remark{unsure("a", "Text 1", 0.6), unsure("b", "Text 2", 0.6)}
	}, rules.GapConfidence)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.InDelta(t, 0.89, d.Convergence.Confidence, 1e-9)
	assert.Equal(t, []string{"S1", "S2"}, ext.asked[0].Sections)
}

func TestContextGap(t *testing.T) {
	var l ledger
	claim := remark{id: "c", quote: "Text 1", severity: rules.Suggestion, rule: "claim", change: func(f *review.Finding) {
		f.RequiresHuman, f.Category = true, rules.CategoryClaim
	}}
	j := gapJob(t, &l, 6, claim)
	cited := claim
	cited.change = func(f *review.Finding) {
		claim.change(f)
		f.Citations = []string{"docs/b.md:7"}
	}
	context := closer("context", func(int, string) []remark { return []remark{cited} }, rules.GapContext)
	explore := closer("explore", nothing, rules.GapCoverage)
	j.Externals = []loop.External{context, explore}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 1, context.calls)
	assert.Equal(t, 1, d.Metrics.Citations)
	assert.Equal(t, []string{"docs/b.md:7"}, d.Findings[0].Finding.Citations)
}

func TestCriticalQuestionGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8)
	j.Targets[0].Reviews[0].Questions = []engine.Question{
		{ID: "q", Text: "Is it so?", Critical: true}, {ID: "r", Text: "And this?"},
	}
	ext := closer("answer", nothing, rules.GapQuestions)
	ext.dress = func(_ int, r *loop.Review) { r.Questions = []engine.Question{{ID: "q", Answered: true}} }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 1, ext.calls)
	assert.Len(t, ext.asked[0].Questions, 2)
	assert.Equal(t, 1, d.Convergence.Answered)
}

func TestReviewerThatFailsLeavesItsGapOpen(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	j.Targets[0].Reviews[0].Questions = []engine.Question{{ID: "q", Text: "Is it so?", Critical: true}}
	bad := closer("bad", nothing, rules.GapCoverage)
	bad.err = errScript
	good := closer("good", nothing, rules.GapQuestions)
	good.dress = func(_ int, r *loop.Review) { r.Questions = []engine.Question{{ID: "q", Answered: true}} }
	j.Externals = []loop.External{bad, good}
	result, d := run(t, &l, j)
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
	assert.Equal(t, []string{"bad"}, d.Convergence.Unavailable)
	assert.Equal(t, 1, d.Convergence.Answered, "the others go on")
	assert.Equal(t, 2, bad.calls, "once for its gap, once for the whole document")
	assert.NotEmpty(t, result.Warnings)
	assert.NotEmpty(t, d.Convergence.Anomaly)
}

// Where nobody can close the gaps, the loop ends with partial convergence.
func TestNoActionableGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(_ int, r *loop.Review) { r.Sections = []string{} } // it looked at nothing
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, 2, ext.calls)
	assert.Nil(t, ext.asked[1].Sections, "the second time it is asked about everything")
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
}

// Passes that edit nothing and bring nothing open the circuit breaker.
func TestCircuitBreakerOnGapWork(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 0)
	j.Targets[0].Reviews[0].Sections = []string{}
	j.Limits.Thresholds.MaxIterations = 10
	for n := range 5 {
		ext := closer(fmt.Sprint("explore", n), nothing, rules.GapCoverage)
		ext.dress = func(_ int, r *loop.Review) { r.Sections = []string{} }
		j.Externals = append(j.Externals, ext)
	}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonCircuitBreaker, d.Decision.Reason)
	assert.Equal(t, 3, d.Iteration())
}

func TestTokenBudget(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Limits.Tokens = 100
	ext := script("script", chain("one", "two", "three"))
	ext.dress = func(_ int, r *loop.Review) { r.Tokens = 60 }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonBudget, d.Decision.Reason)
	assert.Equal(t, "# A\n\nIt is two.\n", string(d.After.Bytes()))
	assert.Equal(t, 60, d.State.Spent.Tokens, "another 60 are not there")
	require.Len(t, ext.asked, 1)
	assert.Equal(t, 100, ext.asked[0].Tokens, "it is told what is left")
	assert.Equal(t, result.ByEdit, d.Findings[0].VerifiedBy, "the reviewer was not asked again")
	require.NotNil(t, d.Escalation)
}

// Asks that run at the same time are paid for from one budget before they are made.
func TestTokenBudgetCountsAsksUnderWay(t *testing.T) {
	for limit, want := range map[int]int{25: 1, 49: 1, 50: 2, 80: 3, 125: 5, 0: 5} {
		var l ledger
		j := job(t, &l, "# A\n\nTODO one.\n\nTODO two.\n\nTODO three.\n\nTODO four.\n\nTODO five.\n")
		j.Limits.Tokens = limit
		reply := loop.RewriteReply{Text: "30", Fixed: true, Tokens: 25}
		w := &rewriter{program: rules.Program{Name: "writer"}, reply: reply}
		j.Rewriters = []loop.Rewriter{w}
		_, d := run(t, &l, j)
		assert.Len(t, w.asked, want, limit)
		assert.Equal(t, 25*want, d.State.Spent.Tokens, limit)
		if want < 5 {
			assert.Equal(t, table.ReasonBudget, d.Decision.Reason, limit)
		}
	}
}

// A program that takes no tokens is asked also when none are left.
func TestTokenBudgetIsForProgramsThatTakeTokens(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one. TODO.\n")
	j.Limits.Tokens = 10
	j.Externals = []loop.External{script("linter", chain("one", "two", "three"))}
	j.Rewriters = []loop.Rewriter{&rewriter{
		program: rules.Program{Name: "writer"}, reply: loop.RewriteReply{Text: "Done", Fixed: true, Tokens: 10},
	}}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is two. Done.\n", string(d.After.Bytes()))
	assert.Equal(t, result.ByReviewer, d.Findings[0].VerifiedBy)
}

func TestExternalsAreToldWhatMatters(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Set.Iteration.FeedbackMaxLength = 500
	ext := script("script", chain("one", "two", "three"))
	j.Externals = []loop.External{ext}
	run(t, &l, j)
	require.Len(t, ext.asked, 3)
	assert.Contains(t, strings.Join(ext.asked[1].Guidance, "\n"), "Line 3: about one")
	require.Len(t, ext.asked[1].Earlier, 1)
	assert.Equal(t, 1, ext.asked[0].Iteration)
	assert.Equal(t, 2, ext.asked[1].Iteration)
}
